// Cards, drawn from their faces: a number, a suit, a colour with a sign, and the name.

import { svg } from "./elements.js";
import { FIGURES } from "./figures.js";

// The size of a card, and of its corners.
const CARD = { width: 60, height: 84, rx: 6 };
/** Return the parts of a card around the middle, `height` high. */
export function cardShape(kind, height) {
  const scale = height / CARD.height;
  const group = svg("g", { class: "card-shape", transform: `scale(${scale}) translate(-30 -42)` });
  if (!kind.card) return back(group);
  const { fill, ink, sign, corner, words, figure } = kind.card;
  group.append(svg("rect", { ...CARD, fill, class: "card-edge" }));
  const write = (text, x, y, size, anchor = "middle") =>
    group.append(svg("text", { x, y, "font-size": size, fill: ink, "text-anchor": anchor }, text));
  if (figure && FIGURES[figure]) {
    for (const d of FIGURES[figure]) {
      group.append(svg("path", { d, fill: ink, stroke: fill, "stroke-width": 2, "fill-rule": "evenodd", transform: "translate(30 34) scale(0.5)" }));
    }
    const lines = words.split(" ");
    const size = Math.min(12, 90 / Math.max(...lines.map((line) => line.length)));
    lines.forEach((line, n) => write(line, 30, 78 - (lines.length - 1 - n) * size * 1.05, size));
    return group;
  }
  const large = words === corner || words.length <= 2;
  if (corner) {
    write(corner, 5, 17, 16, "start");
    write(corner, 55, 79, 16, "end");
  }
  if (sign) write(sign, 54, 16, 14, "end");
  if (sign) write(sign, 6, 79, 14, "start");
  if (large) {
    write(words, 30, sign ? 50 : 54, 32);
    if (sign) write(sign, 30, 68, 14);
    return group;
  }
  const lines = words.split(" ");
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(15, 88 / longest);
  const top = 46 - ((lines.length - 1) * size * 1.1) / 2;
  lines.forEach((line, n) => write(line, 30, top + n * size * 1.1, size));
  return group;
}

function back(group) {
  group.append(svg("rect", { ...CARD, fill: "#5b6b7d", class: "card-edge" }));
  group.append(svg("rect", { x: 6, y: 6, width: 48, height: 72, rx: 3, fill: "none", stroke: "#dfe6ee", "stroke-width": 2 }));
  for (const [x, y] of [[30, 24], [30, 60], [18, 42], [42, 42], [30, 42]]) {
    group.append(svg("path", { d: `M${x},${y - 9}l7,9l-7,9l-7,-9z`, fill: "#dfe6ee" }));
  }
  return group;
}

/** Return a card of a hand, face up, or its back where the seat may not see it. */
export function cardPicture(scene, [what]) {
  const picture = svg("svg", { viewBox: "-31 -43 62 86", class: "icon card", "aria-hidden": "true" });
  picture.append(cardShape(what ? scene.kinds[what - 1] : {}, CARD.height));
  return picture;
}
