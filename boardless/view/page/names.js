// Names beside points, as many as have room at the zoom shown.

import { svg } from "./elements.js";

// Pixels: the height of a name, its distance to its point, the room of a mark, the side of a square of the grid.
const HIGH = 15;
const GAP = 9;
const MARK = 5;
const SQUARE = 64;

/** Boxes that are taken, in pixels: left, top, right, bottom. */
class Taken {
  constructor() {
    this.squares = new Map();
  }

  *squaresOf([left, top, right, bottom]) {
    for (let x = Math.floor(left / SQUARE); x <= Math.floor(right / SQUARE); x++) {
      for (let y = Math.floor(top / SQUARE); y <= Math.floor(bottom / SQUARE); y++) yield `${x},${y}`;
    }
  }

  add(box) {
    for (const square of this.squaresOf(box)) this.squares.set(square, [...(this.squares.get(square) || []), box]);
  }

  isFree(box) {
    const [left, top, right, bottom] = box;
    const near = [...this.squaresOf(box)].flatMap((square) => this.squares.get(square) || []);
    return !near.some(([l, t, r, b]) => l < right && r > left && t < bottom && b > top);
  }
}

/** The names of games, each a text of an SVG's layer. */
export class Names {
  constructor(games) {
    this.games = games;
    this.texts = games.map(({ name }) => svg("text.fixed", { hidden: "" }, name));
    const placed = games.map(({ x, y }, n) => svg("g", { transform: `translate(${x},${y})` }, this.texts[n]));
    this.layer = svg("g.names-of", { "aria-hidden": "true" }, placed);
    this.shown = new Set();
  }

  /** Set off the name of the game that is shown, and of those near to it. */
  mark(n, near) {
    this.texts.forEach((text, m) => {
      text.classList.toggle("shown", m === n);
      text.classList.toggle("near", near.includes(m));
    });
  }

  /**
   * Show names that cover neither one another nor marks.
   *
   * Those of `first` come first, and may cover marks; then those that are shown already, so that
   * names stay as one zooms in.
   */
  place(matrix, frame, first) {
    this.measure();
    const at = this.games.map(({ x, y }) => [x * matrix.a + matrix.e - frame.left, y * matrix.d + matrix.f - frame.top]);
    const [names, marks] = [new Taken(), new Taken()];
    for (const [x, y] of at) marks.add([x - MARK, y - MARK, x + MARK, y + MARK]);
    const shown = new Set();
    const ahead = new Set(first);
    const room = ([left, top, right, bottom], n) => {
      if (left < 0 || top < 0 || right > frame.width || bottom > frame.height) return false;
      return names.isFree([left, top, right, bottom]) && (ahead.has(n) || marks.isFree([left, top, right, bottom]));
    };
    for (const n of new Set([...first, ...this.shown, ...this.games.keys()])) {
      const spot = this.spots(n, at[n]).find(({ box }) => room(box, n));
      this.texts[n].toggleAttribute("hidden", !spot);
      if (!spot) continue;
      names.add(spot.box);
      shown.add(n);
      for (const name of ["x", "y", "text-anchor"]) this.texts[n].setAttribute(name, spot[name]);
    }
    this.shown = shown;
  }

  /** Return where a name may stand: right, left, above and below its point. */
  spots(n, [x, y]) {
    const wide = this.widths[n];
    const spot = (dx, dy, anchor, left) => ({
      x: dx,
      y: dy,
      "text-anchor": anchor,
      box: [x + left, y + dy - HIGH + 4, x + left + wide, y + dy + 4],
    });
    return [
      spot(GAP, 4, "start", GAP),
      spot(-GAP, 4, "end", -GAP - wide),
      spot(0, -GAP - 1, "middle", -wide / 2),
      spot(0, GAP + HIGH - 5, "middle", -wide / 2),
    ];
  }

  /** Measure names once; that of the game shown is the widest, in bold. */
  measure() {
    if (this.widths) return;
    const { fontFamily, fontSize } = getComputedStyle(this.layer);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `600 ${fontSize} ${fontFamily}`;
    this.widths = this.games.map((game) => Math.ceil(pen.measureText(game.name).width) + 2);
  }
}
