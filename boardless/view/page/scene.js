// Scenes as data: merge patches (RFC 7396), and names of places.

/** Return a merge patch applied to an object, which stays as it is. */
export function patched(old, patch) {
  const result = { ...old };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isObject(value)) result[name] = patched(isObject(result[name]) ? result[name] : {}, value);
    else result[name] = value;
  }
  return result;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return the box around all cells: x, y, width and height, with a margin. */
export function boxOf(scene) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [shape, x, y] of Object.values(scene.cells)) {
    const corners = scene.shapes[shape];
    for (let n = 0; n < corners.length; n += 2) {
      left = Math.min(left, x + corners[n]);
      right = Math.max(right, x + corners[n]);
      top = Math.min(top, y + corners[n + 1]);
      bottom = Math.max(bottom, y + corners[n + 1]);
    }
  }
  if (left > right) return { x: -100, y: -100, width: 200, height: 200 };
  const axes = axesOf(scene);
  const named = Object.keys(scene.labels).length || axes;
  const width = right - left;
  const beside = Math.max(named ? 0.9 * scene.room : 0, axes ? 1.5 * numberSize(scene, axes, width) : 0);
  const margin = 12 + beside + scene.margin;
  return {
    x: left - margin,
    y: top - margin,
    width: width + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/** Return the height of numbers beside a board that grows: small ones have to be read on a phone, and not touch. */
export function numberSize(scene, axes, width) {
  const step = Math.hypot(...axes[0]);
  return Math.max(0.42 * scene.room, 0.16 * step, Math.min(width / 36, 0.4 * step));
}

/** Return column, row and kind of a cell of a board that grows, from its name. */
export function numbersIn(name) {
  const [i, j, k = 0] = name.split(",").map(Number);
  return [i, j, k];
}

/** Return the steps to the next column and row of a board that grows, nothing where cells have names of their own. */
export function axesOf(scene) {
  if (Object.keys(scene.labels).length || scene.kinds.some((kind) => kind.card)) return null;
  const found = [null, null];
  for (const [name, [, x, y]] of Object.entries(scene.cells)) {
    const [i, j, k] = numbersIn(name);
    for (const [axis, [di, dj]] of [[1, 0], [0, 1]].entries()) {
      const next = scene.cells[`${i + di},${j + dj}${k ? `,${k}` : ""}`];
      if (next && !found[axis]) found[axis] = [next[1] - x, next[2] - y];
    }
    if (found[0] && found[1]) return found;
  }
  return null;
}

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

/** Return in words what each of some moves does, for those who choose one; no two are alike. */
export function moveLabels(scene, moves) {
  const labels = moves.map((text) => scene.moves[text][3]?.words || "Go on");
  return labels.map((label, n) => {
    const alike = labels.slice(0, n).filter((one) => one === label).length;
    return alike ? `${label}, way ${alike + 1}` : label;
  });
}
