// The board: a picture whose cells are buttons, and above it the player's marks and carried pieces.

import { contentsOf, outlineOf, placeAt, placeLabel } from "./choosing.js";
import { fill, furnish, hintWords, svg } from "./elements.js";
import { Drawing, itemPicture } from "./picture.js";
import { mayMove, nearestAhead, STEPS, Zoom } from "./zoom.js";

/** Shows scenes; tells `on.press`, `on.point`, `on.stand` and `on.key` what happens to places. */
export class Board {
  scene = null;
  element = svg("svg.board", {
    role: "group",
    "aria-label": "board",
    onclick: ({ target }) => this.clicked(target),
    onpointerover: ({ target }) => this.on.point(placeAt(target)),
    onpointerleave: () => this.on.point(""),
    onfocusin: ({ target }) => this.focusedAt(placeAt(target)),
    onfocusout: () => fill(this.layers.focus),
    onkeydown: (event) => this.pressed(event),
  });
  drawing = new Drawing(this.element);
  layers = {};
  zoom = new Zoom(this.element);
  open = new Set();
  focused = "";
  fanned = { place: "", nodes: [] };
  byKeys = true; // until somebody points

  constructor(on) {
    this.on = on;
    for (const name of ["picks", "lit", "dots", "hints", "ghost", "laid", "focus"]) {
      this.layers[name] = this.element.appendChild(svg("g", { class: name }));
    }
  }

  clicked(target) {
    if (this.zoom.dragged) return;
    const spot = target.closest("[data-spot]");
    if (spot) this.on.stand(Number(spot.dataset.spot));
    else if (placeAt(target)) this.on.press(placeAt(target));
  }

  /** Show a scene, with the places that may be clicked now and those already picked. */
  draw(scene, open, picked) {
    const before = this.scene;
    const moving = before?.title === scene.title && mayMove(scene);
    this.scene = scene;
    this.open = open;
    if (scene.picture.box !== before?.picture.box) this.zoom.setBox(scene.picture.box, moving);
    // Pieces visibly move to the places of the last move.
    this.drawing.draw(scene.picture, (layer, { place }) => moving && (layer === "cells" || scene.last.includes(place)));
    for (const place of Object.keys(scene.cells)) this.describe(place, picked);
    const isTaken = (place) => place in scene.piles;
    fill(
      this.layers.dots,
      this.frames([...open].filter(isTaken), 0.91, 0.09, "taken"),
      [...open].filter((place) => place in scene.cells && !isTaken(place)).map((place) => this.dot(scene.cells[place])),
    );
    fill(this.layers.picks, this.frames(picked.filter(isTaken), 0.95, 0.1, "picked-one"));
    fill(this.layers.lit);
    this.fan(this.fanned.place);
    if (!this.cell(this.focused)) this.setTabStop(Object.keys(scene.cells)[0] || "");
  }

  /** Return the element of a cell. */
  cell(place) {
    return this.drawing.node("cells", place);
  }

  /** Say in words and by classes how it stands with a cell, unless that has been said. */
  describe(place, picked) {
    const { scene, open } = this;
    const node = this.cell(place);
    const [opens, isPicked, isLast] = [open.has(place), picked.includes(place), scene.last.includes(place)];
    const state = [opens, isPicked, isLast, scene.piles[place]].join("|");
    if (node.described === state) return;
    node.described = state;
    const words = [`cell ${placeLabel(scene, place)}`, contentsOf(scene, place), isLast && "last move", opens && "can be played", isPicked && "picked"];
    furnish(node, {
      "data-place": place,
      role: "button",
      "aria-label": words.filter(Boolean).join(", "),
      "aria-pressed": String(isPicked),
      tabindex: place === this.focused ? 0 : -1,
      class: [opens && "open", isPicked && "picked"],
    });
  }

  /** Return the dot on a possible target of a move. */
  dot([shape, x, y]) {
    const { sizes, room } = this.scene;
    return svg("circle", { cx: x, cy: y, r: 0.2 * (sizes[shape] || 0.35) * room });
  }

