// Questions that have a name: boardless store ask NAME. A line "// = NAME: words" begins one; then
// come its parameters with the values that they have where nothing else is said, and its Cypher.

// = positions-by-ply: How many positions are reached first after each number of moves?
// exploration = 0
MATCH (p:Position) WHERE p.exploration = $exploration
RETURN p.ply AS ply, count(*) AS positions, count(p.winner) AS ended
ORDER BY ply

// = branching: How many moves are there from a position, by ply?
// exploration = 0
MATCH (p:Position)-[l:LEADS]->(:Position) WHERE p.exploration = $exploration
WITH p.ply AS ply, p.id AS position, count(*) AS moves
RETURN ply, count(*) AS positions, min(moves) AS least, avg(moves) AS mean, max(moves) AS most
ORDER BY ply

// = replies: Where do the moves of a position lead?
// position = 0
MATCH (p:Position)-[l:LEADS]->(q:Position) WHERE p.id = $position
RETURN l.move AS move, q.id AS position, q.winner AS winner
ORDER BY position, move

// = best-replies: What are the moves of a position worth, the best first?
// position = 0
MATCH (p:Position)-[l:LEADS]->(q:Position)-[w:WORTH]->(:Exploration) WHERE p.id = $position
RETURN l.move AS move, q.id AS position, w.winner AS winner, w.distance AS distance,
       CASE WHEN w.winner = p.mover THEN 1 WHEN w.winner = 0 THEN 0 ELSE -1 END AS worth
ORDER BY worth DESC, distance, position, move

// = ways-in: From which positions is a position reached, and by which moves?
// position = 1
MATCH (p:Position)-[l:LEADS]->(q:Position) WHERE q.id = $position
RETURN p.id AS position, p.ply AS ply, l.move AS move
ORDER BY position, move

// = transpositions: Which positions can be reached in the most ways from the move before?
// exploration = 0
// most = 10
MATCH (:Position)-[l:LEADS]->(p:Position) WHERE p.exploration = $exploration
WITH p.id AS position, p.ply AS ply, count(*) AS ways
RETURN position, ply, ways
ORDER BY ways DESC, position LIMIT $most

// = ends: When do games end, over all positions, and who has won?
// exploration = 0
MATCH (p:Position) WHERE p.exploration = $exploration AND p.winner IS NOT NULL
RETURN p.ply AS ply, p.winner AS winner, count(*) AS positions
ORDER BY ply, winner

// = values-by-ply: How many positions does each player win if nobody errs?
// exploration = 0
MATCH (p:Position)-[w:WORTH]->(:Exploration) WHERE p.exploration = $exploration
RETURN p.ply AS ply, w.winner AS winner, count(*) AS positions
ORDER BY ply, winner

// = longest-wins: Which positions are won, and take the most moves?
// exploration = 0
// most = 10
MATCH (p:Position)-[w:WORTH]->(:Exploration)
WHERE p.exploration = $exploration AND w.distance IS NOT NULL
RETURN p.id AS position, p.ply AS ply, w.winner AS winner, w.distance AS distance
ORDER BY distance DESC, position LIMIT $most

// = only-moves: In which positions is one move alone right?
// exploration = 0
// most = 10
MATCH (p:Position)-[w:WORTH]->(:Exploration)
WHERE p.exploration = $exploration AND w.winner = p.mover AND p.winner IS NULL
MATCH (p)-[:LEADS]->(q:Position)-[v:WORTH]->(:Exploration)
WITH p.id AS position, p.ply AS ply, count(*) AS moves,
     count(CASE WHEN v.winner = p.mover THEN 1 END) AS right
WHERE right = 1 AND moves > 1
RETURN position, ply, moves
ORDER BY moves DESC, position LIMIT $most

// = shapes: How many boards have how many holes and which diameter, and how many of them are won?
// exploration = 0
MATCH (p:Position) WHERE p.exploration = $exploration
RETURN p.holes AS holes, p.diameter AS diameter, count(*) AS positions,
       count(CASE WHEN p.winner > 0 THEN 1 END) AS won
ORDER BY holes, diameter

// = shapes-played: How often did games reach boards of a shape, and who won them?
MATCH (t:Trial)-[:MADE]->(:Move)-[:REACHES]->(p:Position)
WITH p.holes AS holes, p.diameter AS diameter, t.winner AS winner
RETURN holes, diameter, count(*) AS times, count(CASE WHEN winner = 1 THEN 1 END) AS first,
       count(CASE WHEN winner = 2 THEN 1 END) AS second
ORDER BY holes, diameter

