// What is chosen among several moves to the same place: component and rotation, with a preview.

import { button, element } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { moveLabels, placeLabel } from "./scene.js";

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
      const made = button("", () => this.on.choose(text), { title: text, "data-move": text });
      if (what) made.append(piecePicture(scene, [what, 1, 0, rotation], corners));
      made.append(labels[n]);
      made.addEventListener("pointerenter", () => this.on.point(text));
      made.addEventListener("pointerleave", () => this.on.point(""));
      made.addEventListener("focus", () => this.on.point(text));
      return made;
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
