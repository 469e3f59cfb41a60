// Pieces as SVG: discs, stacks that fan out, and what nobody may see.

const SVG = "http://www.w3.org/2000/svg";
// Shares of the circle that fits into every cell, as in the static pictures.
const DISC = 0.68;
const RING = 0.88;
// So many discs of a stack are drawn; how many there are is written on it.
const SHOWN = 6;

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

/** Return a picture of what lies on a place, as a group. */
export function pilePicture(scene, pile, x, y, corners = 4) {
  const [what, count = 1, state = 0, rotation = 0, value = 0] = pile;
  const group = svg("g", { class: "pile", transform: `translate(${x} ${y})` });
  const radius = DISC * scene.room;
  const kind = what ? scene.kinds[what - 1] : { fill: "#9aa3ad", ink: "#16202b", mark: "?" };
  if (kind.tile) {
    group.append(tilePicture(kind, rotation, scene.room, standing(scene, state, value)));
    return group;
  }
  const shown = Math.min(count, SHOWN);
  for (let level = 0; level < shown; level++) {
    const disc = svg("g", { class: "disc" });
    disc.style.setProperty("--level", level);
    disc.append(svg("circle", { r: radius, fill: kind.fill, class: "piece" }));
    if (level === shown - 1) {
      if (rotation) disc.append(notch(radius, (360 / corners) * rotation, kind.ink));
      const marks = [kind.mark, count > 1 ? `×${count}` : "", state ? `:${state}` : ""];
      const text = [...marks, value ? `$${value}` : ""].filter(Boolean).join(" ");
      if (text) disc.append(label(text, radius, kind.ink));
    }
    group.append(disc);
  }
  return group;
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
  const picture = svg("svg", {
    viewBox: `${-room} ${-room} ${2 * room} ${2 * room}`,
    class: "icon",
    "aria-hidden": "true",
  });
  picture.append(pilePicture(scene, pile, 0, 0, corners));
  return picture;
}
