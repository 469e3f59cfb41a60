// Cards, drawn from their properties: a number, a suit, a colour with a sign, and the name.

import { svg } from "./elements.js";

// The size of a card, and of its corners.
const CARD = { width: 60, height: 84, rx: 6 };
// Colours by their names, as fill, ink and sign: the sign tells them apart in grey.
export const INKS = {
  red: ["#c8362e", "#ffffff", "◆"],
  blue: ["#24589b", "#ffffff", "●"],
  green: ["#6fb36a", "#10240e", "▲"],
  yellow: ["#f6d34a", "#2b2200", "■"],
  white: ["#f4f4f0", "#16202b", "○"],
  black: ["#2a2d33", "#ffffff", "✖"],
  orange: ["#e8883a", "#241000", "✚"],
  purple: ["#7a4b9c", "#ffffff", "★"],
  pink: ["#eba3c0", "#2e0a1b", "♥"],
  brown: ["#8a5d3b", "#ffffff", "▼"],
  grey: ["#9aa3ad", "#16202b", "□"],
};
export const BY_NUMBER = ["red", "blue", "green", "yellow", "white", "purple", "orange", "brown"];
const SUITS = { spade: "♠", heart: "♥", diamond: "♦", club: "♣" };
const SUIT_ORDER = ["spade", "heart", "diamond", "club"];
// Properties that are the number of a card, the first one that it has.
const NUMBERS = ["Number", "Value", "Rank", "Gems", "Pips", "Strength"];

/** Return a property of a card by one of its names, whatever their case. */
function property(card, ...names) {
  for (const name of names) {
    const found = Object.keys(card).find((one) => one.toLowerCase() === name.toLowerCase());
    if (found !== undefined && card[found] >= 0) return card[found];
  }
  return undefined;
}

/** Return how a card looks: fill, ink, sign, corner and the words in its middle. */
export function cardLook({ card, title }) {
  const words = title.split(" ");
  const lower = words.map((word) => word.toLowerCase());
  const colourIndex = property(card, "Colour", "Color");
  let colour = lower.find((word) => word in INKS);
  if (!colour && colourIndex) colour = BY_NUMBER[(colourIndex - 1) % BY_NUMBER.length];
  let [fill, ink, sign] = colour ? INKS[colour] : ["#fffdf6", "#16202b", ""];
  const suitIndex = property(card, "Suit");
  let suit = SUIT_ORDER.find((one) => lower.some((word) => word.startsWith(one)));
  if (!suit && suitIndex !== undefined) suit = SUIT_ORDER[suitIndex % 4];
  if (suit) {
    sign = SUITS[suit];
    if (suit === "heart" || suit === "diamond") ink = "#a3262a";
  }
  const rest = words.filter((word, n) => !(lower[n] in INKS && words.length > 1)).join(" ");
  const number = property(card, ...NUMBERS);
  const named = property(card, "Rank") !== undefined && !/^\d/.test(rest);
  const corner = number === undefined ? "" : named ? rest.slice(0, 1) : String(number);
  return { fill, ink, sign, corner, words: rest, colour: colour || "" };
}

/** Return the parts of a card around the middle, `height` high. */
export function cardShape(kind, height) {
  const scale = height / CARD.height;
  const group = svg("g", { class: "card-shape", transform: `scale(${scale}) translate(-30 -42)` });
  if (!kind.card) return back(group);
  const { fill, ink, sign, corner, words } = cardLook(kind);
  group.append(svg("rect", { ...CARD, fill, class: "card-edge" }));
  const write = (text, x, y, size, anchor = "middle") =>
    group.append(svg("text", { x, y, "font-size": size, fill: ink, "text-anchor": anchor }, text));
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
