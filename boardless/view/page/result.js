// How a game has ended: who has won, why, what everybody has got, and what to do next.

import { button, calmed, element } from "./elements.js";
import { chip } from "./pieces.js";

/** The panel that stands where the choice was once a game is over; `ask(message)` says what is wanted. */
export class Result {
  constructor(ask) {
    this.ask = ask;
    this.element = element("section", { class: "result", "aria-label": "result", hidden: true });
    this.key = "";
  }

  /** Follow a scene at the end of its line; `named` gives words in which players have their names. */
  draw({ table, scene, panel }, named) {
    const last = scene?.over && panel?.result && panel.nodes[panel.node]?.[2] < 0;
    // It comes where something was pressed, and a second press was not meant for it.
    if (last && this.element.hidden) calmed(this.element);
    this.element.hidden = !last;
    const key = last ? JSON.stringify([table, scene.caption, panel.result]) : "";
    if (key === this.key) return;
    this.key = key;
    if (!last) return;
    // What is nothing for everybody, as where all have lost together, tells nothing.
    const rows = (panel.result.table || []).some(([, numbers]) => numbers.some(Number)) ? panel.result.table : [];
    const alone = scene.players === 1;
    const reason = table ? table.reason : panel.result.reason || "";
    const scored = alone && reason === "by points" && rows.length > 0;
    const words = scored ? `${rows[0][1][0]} points` : named(scene.caption);
    const heading = element("h3", {}, words[0].toUpperCase() + words.slice(1));
    const told = scored ? "" : reasonOf(reason, rows, alone);
    const why = told ? [element("p", { class: "reason" }, `${told[0].toUpperCase()}${told.slice(1)}.`)] : [];
    const got = rows.length && !alone ? [gotTable(scene, rows, named)] : [];
    this.element.replaceChildren(heading, ...why, ...got, element("div", { class: "row" }, ...this.controls(table, alone)));
  }

  controls(table, alone) {
    if (!table) {
      const fresh = button("New game", () => this.ask({ do: "new", seed: "fresh" }), { class: "chief" });
      return [fresh, button("New game, same luck", () => this.ask({ do: "new", seed: "last" }))];
    }
    const other = element("a", { class: "as-button", href: "../../" }, "Another game");
    if (!table.mine.length) return [other];
    const title = alone ? "" : "everybody has the next seat";
    return [button(alone ? "Play again" : "Rematch", () => this.ask({ do: "rematch" }), { class: "chief", title }), other];
  }
}

/** Return the reason of a result, with the points where they decide and what decided among equal ones. */
function reasonOf(reason, rows, alone) {
  if (reason !== "by points" || alone) return reason;
  if (!rows.length) return "";
  const told = `by points: ${rows[0][1].join(" to ")}`;
  const most = Math.max(...rows[0][1].map(Number));
  const first = rows[0][1].filter((number) => Number(number) === most);
  const decides = rows.slice(1).find(([, numbers]) => new Set(numbers).size > 1);
  return first.length > 1 && decides ? `${told}; of equal ones by ${decides[0]}: ${decides[1].join(" to ")}` : told;
}

/** Return a table of what each player has got: a column for each, or where these are many a line. */
function gotTable(scene, rows, named) {
  if (rows[0][1].length > 2) {
    const names = rows.map(([name]) => element("th", { scope: "col" }, name));
    const own = rows[0][1].map((_, n) => {
      const who = element("th", { scope: "row" }, chip(scene.colours[n], n + 1), named(`player ${n + 1}`));
      return element("tr", {}, who, ...rows.map(([, numbers], at) => element("td", { class: at ? "" : "first" }, numbers[n])));
    });
    return element("table", { class: "got" }, element("tr", {}, element("td", {}), ...names), ...own);
  }
  const heads = rows[0][1].map((_, n) => element("th", { scope: "col" }, chip(scene.colours[n], n + 1), named(`player ${n + 1}`)));
  const lines = rows.map(([name, numbers]) => element("tr", {}, element("th", { scope: "row" }, name), ...numbers.map((it) => element("td", { class: name === rows[0][0] ? "first" : "" }, it))));
  return element("table", { class: "got" }, element("tr", {}, element("td", {}), ...heads), ...lines);
}