// = games-through: Which games went through a position, and how did they end?
// position = 0
// most = 10
MATCH (t:Trial)-[:MADE]->(m:Move)-[:REACHES]->(p:Position) WHERE p.id = $position
RETURN t.id AS trial, m.ply AS ply, t.winner AS winner, t.plies AS plies
ORDER BY trial, ply LIMIT $most

// = most-played: Through which positions did most games go, and who won them?
// ply = 2
// most = 10
MATCH (t:Trial)-[:MADE]->(m:Move)-[:REACHES]->(p:Position) WHERE m.ply = $ply
RETURN p.id AS position, count(*) AS games, count(CASE WHEN t.winner = 1 THEN 1 END) AS first,
       count(CASE WHEN t.winner = 2 THEN 1 END) AS second
ORDER BY games DESC, position LIMIT $most

// = first-moves: Which first moves were made, positions that are one taken together, and who won?
MATCH (t:Trial)-[:MADE]->(m:Move)-[:REACHES]->(p:Position)
WHERE m.ply = 1
RETURN p.exploration AS exploration, p.id AS position, count(*) AS games,
       count(CASE WHEN t.winner = 1 THEN 1 END) AS first,
       count(CASE WHEN t.winner = 2 THEN 1 END) AS second
ORDER BY exploration, games DESC, position

// = turning-points: After which moves were most more games, or fewer, won than before?
// games = 20
// most = 10
MATCH (t:Trial)-[:MADE]->(m:Move)-[:REACHES]->(p:Position),
      (m)-[:NEXT]->(n:Move)-[:REACHES]->(q:Position)
WITH p.id AS position, q.id AS reached, count(*) AS games,
     count(CASE WHEN t.winner = n.mover THEN 1 END) AS won
WITH position, sum(games) AS before, sum(won) AS hoped,
     collect({reached: reached, games: games, won: won}) AS moves
WHERE before >= $games
UNWIND moves AS move
WITH position, before, 1.0 * hoped / before AS share_before, move.reached AS reached,
     move.games AS games, 1.0 * move.won / move.games AS share
WHERE games >= $games
RETURN position, reached, before, share_before, games, share
ORDER BY abs(share - share_before) DESC, position, reached LIMIT $most

// = results: Who won how many games, and in how many moves?
MATCH (g:Game)<-[:PLAYS]-(:Run)<-[:OF]-(t:Trial)
RETURN g.name AS game, g.tiling AS tiling, t.winner AS winner, count(*) AS games,
       min(t.plies) AS least, avg(t.plies) AS mean, max(t.plies) AS most
ORDER BY game, tiling, winner

// = growth: How large is the board after each number of moves?
MATCH (g:Game)<-[:PLAYS]-(:Run)<-[:OF]-(:Trial)-[:MADE]->(m:Move)
RETURN g.name AS game, g.tiling AS tiling, m.ply AS ply, count(*) AS games, min(m.cells) AS least,
       avg(m.cells) AS mean, max(m.cells) AS most
ORDER BY game, tiling, ply

// = cells: Which cells were taken most, and how often by who won?
// most = 10
MATCH (t:Trial)-[:MADE]->(m:Move)-[:TAKES]->(c:Cell)
RETURN c.tiling AS tiling, c.i AS i, c.j AS j, c.k AS k, count(*) AS taken,
       count(CASE WHEN t.winner = m.mover THEN 1 END) AS won
ORDER BY taken DESC, tiling, i, j, k LIMIT $most

// = captures: Where were pieces taken off the board, or turned into others, and by whom?
// most = 10
MATCH (t:Trial)-[:MADE]->(m:Move)-[l:LEAVES]->(c:Cell) WHERE l.gone > 0
RETURN m.mover AS mover, l.component AS component, c.tiling AS tiling, c.i AS i, c.j AS j, c.k AS k,
       sum(l.gone) AS gone, count(CASE WHEN t.winner = m.mover THEN 1 END) AS won
ORDER BY gone DESC, mover, component, tiling, i, j, k LIMIT $most

// = unused: How many pieces are there after each number of moves, and which share of cells is unused?
MATCH (g:Game)<-[:PLAYS]-(:Run)<-[:OF]-(:Trial)-[:MADE]->(m:Move)
RETURN g.name AS game, g.tiling AS tiling, m.ply AS ply, count(*) AS games, avg(m.pieces) AS pieces,
       avg(1.0 - 1.0 * m.occupied / m.cells) AS unused
ORDER BY game, tiling, ply

// = explorations: What has been explored, and how far?
MATCH (e:Exploration)-[:EXPLORES]->(g:Game), (p:Position)
WHERE p.exploration = e.id
RETURN e.id AS exploration, g.name AS game, g.tiling AS tiling, e.way AS way,
       e.symmetry AS symmetry, count(*) AS positions, max(p.ply) AS plies
ORDER BY exploration
