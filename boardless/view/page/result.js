// How a game has ended: who has won, why, what everybody has got, and what to do next.

import { button, calmed, changed, element, sentence } from "./elements.js";
import { chip } from "./picture.js";

/** The panel that stands where the choice was once a game is over; `ask(message)` says what is wanted. */
export class Result {
  constructor(ask) {
    this.ask = ask;
    this.element = element("section.result", { "aria-label": "result", hidden: true });
  }

  /** Follow a scene at the end of its line; `named` gives words in which players have their names. */
  draw({ table, scene, panel }, named) {
    const last = Boolean(scene?.over && panel?.result && panel.nodes[panel.node]?.[2] < 0);
    // It comes where something was pressed, and a second press was not meant for it.
    if (last && this.element.hidden) calmed(this.element);
    this.element.hidden = !last;
    if (!changed(this, last, last && [table, scene.caption, panel.result]) || !last) return;
    // What is nothing for everybody, as where all have lost together, tells nothing.
    const told = panel.result.table || [];
    const rows = told.some(([, numbers]) => numbers.some(Number)) ? told : [];
    const alone = scene.players === 1;
    const reason = table ? table.reason : panel.result.reason || "";
    const scored = alone && reason === "by points" && rows.length > 0;
    const why = !scored && reasonOf(reason, rows, alone);
    const children = [
      element("h3", sentence(scored ? `${rows[0][1][0]} points` : named(scene.caption), "")),
      why && element("p.reason", sentence(why)),
      rows.length > 0 && !alone && gotTable(scene, rows, named),
      element("div.row", this.controls(table, alone)),
    ];
    this.element.replaceChildren(...children.filter(Boolean));
  }

  controls(table, alone) {
    const asking = (label, message, attributes) => button(label, () => this.ask(message), attributes);
    if (!table) {
      const fresh = asking("New game", { do: "new", seed: "fresh" }, { class: "chief" });
      return [fresh, asking("New game, same luck", { do: "new", seed: "last" })];
    }
    const again = { class: "chief", title: alone ? "" : "everybody has the next seat" };
    return [
      table.mine.length > 0 && asking(alone ? "Play again" : "Rematch", { do: "rematch" }, again),
      element("a.as-button", { href: "../../" }, "Another game"),
    ];
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
  const who = rows[0][1].map((_, n) => [chip(scene, n + 1), named(`player ${n + 1}`)]);
  const across = who.length > 2;
  const columns = across ? rows.map(([name]) => name) : who;
  const lines = across ? who.map((name, n) => [name, rows.map(([, numbers]) => numbers[n])]) : rows;
  const head = (scope) => (words) => element("th", { scope }, words);
  const cells = (numbers, line) => numbers.map((number, n) => element("td", { class: [(across ? n : line) === 0 && "first"] }, number));
  return element(
    "table.got",
    element("tr", element("td"), columns.map(head("col"))),
    lines.map(([name, numbers], line) => element("tr", head("row")(name), cells(numbers, line))),
  );
}
