// Scenes as data: names, contents and outlines of places.

/** Return the numbers of a pile by their names; `below` are the components under it. */
export function numbersOf(pile) {
  const [what, count = 1, state = 0, rotation = 0, value = 0, ...below] = pile;
  return { what, count, state, rotation, value, below };
}

/** Tell whether a place is one of a hand. */
export function isHeld(scene, place) {
  return !(place in scene.cells);
}

/** Return the label of a place. */
export function placeLabel(scene, place) {
  return scene.labels[place] || place;
}

/** Return in words the contents of a place. */
export function contentsOf(scene, place) {
  const pile = scene.piles[place];
  if (!pile) return "empty";
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  if (!what) return "covered";
  const kind = scene.kinds[what - 1];
  if (kind.faces.length) return `die that shows ${kind.faces[state]}`;
  const words = [kindWords(scene, what)];
  if (below.length) {
    const names = below.map((one) => kindWords(scene, one)).reverse();
    words.push(`on ${names.join(", on ")}`);
  } else if (count > 1) words.push(`${count} of them`);
  if (state && !kind.tile) words.push(`state ${state}`);
  if (rotation && kind.tile) words.push(`turned ${Math.round(kind.tile.degrees * rotation) % 360}°`);
  if (value) words.push(`value ${value}`);
  return words.join(" ");
}

function kindWords(scene, what) {
  if (!what) return "something covered";
  const kind = scene.kinds[what - 1];
  return kind.owner ? `${kind.title} of player ${kind.owner}` : kind.title;
}

/** Return the corners of a cell as points of a polygon. */
export function outlineOf(scene, [shape, x, y], share = 1) {
  return scene.shapes[shape].map((n, at) => (at % 2 ? y : x) + share * n).join(" ");
}
