// From clicks to moves: places one after the other, then a row of buttons, one a move left.

import { button, element } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { moveLabels, placeLabel } from "./scene.js";

/** Return the moves, as texts, that go on from the places picked so far. */
export function candidates(scene, picked) {
  return Object.keys(scene.moves).filter((text) => {
    const places = scene.moves[text][0];
    return picked.length < places.length && picked.every((place, n) => places[n] === place);
  });
}

/** Return the places that may be clicked next. */
export function openPlaces(scene, picked) {
  const next = candidates(scene, picked).map((text) => scene.moves[text][0][picked.length]);
  return new Set(next);
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
  let found = candidates(scene, before).filter(
    (text) => scene.moves[text][0][before.length] === place,
  );
  if (!found.length && before.length) {
    before = [];
    found = candidates(scene, before).filter((text) => scene.moves[text][0][0] === place);
  }
  if (!found.length) return { picked: [], moves: [], possible: false };
  const now = [...before, place];
  const moves = found.filter((text) => scene.moves[text][0].length === now.length);
  return { picked: moves.length === 1 && found.length === 1 ? [] : now, moves, possible: true };
}

/** A row of buttons, one a move; `on.choose`, `on.point` and `on.leave` hear of them. */
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

  show(scene, moves, place) {
    this.element.setAttribute("aria-label", `moves to ${placeLabel(scene, place)}`);
    const corners = scene.cells[place] ? scene.shapes[scene.cells[place][0]].length / 2 : 4;
    const labels = moveLabels(scene, moves);
    const buttons = moves.map((text, n) => {
      const [, what, rotation] = scene.moves[text];
      const control = button("", () => this.on.choose(text), { title: text, "data-move": text });
      if (what) control.append(piecePicture(scene, [what, 1, 0, rotation], corners));
      control.append(labels[n]);
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
