// What was played, in words: one line a move, the last one at the end.

import { element } from "./elements.js";
import { chip } from "./pieces.js";

// So many lines are drawn; the tree of variations has all.
const LINES = 24;
// What chance has done that nobody can see, or that is seen beside the board.
const NOTHING = "Chance decides";

/** Return the numbers of the nodes from the start to here. */
export function pathOf(panel) {
  const numbers = [];
  for (let at = panel.node; at > 0; at = panel.nodes[at][0]) numbers.push(at);
  return numbers.reverse();
}

/** A list of moves. */
export class Log {
  /** `light` lights up the places of the move that is pointed at, none for []. */
  constructor(light = () => {}) {
    this.light = light;
    this.list = element("ol");
    this.element = element("div", { class: "log", role: "log", "aria-label": "moves", tabindex: "0" }, this.list);
    this.shown = "";
  }

  /** Show the moves; `named` gives words in which players have their names. */
  draw(scene, panel, named = (words) => words) {
    const path = pathOf(panel);
    const lines = [];
    for (const number of path.slice(-LINES)) {
      const [, words, , mover] = panel.nodes[number];
      if (!mover && words === NOTHING) continue;
      const before = lines.at(-1);
      const places = panel.places?.[number] || [];
      if (before && before.words === named(words) && before.mover === mover) before.times += 1;
      else lines.push({ words: named(words), mover, times: 1, places });
    }
    const key = JSON.stringify(lines);
    if (key === this.shown) return;
    this.shown = key;
    const items = lines.map(({ words, mover, times, places }) => {
      const who = mover ? [chip(scene.colours[mover - 1], mover)] : [];
      // A finger that has pointed is gone at once, so what it lit up stays until the next one.
      const leave = (event) => event.pointerType === "touch" || this.light([]);
      const pointed = { onpointerenter: () => this.light(places), onpointerleave: leave };
      return element("li", pointed, ...who, words || "…", times > 1 ? ` (${times} times)` : "");
    });
    this.list.replaceChildren(...items);
    this.element.hidden = items.length === 0;
    this.element.scrollTop = this.element.scrollHeight;
  }
}
