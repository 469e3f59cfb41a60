// A small picture of a position, drawn as boards are, without anything to click on.

import { Board } from "./board.js";
import { cardPicture } from "./cards.js";
import { element } from "./elements.js";

// Cards that are shown of a hand.
const FAN = 5;

/** The picture of a scene. */
export class GamePicture {
  constructor(scene) {
    this.element = element("div", { class: "still", inert: true, "aria-hidden": "true" });
    const cards = cardsOf(scene);
    const cells = Object.keys(scene.cells).length;
    if (cells > 1 || !cards.length) {
      const nothing = () => {};
      const board = new Board({ press: nothing, point: nothing, key: nothing, stand: nothing });
      board.draw(scene, new Set(), []);
      this.element.append(bare(board.element));
    }
    if (cards.length) {
      const fan = cards.map((pile) => cardPicture(scene, pile));
      this.element.append(element("div", { class: "spread" }, ...fan));
      this.element.classList.add(cells > 1 ? "both" : "cards-alone");
    }
  }
}

/** Return a picture without the names of what could be clicked on. */
function bare(picture) {
  for (const node of [picture, ...picture.querySelectorAll("[role], [tabindex]")]) {
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "data-place"]) node.removeAttribute(name);
  }
  return picture;
}

/** Return a few cards of hands, no two alike. */
function cardsOf(scene) {
  const found = new Map();
  for (const hand of scene.hands) {
    for (const place of hand.places) {
      const pile = scene.piles[place];
      if (pile?.[0] && scene.kinds[pile[0] - 1].card) found.set(pile[0], [pile[0], 1]);
      if (found.size >= FAN) return [...found.values()];
    }
  }
  return [...found.values()];
}
