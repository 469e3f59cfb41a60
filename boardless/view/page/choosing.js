// Places of scenes in words, and the way from clicks to moves.

import { button, element, fill, hinted } from "./elements.js";
import { putIcon } from "./picture.js";

/** Return the numbers of a pile by their names; `below` are the components under it. */
export function numbersOf(pile) {
  const [what, count = 1, state = 0, rotation = 0, value = 0, ...below] = pile;
  return { what, count, state, rotation, value, below };
}

/** Tell whether a place is one of a hand. */
export function isHeld(scene, place) {
  return !(place in scene.cells);
}

/** Return the place that an element shows or lies on, "" for none. */
export function placeAt(node) {
  return node?.closest("[data-place]")?.dataset.place || "";
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

const choices = new WeakMap();

/**
 * Return the moves of a scene as choices; see `view.choices.Choice`.
 *
 * Those are `carried` that lay a piece which is carried over the board: a tile, or one that some move turns.
 */
function choicesOf({ moves, kinds }) {
  if (!choices.has(moves)) {
    const turned = new Set(Object.values(moves).map(([, what, rotation]) => rotation && what));
    const choiceOf = ([text, [places, what, rotation, { covers = [], puts = [], spot = 0, words = "" } = {}]]) => {
      const carried = what > 0 && Boolean(kinds[what - 1].tile || kinds[what - 1].large || turned.has(what));
      return { text, places, what, rotation, covers, puts, spot, words, carried };
    };
    choices.set(moves, Object.entries(moves).map(choiceOf));
  }
  return choices.get(moves);
}

/** Tell whether a place may be clicked as step `n` of a choice. */
function isStep({ places, covers }, n, place) {
  return places[n] === place || (n === places.length - 1 && covers.includes(place));
}

/** Tell whether the step behind the picked places is the last one of a choice. */
export function isLast({ places }, picked) {
  return places.length === picked.length + 1;
}

/** Return the choices that go on from the places picked so far. */
export function candidates(scene, picked) {
  return choicesOf(scene).filter((choice) => picked.length < choice.places.length && picked.every((place, n) => isStep(choice, n, place)));
}

/** Return the candidates that a place completes or continues. */
export function onwards(scene, picked, place) {
  return candidates(scene, picked).filter((choice) => isStep(choice, picked.length, place));
}

/** Return the places that may be clicked next. */
export function openPlaces(scene, picked) {
  const next = (choice) => [choice.places[picked.length], ...(isLast(choice, picked) ? choice.covers : [])];
  return new Set(candidates(scene, picked).flatMap(next));
}

/** Return the picked places, followed by places in hands that leave no choice. */
export function implied(scene, picked) {
  const ahead = candidates(scene, picked);
  const [next, ...others] = new Set(ahead.map(({ places }) => places[picked.length]));
  const isForced = ahead.length && !others.length && isHeld(scene, next) && !ahead.some((choice) => isLast(choice, picked));
  return isForced ? implied(scene, [...picked, next]) : picked;
}

/** Return the choices that need no place: pass, swap. */
export function placeless(scene) {
  return choicesOf(scene).filter(({ places }) => !places.length);
}

/**
 * Return the meaning of a click on a place: `moves` are the choices that it completes, and `picked`
 * are the places picked after it. A click on the last picked place puts it back.
 */
export function click(scene, picked, place) {
  if (picked.at(-1) === place) return { picked: picked.slice(0, -1), moves: [], possible: true };
  const before = [picked, []].find((places) => onwards(scene, places, place).length);
  if (!before) return { picked: [], moves: [], possible: false };
  const fitting = onwards(scene, before, place);
  const moves = fitting.filter((choice) => isLast(choice, before));
  return { picked: moves.length === 1 && fitting.length === 1 ? [] : [...before, place], moves, possible: true };
}

/**
 * Return the ways in which a piece may lie: component, rotation and squares, each with the choices
 * that differ only in the piece on it. They come in the order of rotation.
 */
export function waysOf(moves) {
  const ways = new Map();
  for (const choice of moves) {
    const key = [choice.what, choice.rotation, ...choice.puts.flat(), ...choice.covers].join("|");
    if (!ways.has(key)) ways.set(key, { ...choice, moves: [] });
    ways.get(key).moves.push(choice);
  }
  return [...ways.values()].sort((a, b) => a.what - b.what || turnOf(a) - turnOf(b));
}

function turnOf(way) {
  return way.covers.length ? way.puts[0][2] + (way.puts[0][1] > way.puts.at(-1)[1] ? 100 : 0) : way.rotation;
}

/** Return words for each of some choices, all different. */
function moveLabels(moves) {
  const labels = moves.map(({ words }) => words || "Go on");
  return labels.map((label, n) => {
    const alike = labels.slice(0, n).filter((other) => other === label).length;
    return alike ? `${label}, way ${alike + 1}` : label;
  });
}

/** Return a button for each of some moves; `on.play` and `on.preview` hear of them. */
export function moveButtons(scene, moves, hints, on) {
  const labels = moveLabels(moves);
  return moves.map(({ text, what, rotation }, n) => {
    const point = () => on.preview(text);
    const control = button([what > 0 && putIcon(scene, what, rotation), labels[n]], () => on.play(text), {
      "data-move": text,
      onpointerenter: point,
      onpointerleave: () => on.preview(""),
      onfocus: point,
    });
    return hinted(control, hints[text]);
  });
}

/** A list of buttons, one a move; `on.play`, `on.preview` and `on.cancel` hear of them. */
export class Chooser {
  constructor(on) {
    this.on = on;
    const onkeydown = ({ key }) => key === "Escape" && on.cancel();
    this.element = element("div.chooser", { role: "group", hidden: true, onkeydown });
  }

  get open() {
    return !this.element.hidden;
  }

  show(scene, moves, place, hints) {
    this.element.setAttribute("aria-label", `moves to ${placeLabel(scene, place)}`);
    const buttons = moveButtons(scene, moves, hints, this.on);
    buttons.push(button("Cancel", () => this.on.cancel()));
    fill(this.element, buttons);
    this.element.hidden = false;
    buttons[0].focus();
  }

  close() {
    this.element.hidden = true;
    fill(this.element);
  }
}
