// Pieces as SVG: discs and figures, stacks that fan out, dice, tiles, cards, covered pieces.

import { cardShape } from "./cards.js";
import { svg } from "./elements.js";
import { BY_NUMBER, FIGURES, INKS, STROKES, WOOD } from "./figures.js";
import { numbersOf } from "./scene.js";

// Shares of the circle that fits into every cell, as in the static pictures.
const DISC = 0.78;
const RING = 0.95;
// A piece that is a ring: its outer and its inner edge.
const HOOP = 0.94;
const HOLE = 0.7;
// So many discs of a stack are drawn; how many there are is written on it.
const SHOWN = 7;
// How much higher a piece is that lies on another, in the same share.
const RAISED = 0.16;
const COVERED = { fill: "#9aa3ad", ink: "#16202b", written: "?", title: "", faces: [], parts: [], signs: [], form: "disc", figure: "" };
// The disc below a sign.
const BLANK = { fill: "#ffffff", ink: "#16202b" };
// Which of nine places, row by row, have a pip.
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
// Of the radius of a cell: the size of a seed. So many at most are drawn in a pit.
const SEED = 0.2;
const MOST_SEEDS = 16;

/** Return the mark of the last move: around a tile its edge, around a piece a thin ring. */
export function lastMark(x, y, room, points) {
  if (points) return svg("polygon", { points, class: "last", "stroke-width": 0.07 * room });
  return svg("circle", { cx: x, cy: y, r: RING * room, class: "last", "stroke-width": 0.07 * room });
}

/** Return the picture of a pile, as a group. */
export function pilePicture(scene, pile, x, y, corners = 4, raise = 0) {
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  const group = svg("g", { class: "pile", transform: `translate(${x} ${y})` });
  const room = scene.room;
  const kind = kindOf(scene, what);
  if (kind.parts.length) group.append(...partPictures(scene, kind));
  else if (kind.tile) {
    group.append(tilePicture(kind, rotation, room, standing(scene, state, value)));
    const sign = signOf(kind, value);
    const isPip = kind.signs.length && /^[0-9]$/.test(sign);
    if (isPip) group.append(pipPicture(Number(sign), room, kind.tile.degrees * rotation));
    else if (sign) group.append(signPicture(sign, room));
  } else if (kind.faces.length) group.append(diePicture(kind, state, room));
  else if (kind.card) {
    group.append(cardShape(kind, 1.9 * room));
    const asked = !kind.card.sign && !kind.card.figure && state ? INKS[BY_NUMBER[state - 1]] : null;
    if (asked) group.append(askedPicture(asked, room));
  } else {
    const lower = below.length ? below : Array(count - 1).fill(what);
    const shown = lower.slice(raise ? -14 : -SHOWN + 1).map((one) => kindOf(scene, one));
    const all = [...shown, kind];
    // A ring lies around what it holds, and is not raised.
    const around = all.some((one) => one.hollow);
    let step = around ? 0 : Math.min(RAISED, 0.5 / Math.max(shown.length, 1));
    // Along a point of Backgammon, no longer than it is.
    if (raise) step = (-raise / room) * Math.min(1, 4 / Math.max(shown.length, 1));
    for (const [level, one] of all.entries()) {
      group.append(discPicture(scene, one, level, step, room, corners));
    }
    const top = group.lastChild;
    if (rotation) top.append(notch(DISC * room, (360 / corners) * rotation, kind.ink));
    const many = count > 1 && !around ? `×${count}` : "";
    const figured = kind.figure && kind.form !== "number";
    const marks = [kind.written, figured ? "" : many, value ? String(value) : ""];
    const text = marks.filter(Boolean).join(" ");
    if (figured && many) top.append(...badge(many, room));
    if (kind.form === "number") top.append(label(kind.title, 0.9 * room, "var(--ink)"));
    else if (text) top.append(label(text, kind.figure ? 0.5 * room : DISC * room, kind.ink, kind.figure ? 0.55 * room : 0));
  }
  return group;
}

/** Return the seeds in a pit: as many as have room, and their number. */
export function seedsPicture(scene, pile, x, y) {
  const { what, count } = numbersOf(pile);
  const { room } = scene;
  const group = svg("g", { class: "pile", transform: `translate(${x} ${y})` });
  const shown = Math.min(count, MOST_SEEDS);
  for (let n = 0; n < shown; n += 1) {
    const [reach, turn] = [room * 0.98 * Math.sqrt((n + 0.3) / shown), n * 2.399963];
    const at = { cx: reach * Math.cos(turn), cy: reach * Math.sin(turn), r: SEED * room };
    group.append(svg("circle", { ...at, fill: kindOf(scene, what).fill, class: "piece thin" }));
  }
  if (count > 1) {
    const at = 1.05 * room;
    group.append(svg("circle", { cx: at, cy: at, r: 0.44 * room, fill: BLANK.fill, class: "piece thin" }));
    group.append(svg("text", { x: at, y: at, dy: "0.36em", "font-size": 0.55 * room, fill: BLANK.ink, class: "mark" }, String(count)));
  }
  return group;
}

