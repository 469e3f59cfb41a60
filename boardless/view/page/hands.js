// The hands as rows of buttons, one a place.

import { button, element } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { contentsOf, numbersOf } from "./scene.js";

/** Return all hands of a scene. */
export function handsOf(scene, open, picked, press) {
  return scene.hands.map((hand) => {
    const title = hand.owner ? `${hand.name} of player ${hand.owner}` : hand.name;
    const held = hand.places.filter((place) => place in scene.piles || open.has(place));
    const places = held.map((place) => handPlace(scene, place, open, picked, press));
    if (!held.length) places.push(" is empty");
    const classes = hand.owner === scene.mover ? "hand mover" : "hand";
    return element("div", { class: classes, role: "group", "aria-label": title }, title, ...places);
  });
}

function handPlace(scene, place, open, picked, press) {
  const pile = scene.piles[place];
  const words = [place, contentsOf(scene, place)];
  const used = scene.used.includes(place);
  if (used) words.push("used");
  if (open.has(place)) words.push("can be played");
  const made = button("", () => press(place), {
    "data-place": place,
    "aria-label": words.join(", "),
    "aria-pressed": String(picked.includes(place)),
    class: [open.has(place) ? "open" : "", picked.includes(place) ? "picked" : ""].join(" "),
  });
  if (pile) made.append(...pictured(scene, pile));
  if (used) made.querySelector(".icon").classList.add("used");
  return made;
}

/** Return one of the pieces of a place, and how many there are; all of a stack. */
function pictured(scene, pile) {
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  if (count === 1 || below.length) return [piecePicture(scene, pile, 4)];
  return [piecePicture(scene, [what, 1, state, rotation, value], 4), `×${count}`];
}