  /** Return frames of cells that are seen on light and on dark: a line, and a wider one of another colour below it. */
  frames(places, share, width, name) {
    const { scene } = this;
    const cells = places.map((place) => scene.cells[place]).filter(Boolean);
    return cells.flatMap((cell) => {
      const points = outlineOf(scene, cell, share);
      const pen = width * scene.room;
      return [svg("polygon.below-frame", { points, "stroke-width": 2.4 * pen }), svg("polygon", { points, class: name, "stroke-width": pen })];
    });
  }

  /** Highlight places: the places of the move under the pointer in the list. */
  light(places) {
    if (this.scene) fill(this.layers.lit, this.frames(places, 0.95, 0.1, "lit-one"));
  }

  /** Fan out the stack on a place, and no other. */
  fan(place) {
    for (const node of this.fanned.nodes) node.style.translate = "";
    const nodes = [];
    this.fanned = { place, nodes };
    if (!this.scene) return;
    const { picture, room } = this.scene;
    const { pieces } = picture.layers;
    for (let level = 1; pieces[`${place}/${level}`]; level += 1) {
      const up = pieces[`${place}/${level}`].y - pieces[place].y;
      // Men on a point of Backgammon lie next to each other anyway.
      if (Math.abs(up) > 0.3 * level * room) return;
      nodes.push(this.drawing.node("pieces", `${place}/${level}`));
      nodes.at(-1).style.translate = `${0.7 * level * room}px ${up}px`;
    }
  }

  /** Show the changes of a move as a ghost: its scene, or nothing. */
  ghost(scene) {
    const parts = [];
    if (scene) {
      const fresh = Object.keys(scene.cells).filter((place) => !(place in this.scene.cells));
      parts.push(...fresh.map((place) => svg("polygon.new", { points: outlineOf(scene, scene.cells[place]) })));
      for (const layer of ["tiles", "pieces"]) {
        const [now, then] = [this.scene.picture.layers[layer], scene.picture.layers[layer]];
        const changed = Object.keys(then).filter((id) => then[id] !== now[id]);
        parts.push(...changed.map((id) => itemPicture(scene.picture, then[id])));
      }
      const left = Object.keys(this.scene.piles).filter((place) => !(place in scene.piles) && place in this.scene.cells);
      parts.push(...left.map((place) => cross(this.scene.cells[place], scene.room)));
    }
    fill(this.layers.ghost, parts);
  }

  /** Show the carried tile at a fitting place: the squares that it would cover. */
  carry(way, place) {
    fill(this.layers.ghost, this.squaresOf(way, place));
  }

  squaresOf(way, place) {
    const { scene } = this;
    const puts = way.puts.length ? way.puts : [[place, way.what, way.rotation, 0]];
    return puts.flatMap(([where, what, rotation, value]) => {
      const cell = scene.cells[where] || this.placeBeside(where, place);
      if (!cell) return [];
      const [shape, x, y] = cell;
      return itemPicture(scene.picture, { ...scene.picture.puts[[what, rotation, value]], x, y, scale: scene.sizes[shape] });
    });
  }

  /** Return the position of a cell that the board does not have yet, computed from the lattice. */
  placeBeside(where, place) {
    const { axes, cells, shapes } = this.scene;
    if (!axes || shapes.length > 1) return null;
    const [shape, x, y] = cells[place];
    const from = place.split(",");
    const [i, j] = where.split(",").map((number, n) => number - from[n]);
    const [[a, b], [c, d]] = axes;
    return [shape, x + i * a + j * c, y + i * b + j * d];
  }

  /** Show the piece that lies on a place for the time being, and the segments that may be stood on. */
  lay(laid) {
    if (!laid) return fill(this.layers.laid);
    const { scene } = this;
    const way = laid.ways[laid.at];
    const covered = (way.covers.length ? way.covers : [laid.place]).filter((place) => place in scene.cells);
    const frames = covered.map((place) => svg("polygon.frame-of-laid", { points: outlineOf(scene, scene.cells[place]) }));
    const spots = way.moves.filter(({ spot }) => spot).map(({ spot }) => this.spot(way, laid.place, spot));
    return fill(this.layers.laid, frames, this.squaresOf(way, laid.place), spots);
  }

