// The hands as rows of buttons, one a place.

import { button, element } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { contentsOf } from "./scene.js";

/** Return all hands of a scene. */
export function handsOf(scene, open, picked, press) {
  return scene.hands.map((hand) => {
    const title = hand.owner ? `${hand.name} of player ${hand.owner}` : hand.name;
    const places = hand.places.map((place) => handPlace(scene, place, open, picked, press));
    const classes = hand.owner === scene.mover ? "hand mover" : "hand";
    return element("div", { class: classes, role: "group", "aria-label": title }, title, ...places);
  });
}

function handPlace(scene, place, open, picked, press) {
  const pile = scene.piles[place];
  const words = [place, contentsOf(scene, place)];
  if (open.has(place)) words.push("can be played");
  const made = button("", () => press(place), {
    "data-place": place,
    "aria-label": words.join(", "),
    "aria-pressed": String(picked.includes(place)),
    class: [open.has(place) ? "open" : "", picked.includes(place) ? "picked" : ""].join(" "),
  });
  if (pile) made.append(piecePicture(scene, pile, 4));
  return made;
}
