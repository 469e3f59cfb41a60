// What a page has to say or to ask that is no move: an earlier position that it shows, and a request.

import { button, calmed, element } from "./elements.js";

/** Tell whether a page shows another position than the game's. */
export function isViewing(panel) {
  return panel?.game !== undefined && panel.game !== panel.node;
}

/** A bar at the lower edge of the window; `ask(message)` says what is wanted. */
export class Notice {
  constructor(ask) {
    this.ask = ask;
    this.element = element("section", { class: "notice", "aria-label": "notice", "aria-live": "polite", hidden: true });
    this.key = "";
  }

  draw({ table, panel }) {
    const request = table?.request;
    const viewing = isViewing(panel);
    const plays = !table || table.mine.length > 0;
    const key = JSON.stringify([request, viewing && panel.node, plays]);
    if (key === this.key) return;
    this.key = key;
    const rows = request?.number ? [this.requestOf(request)] : [];
    if (viewing) rows.push(this.viewed(panel.node, plays));
    this.element.hidden = rows.length === 0;
    this.element.replaceChildren(...rows);
    // It comes where something may be pressed just now.
    if (request?.asks) calmed(this.element);
  }

  viewed(node, plays) {
    const back = button("Back to the game", () => this.ask({ do: "view", node: -1 }), { class: "chief" });
    const on = button("Go on from here", () => this.ask({ do: "go", node }));
    return element("div", { class: "row" }, element("span", {}, "Only you see this position."), back, ...(plays ? [on] : []));
  }

  requestOf({ number, by, words, mine, waits, asks }) {
    const answer = (agrees) => () => this.ask({ do: "answer", request: number, agrees });
    const waiting = `Waiting for ${waits.join(", ")}.`;
    const said = mine ? `You ask to ${words}. ${waiting}` : `${by} asks to ${words}.${asks ? "" : ` ${waiting}`}`;
    const accept = asks ? [button("Accept", answer(1), { class: "chief" }), button("Decline", answer(0))] : [];
    const withdraw = mine ? [button("Withdraw", answer(0))] : [];
    return element("div", { class: "row" }, element("span", {}, said), ...accept, ...withdraw);
  }
}