  /** Return the ring on a segment of the laid tile, with the follower that may stand there. */
  spot({ what, rotation }, place, spot) {
    const { tile } = this.scene.kinds[what - 1];
    const [, x, y] = this.scene.cells[place];
    const [cx, cy] = tile.anchors[spot - 1];
    const turn = tile.degrees * rotation;
    const words = `a follower on the ${tile.segments[spot - 1]}`.toLowerCase();
    const stand = () => this.on.stand(spot);
    const onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.stopPropagation();
      event.preventDefault();
      stand();
    };
    return svg(
      "g.spot",
      { "data-spot": spot, role: "button", tabindex: "0", "aria-label": words, transform: `translate(${x} ${y}) rotate(${turn})`, onkeydown },
      svg("circle.spot-ring", { cx, cy, r: 0.9 * tile.ring }),
      itemPicture(this.scene.picture, { symbol: "follower", x: cx, y: cy, turn: -turn }),
      svg("title", words),
    );
  }

  /** Write the hints of an agent on cells: {place: [share, value]}. */
  hint(hints) {
    const { cells, room } = this.scene;
    const parts = Object.entries(hints).filter(([place]) => cells[place]).flatMap(([place, hint]) => {
      const [, x, y] = cells[place];
      const ring = svg("circle", { cx: x, cy: y, r: room * (0.2 + 0.7 * Math.sqrt(hint[0])), "data-hint": hint[0] });
      return [ring, svg("text", { x, y, dy: "0.36em", "font-size": 0.5 * room }, hintWords(hint))];
    });
    fill(this.layers.hints, parts);
  }

  // -- keys ---------------------------------------------------------------------------------

  setTabStop(place) {
    this.cell(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = place;
    this.cell(place)?.setAttribute("tabindex", "0");
  }

  /** Set whether the reader uses keys now; with a pointer no frame is needed. */
  keyed(byKeys) {
    this.byKeys = byKeys;
    if (!byKeys) fill(this.layers.focus);
  }

  /** Draw around the cell that keys act on; its neighbours lie over its own border. */
  focusedAt(place) {
    if (!place) return;
    this.setTabStop(place);
    if (this.byKeys && this.cell(place).matches(":focus-visible")) {
      fill(this.layers.focus, svg("polygon", { points: outlineOf(this.scene, this.scene.cells[place]) }));
    }
    this.on.point(place);
  }

  focus(place) {
    this.cell(place)?.focus();
  }

  pressed(event) {
    const place = event.target.dataset.place;
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.on.key(event)) event.preventDefault();
    else if (event.key in STEPS) this.focus(this.neighbour(place, event.key));
    else if (event.key === "Enter" || event.key === " ") this.on.press(place);
    else if (event.key === "n") this.focus(this.nextOpen(place, 1));
    else if (event.key === "p") this.focus(this.nextOpen(place, -1));
    else if (event.key === "+" || event.key === "-" || event.key === "0") this.zoom.key(event.key);
    else return;
    event.preventDefault();
  }

  /** Return the nearest cell in the direction of a key, the same one if there is none. */
  neighbour(place, key) {
    const places = Object.entries(this.scene.cells).map(([name, [, x, y]]) => [name, x, y]);
    return nearestAhead(places, place, this.scene.cells[place].slice(1), STEPS[key]);
  }

  /** Return the next place that can be played, row by row. */
  nextOpen(place, step) {
    const { cells } = this.scene;
    const places = [...new Set([...this.open, place])].filter((name) => name in cells);
    places.sort((a, b) => cells[a][2] - cells[b][2] || cells[a][1] - cells[b][1]);
    return places[(places.indexOf(place) + step + places.length) % places.length];
  }
}

function cross([, x, y], room) {
  const d = 0.5 * room;
  return svg("path.gone", { d: `M${x - d},${y - d}l${2 * d},${2 * d}m0,${-2 * d}l${-2 * d},${2 * d}` });
}
