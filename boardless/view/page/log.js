// What was played, one line a move, each a button that goes there; what was taken back stays, pale.

import { button, changed, element } from "./elements.js";
import { lineOf } from "./panel.js";
import { chip } from "./picture.js";

// So many lines are drawn, of these so many of moves that were taken back; the tree of variations has all.
const LINES = 24;
const AHEAD = 12;
// What chance has done that nobody can see, or that is seen beside the board.
const NOTHING = "Chance decides";

/** A list of moves. */
export class Log {
  /** `light` lights up the places of the move that is pointed at, none for []; `go` shows a node. */
  constructor(light = () => {}, go = () => {}) {
    this.light = light;
    this.go = go;
    this.list = element("ol");
    this.element = element("div.log", { role: "log", "aria-label": "moves", tabindex: "0" }, this.list);
  }

  /** Show the moves; `named` gives words in which players have their names. */
  draw(scene, panel, named = (words) => words) {
    const path = lineOf(panel).slice(1);
    const here = path.indexOf(panel.node);
    const first = Math.max(Math.min(here + 1 + AHEAD, path.length) - LINES, 0);
    const lines = [];
    for (const [n, number] of path.slice(first, first + LINES).entries()) {
      const [, words, , mover, name = ""] = panel.nodes[number];
      if (!mover && words === NOTHING) continue;
      const before = lines.at(-1);
      const line = { words: named(words), name, mover, later: first + n > here };
      if (before && ["words", "name", "mover", "later"].every((key) => before[key] === line[key])) {
        before.times += 1;
        before.number = number;
      } else lines.push({ ...line, times: 1, places: panel.places?.[number] || [], number });
    }
    if (!changed(this, lines)) return;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...lines.map((line) => this.lineOf(scene, line)));
    this.element.hidden = lines.length === 0;
    const gone = this.list.querySelectorAll(".later").length;
    const now = this.list.children[lines.length - gone - 1]?.firstChild;
    now?.setAttribute("aria-current", "step");
    if (focused) now?.focus({ preventScroll: true });
    this.element.scrollTop = gone ? this.topOf(lines.length - gone - 1) : this.element.scrollHeight;
  }

  /** Return how far to scroll so that a line is in sight with some before it. */
  topOf(n) {
    const line = this.list.children[n];
    return line ? line.offsetTop - this.list.offsetTop - this.element.clientHeight / 2 : 0;
  }

  /** Return the line of a move. */
  lineOf(scene, { words, name, mover, later, times, places, number }) {
    // A finger that has pointed is gone at once, so what it lit up stays until the next one.
    const onpointerleave = (event) => event.pointerType === "touch" || this.light([]);
    const said = `${words || "…"}${times > 1 ? ` (${times} times)` : ""}`;
    const parts = name ? [element("b", name), " ", element("span.in-words", said)] : said;
    const move = button([mover > 0 && chip(scene, mover), parts].flat(), () => this.go(number), { class: "move", title: "look at this move" });
    return element("li", { onpointerenter: () => this.light(places), onpointerleave, class: [later && "later"] }, move);
  }
}
