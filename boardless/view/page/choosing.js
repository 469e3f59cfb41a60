// From clicks to moves: places one after the other, then the ways to lie, then buttons, one a move.

import { button, element, hinted } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { isHeld, moveLabels, placeLabel } from "./scene.js";

/** Return a move's data by their names; see `view.choices.Choice`. */
export function choiceOf(scene, text) {
  const [places, what, rotation, more = {}] = scene.moves[text];
  const { covers = [], puts = [], spot = 0, words = "" } = more;
  return { text, places, what, rotation, covers, puts, spot, words };
}

/** Tell whether a place may be clicked as step `n` of a move. */
function isStep({ places, covers }, n, place) {
  return places[n] === place || (n === places.length - 1 && covers.includes(place));
}

/** Return the moves, as texts, that go on from the places picked so far. */
export function candidates(scene, picked) {
  return Object.keys(scene.moves).filter((text) => {
    const { length } = scene.moves[text][0];
    if (picked.length >= length) return false;
    return !picked.length || picked.every((place, n) => isStep(choiceOf(scene, text), n, place));
  });
}

/** Return the candidates that a place completes or goes on with. */
export function onwards(scene, picked, place) {
  return candidates(scene, picked).filter((text) => isStep(choiceOf(scene, text), picked.length, place));
}

/** Return the places that may be clicked next. */
export function openPlaces(scene, picked) {
  const open = new Set();
  for (const text of candidates(scene, picked)) {
    const [places, , , more] = scene.moves[text];
    open.add(places[picked.length]);
    if (more?.covers && picked.length === places.length - 1) more.covers.forEach((one) => open.add(one));
  }
  return open;
}

/** Return the picked places with those in hands behind them that leave no choice. */
export function implied(scene, picked) {
  let now = picked;
  for (;;) {
    const found = candidates(scene, now);
    const next = new Set(found.map((text) => scene.moves[text][0][now.length]));
    const [only] = next;
    const goesOn = found.every((text) => scene.moves[text][0].length > now.length + 1);
    if (next.size !== 1 || !goesOn || !isHeld(scene, only)) return now;
    now = [...now, only];
  }
}

/** Return the moves that need no place: pass, swap. */
export function placeless(scene) {
  return Object.keys(scene.moves).filter((text) => scene.moves[text][0].length === 0);
}

/**
 * Return what a click on a place means: `moves` are complete, and `picked` are the places picked
 * from then on. Clicking what was picked last puts it back.
 */
export function click(scene, picked, place) {
  if (picked.at(-1) === place) return { picked: picked.slice(0, -1), moves: [], possible: true };
  let before = picked;
  let found = onwards(scene, before, place);
  if (!found.length && before.length) {
    before = [];
    found = onwards(scene, before, place);
  }
  if (!found.length) return { picked: [], moves: [], possible: false };
  const now = [...before, place];
  const moves = found.filter((text) => scene.moves[text][0].length === now.length);
  return { picked: moves.length === 1 && found.length === 1 ? [] : now, before, moves, possible: true };
}

/**
 * Return the ways in which a piece may lie: component, rotation and squares, each with the moves
 * that differ in nothing but what stands on it. The order is that of turning it.
 */
export function waysOf(scene, texts) {
  const ways = new Map();
  for (const text of texts) {
    const choice = choiceOf(scene, text);
    const key = [choice.what, choice.rotation, ...choice.puts.flat(), ...choice.covers].join("|");
    if (!ways.has(key)) ways.set(key, { ...choice, moves: [] });
    ways.get(key).moves.push(choice);
  }
  return [...ways.values()].sort((a, b) => a.what - b.what || turnOf(a) - turnOf(b));
}

function turnOf(way) {
  return way.covers.length ? way.puts[0][2] + (way.puts[0][1] > way.puts.at(-1)[1] ? 100 : 0) : way.rotation;
}

/** Tell whether a move lays a piece that is carried over the board: a tile, or one that can turn. */
export function isCarried(scene, text) {
  const [, what] = scene.moves[text];
  if (!what) return false;
  const kind = scene.kinds[what - 1];
  return Boolean(kind.tile || kind.parts.length || turning(scene).has(what));
}

const turnable = new WeakMap();

/** Return the components that some move turns. */
function turning({ moves }) {
  if (!turnable.has(moves)) {
    const found = Object.values(moves).filter(([, what, rotation]) => what && rotation);
    turnable.set(moves, new Set(found.map(([, what]) => what)));
  }
  return turnable.get(moves);
}

/** A list of buttons, one a move; `on.choose`, `on.point` and `on.leave` hear of them. */
export class Chooser {
  constructor(on) {
    this.on = on;
    this.element = element("div", { class: "chooser", role: "group", hidden: true });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") on.leave();
    });
  }

  get open() {
    return !this.element.hidden;
  }

  show(scene, moves, place, hints = {}) {
    this.element.setAttribute("aria-label", `moves to ${placeLabel(scene, place)}`);
    const corners = scene.cells[place] ? scene.shapes[scene.cells[place][0]].length / 2 : 4;
    const labels = moveLabels(scene, moves);
    const buttons = moves.map((text, n) => {
      const [, what, rotation] = scene.moves[text];
      const control = button("", () => this.on.choose(text), { "data-move": text });
      if (what) control.append(piecePicture(scene, [what, 1, 0, rotation], corners));
      control.append(labels[n]);
      hinted(control, hints[text]);
      control.addEventListener("pointerenter", () => this.on.point(text));
      control.addEventListener("pointerleave", () => this.on.point(""));
      control.addEventListener("focus", () => this.on.point(text));
      return control;
    });
    buttons.push(button("Cancel", () => this.on.leave()));
    this.element.replaceChildren(...buttons);
    this.element.hidden = false;
    buttons[0].focus();
  }

  close() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