/** Return a piece that fills its cell, or that is a bar along an edge. */
export function filledPicture(scene, pile, x, y, points, isCell) {
  const kind = kindOf(scene, pile[0]);
  const group = svg("g", { class: "pile bar" });
  group.append(svg("polygon", { points, fill: kind.fill, class: "piece disc" }));
  if (isCell && kind.figure) {
    const sign = figurePicture(FIGURES[kind.figure], 0.008 * scene.room, kind.ink, kind.fill);
    sign.setAttribute("transform", `translate(${x} ${y}) ${sign.getAttribute("transform")}`);
    group.append(sign);
  }
  return group;
}

/** Return the colour that was named for a card without one, as a band below it. */
function askedPicture([fill, ink, sign], room) {
  const band = svg("g", { class: "asked" });
  band.append(svg("circle", { cx: 0.5 * room, cy: 0.62 * room, r: 0.32 * room, fill, class: "piece" }));
  band.append(svg("text", { x: 0.5 * room, y: 0.74 * room, "font-size": 0.34 * room, fill: ink, class: "mark" }, sign));
  return band;
}

/** Return how many pieces lie here, on a disc of its own beside the figure of the uppermost one. */
function badge(text, room) {
  const at = { cx: 0.42 * room, cy: 0.46 * room, r: 0.31 * room };
  const size = { "font-size": 0.38 * room, fill: BLANK.ink, class: "mark" };
  return [svg("circle", { ...at, fill: BLANK.fill, class: "piece thin" }), svg("text", { x: at.cx, y: at.cy, dy: "0.36em", ...size }, text)];
}

function kindOf(scene, what) {
  return what ? scene.kinds[what - 1] : COVERED;
}

function discPicture(scene, kind, level, step, room, corners) {
  const disc = svg("g", { class: "disc" });
  // How far it is raised, and how far to the side where the stack is fanned out.
  disc.style.setProperty("--raised", `${-level * step * room}px`);
  disc.style.setProperty("--aside", `${level * 0.7 * room}px`);
  const figure = FIGURES[kind.figure] || [];
  if (kind.form === "ring") disc.append(kind.hollow ? hoopPicture(kind, HOOP, HOLE, room) : hoopPicture(kind, 0.75, 0.45, room));
  else if (kind.form === "number") return disc;
  else if (kind.form === "wood") disc.append(woodPicture(kind, room));
  else if (kind.form === "stands") disc.append(figurePicture(figure, 0.019 * room, kind.fill, kind.ink === "#ffffff" ? "#c9d6e2" : ""));
  else if (kind.form === "pen") {
    disc.append(strokePicture(kind.figure, 0.019 * room, "var(--outline)", 20));
    disc.append(strokePicture(kind.figure, 0.019 * room, kind.fill, 16));
  } else {
    const hex = figure.length && corners === 6;
    if (hex) disc.append(svg("polygon", { points: hexagon(1.02 * room), fill: kind.fill, class: "piece" }));
    else disc.append(svg("circle", { r: DISC * room, fill: kind.fill, class: "piece" }));
    if (kind.form === "stamp") disc.append(strokePicture(kind.figure, 0.0112 * room, kind.ink, 8));
    else if (figure.length) disc.append(figurePicture(figure, (hex ? 0.0165 : 0.0125) * room, kind.ink, kind.fill));
  }
  return disc;
}

