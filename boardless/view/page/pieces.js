// Pieces as SVG: discs, stacks that fan out, dice, tiles, covered pieces.

import { numbersOf } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";
// Shares of the circle that fits into every cell, as in the static pictures.
const DISC = 0.68;
const RING = 0.88;
// A piece that is a ring: its outer and its inner edge.
const HOOP = 0.94;
const HOLE = 0.7;
// So many discs of a stack are drawn; how many there are is written on it.
const SHOWN = 7;
// How much higher a piece is that lies on another, in the same share.
const RAISED = 0.16;
const COVERED = { fill: "#9aa3ad", ink: "#16202b", mark: "?", faces: [], parts: [] };
// The disc below a sign.
const BLANK = { fill: "#ffffff", ink: "#16202b" };
// Which of nine places, row by row, have a pip.
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** Return a new SVG element with attributes and, if given, text. */
export function svg(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

/** Return a ring around a place. */
export function ring(x, y, room) {
  const width = 0.12 * room;
  return svg("circle", { cx: x, cy: y, r: RING * room, class: "last", "stroke-width": width });
}

/** Return the picture of a pile, as a group. */
export function pilePicture(scene, pile, x, y, corners = 4) {
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  const group = svg("g", { class: "pile", transform: `translate(${x} ${y})` });
  const room = scene.room;
  const kind = kindOf(scene, what);
  if (kind.parts.length) group.append(...partPictures(scene, kind));
  else if (kind.tile) {
    group.append(tilePicture(kind, rotation, room, standing(scene, state, value)));
    const sign = signOf(kind, value);
    if (sign) group.append(discPicture(BLANK, 0, 0, room), label(sign, DISC * room, BLANK.ink));
  } else if (kind.faces.length) group.append(diePicture(kind, state, room));
  else {
    const lower = below.length ? below : Array(count - 1).fill(what);
    const shown = lower.slice(-SHOWN + 1).map((one) => kindOf(scene, one));
    const all = [...shown, kind];
    // A ring lies around what it holds, and is not raised.
    const around = all.some((one) => one.hollow);
    const step = around ? 0 : Math.min(RAISED, 0.5 / Math.max(shown.length, 1));
    for (const [level, one] of all.entries()) group.append(discPicture(one, level, step, room));
    const top = group.lastChild;
    if (rotation) top.append(notch(DISC * room, (360 / corners) * rotation, kind.ink));
    const many = count > 1 && !around ? `×${count}` : "";
    const marks = [kind.mark, many, state ? `:${state}` : "", value ? `$${value}` : ""];
    const text = marks.filter(Boolean).join(" ");
    if (text) top.append(label(text, DISC * room, kind.ink));
  }
  return group;
}

function kindOf(scene, what) {
  return what ? scene.kinds[what - 1] : COVERED;
}

function discPicture(kind, level, step, room) {
  const disc = svg("g", { class: "disc" });
  // How far it is raised, and how far to the side where the stack is fanned out.
  disc.style.setProperty("--raised", `${-level * step * room}px`);
  disc.style.setProperty("--aside", `${level * 0.7 * room}px`);
  if (kind.hollow) disc.append(hoopPicture(kind, room));
  else disc.append(svg("circle", { r: DISC * room, fill: kind.fill, class: "piece" }));
  return disc;
}

function hoopPicture(kind, room) {
  const circle = (r) => `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
  const d = circle(HOOP * room) + circle(HOLE * room);
  return svg("path", { d, fill: kind.fill, "fill-rule": "evenodd", class: "piece" });
}

/** Return the sign on a square of a large tile: one for all values, or by its value. */
function signOf({ signs }, value) {
  if (signs.length < 2) return signs[0] || "";
  return value < signs.length ? signs[value] : String(value);
}

/** Return the squares of a large tile that is not laid yet. */
function partPictures(scene, kind) {
  return kind.parts.map(([what, value, rotation, x, y]) =>
    pilePicture(scene, [what, 1, 0, rotation, value], x, y),
  );
}

/** Return a die with a face up: pips up to six, else the number on it. */
function diePicture(kind, face, room) {
  const die = svg("g", { class: "die" });
  const side = 1.3 * room;
  const corner = { x: -side / 2, y: -side / 2, rx: 0.2 * room, width: side, height: side };
  die.append(svg("rect", { ...corner, fill: "#ffffff", class: "piece" }));
  const number = kind.faces[face];
  if (number < 1 || number > 6) die.append(label(String(number), DISC * room, "#16202b"));
  else {
    for (const n of PIPS[number]) {
      const [column, row] = [(n % 3) - 1, Math.floor(n / 3) - 1];
      const at = { cx: 0.37 * room * column, cy: 0.37 * room * row };
      die.append(svg("circle", { ...at, r: 0.13 * room, fill: "#16202b" }));
    }
  }
  return die;
}

/** Return the segment on which a piece of a player stands, counted from 0, and its colour. */
function standing(scene, state, player) {
  const own = scene.kinds.find((kind) => player && kind.owner === player);
  return { segment: state - 1, fill: own ? own.fill : "" };
}

/** Return a tile with its paths and segments, turned, and the piece that stands on it. */
function tilePicture(kind, rotation, room, piece) {
  const { outline, fill, degrees, band, casing, paths, layers, anchors } = kind.tile;
  const tile = svg("g", { class: "tile", transform: `rotate(${degrees * rotation})` });
  tile.append(svg("polygon", { points: outline.join(" "), class: "piece", fill }));
  for (const [colour, points] of layers) {
    tile.append(svg("polygon", { points: points.join(" "), class: "piece", fill: colour }));
  }
  if (piece.fill && anchors[piece.segment]) {
    const [cx, cy] = anchors[piece.segment];
    tile.append(svg("circle", { cx, cy, r: kind.tile.standing, class: "piece", fill: piece.fill }));
  }
  for (const [colour, [x, y, bendX, bendY, endX, endY]] of paths) {
    const d = `M${x},${y}Q${bendX},${bendY} ${endX},${endY}`;
    const drawn = (stroke, width) =>
      svg("path", { d, fill: "none", stroke, "stroke-width": width * room });
    tile.append(drawn("var(--ink)", band + 2 * casing), drawn(colour, band));
  }
  return tile;
}

function notch(radius, degrees, ink) {
  const [width, at] = [0.22 * radius, -0.95 * radius];
  const points = `0,${at} ${-width},${at + 2 * width} ${width},${at + 2 * width}`;
  return svg("polygon", { points, fill: ink, transform: `rotate(${degrees})` });
}

function label(text, radius, ink) {
  const size = (1.5 * radius) / Math.max(text.length * 0.75, 1.5);
  return svg("text", { dy: "0.36em", "font-size": size, fill: ink, class: "mark" }, text);
}

/** Return a small picture of a piece, for buttons. */
export function piecePicture(scene, pile, corners) {
  const room = scene.room;
  const parts = kindOf(scene, numbersOf(pile).what).parts;
  // A large tile is so much wider and higher than a cell.
  const [wide, high] = [3, 4].map((axis) => 1 + Math.max(0, ...parts.map((part) => part[axis])) / room);
  const picture = svg("svg", {
    viewBox: `${-room * wide} ${-room * high} ${2 * room * wide} ${2 * room * high}`,
    class: "icon",
    "aria-hidden": "true",
  });
  picture.style.setProperty("--wide", wide);
  picture.style.setProperty("--high", high);
  picture.append(pilePicture(scene, pile, 0, 0, corners));
  return picture;
}

/** Return a disc of a colour, for text. */
export function chip(colour) {
  const picture = svg("svg", { viewBox: "-10 -10 20 20", class: "chip", "aria-hidden": "true" });
  picture.append(svg("circle", { r: 9, fill: colour, class: "piece" }));
  return picture;
}