/** Return a figure that is strokes of a pen. */
function strokePicture(name, scale, stroke, width) {
  const pen = { stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return svg("path", { d: STROKES[name], fill: "none", transform: `scale(${scale})`, ...pen });
}

/** Return a figure, filled; what stands has an outline, what lies on a disc has the disc's. */
function figurePicture(paths, scale, fill, line = "") {
  const group = svg("g", { transform: `scale(${scale})`, class: line ? "figure" : "figure piece" });
  for (const d of paths) {
    const edge = line ? { stroke: line, "stroke-width": 2 } : {};
    const path = svg("path", { d, fill, "fill-rule": "evenodd", "stroke-linejoin": "round", ...edge });
    group.append(path);
  }
  return group;
}

/** Return a wooden piece of Shogi; those of player 2 look the other way. */
function woodPicture(kind, room) {
  const turn = svg("g", kind.owner === 2 ? { transform: "rotate(180)" } : {});
  turn.append(svg("path", { d: WOOD, fill: "#efd9a7", class: "piece", transform: `scale(${room / 50})` }));
  turn.append(strokePicture(kind.figure, 0.0096 * room, "#16202b", 8));
  return turn;
}

function hexagon(radius) {
  const corners = [];
  for (let n = 0; n < 6; n += 1) {
    const angle = (Math.PI * (2 * n + 1)) / 6;
    corners.push(`${radius * 1.1 * Math.cos(angle)},${radius * 1.1 * Math.sin(angle)}`);
  }
  return corners.join(" ");
}

function playerSign(owner, scale, ink) {
  const [d] = FIGURES[`player ${3 + ((owner - 3) % 6)}`];
  return svg("path", { d, fill: ink, "fill-rule": "evenodd", transform: `scale(${scale})` });
}

/** Return the pips of half a domino. */
function pipPicture(number, room, degrees) {
  const group = svg("g", { class: "pips", transform: `rotate(${degrees})` });
  group.append(svg("title", {}, String(number)));
  for (const n of PIPS[number] || []) {
    const [column, row] = [(n % 3) - 1, Math.floor(n / 3) - 1];
    group.append(svg("circle", { cx: 0.5 * room * column, cy: 0.5 * room * row, r: 0.17 * room, fill: "#16202b" }));
  }
  return group;
}

/** Return a sign on a square of a large tile: crowns stand small, in a corner. */
function signPicture(sign, room) {
  const plate = svg("g", { class: "sign" });
  const radius = 0.42 * room;
  const width = radius * (0.9 + 0.75 * (sign.length - 1));
  const at = { x: -width, y: 0.15 * room, width: 2 * width, height: 1.5 * radius, rx: 0.15 * room };
  plate.append(svg("rect", { ...at, fill: BLANK.fill, class: "piece" }));
  plate.append(svg("text", { y: 0.65 * room, "font-size": 1.25 * radius, fill: BLANK.ink, class: "mark" }, sign));
  return plate;
}

function hoopPicture(kind, outer, inner, room) {
  const circle = (r) => `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
  const d = circle(outer * room) + circle(inner * room);
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
  const turn = degrees * rotation;
  const tile = svg("g", { class: "tile", transform: `rotate(${turn})` });
  tile.append(svg("polygon", { points: outline.join(" "), class: "piece", fill }));
  for (const [colour, points] of layers) {
    tile.append(svg("polygon", { points: points.join(" "), class: "piece thin", fill: colour }));
  }
  for (const [colour, [x, y, bendX, bendY, endX, endY]] of paths) {
    if (colour === fill) continue;
    const d = `M${x},${y}Q${bendX},${bendY} ${endX},${endY}`;
    const drawn = (stroke, width) =>
      svg("path", { d, fill: "none", stroke, "stroke-width": width * room });
    tile.append(drawn("#16202b", band + 2 * casing), drawn(colour, band));
  }
  if (kind.figure) {
    const land = figurePicture(FIGURES[kind.figure], 0.0135 * room, "#16202b", fill);
    land.setAttribute("transform", `rotate(${-turn}) ${land.getAttribute("transform")} translate(0 -12)`);
    land.classList.add("land");
    tile.append(land);
  }
  if (piece.fill && anchors[piece.segment]) {
    tile.append(followerPicture(anchors[piece.segment], kind.tile.standing, piece.fill, turn));
  }
  return tile;
}

/** Return a follower that stands at a place of a tile, upright whatever way the tile is turned. */
export function followerPicture([x, y], radius, fill, turn = 0) {
  const figure = figurePicture(FIGURES.meeple, 0.034 * radius, fill);
  figure.setAttribute("transform", `translate(${x} ${y}) rotate(${-turn}) ${figure.getAttribute("transform")}`);
  return figure;
}

function notch(radius, degrees, ink) {
  const [width, at] = [0.22 * radius, -0.95 * radius];
  const points = `0,${at} ${-width},${at + 2 * width} ${width},${at + 2 * width}`;
  return svg("polygon", { points, fill: ink, transform: `rotate(${degrees})` });
}

function label(text, radius, ink, y = 0) {
  const size = (1.5 * radius) / Math.max(text.length * 0.75, 1.5);
  return svg("text", { y, dy: "0.36em", "font-size": size, fill: ink, class: "mark" }, text);
}

/** Return a small picture of a piece, for buttons. */
export function piecePicture(scene, pile, corners) {
  const room = scene.room;
  const { parts, tile } = kindOf(scene, numbersOf(pile).what);
  // A large tile is so much wider and higher than a cell, and a triangle than the circle that fits into it.
  let size = 1;
  const [wide, high] = [0, 1].map((axis) => {
    const corners = scene.shapes[0]?.filter((_, n) => n % 2 === axis) || [];
    const isTriangle = (parts.length || tile) && corners.length === 3;
    const cell = isTriangle ? Math.max(...corners.map(Math.abs)) : room;
    if (isTriangle) size = 0.6;
    return (cell + Math.max(0, ...parts.map((part) => part[3 + axis]))) / room;
  });
  const picture = svg("svg", {
    viewBox: `${-room * wide} ${-room * high} ${2 * room * wide} ${2 * room * high}`,
    class: "icon",
    "aria-hidden": "true",
  });
  picture.style.setProperty("--wide", size * wide);
  picture.style.setProperty("--high", size * high);
  picture.append(pilePicture(scene, pile, 0, 0, corners));
  return picture;
}

/** Return a disc of a player's colour and sign, for text. */
export function chip(colour, player = 0) {
  const picture = svg("svg", { viewBox: "-10 -10 20 20", class: "chip", "aria-hidden": "true" });
  picture.append(svg("circle", { r: 9, fill: colour, class: "piece" }));
  if (player > 2) picture.append(playerSign(player, 0.16, "#16202b"));
  return picture;
}
