// What a page has to say or to ask that is no move: an earlier position that it shows, and a request.

import { button, calmed, changed, element } from "./elements.js";

/** Tell whether a page shows another position than the game's. */
export function isViewing(panel) {
  return panel?.game !== undefined && panel.game !== panel.node;
}

/** A bar at the lower edge of the window; `ask(message)` says what is wanted. */
export class Notice {
  constructor(ask) {
    this.ask = ask;
    this.element = element("section.notice", { "aria-label": "notice", "aria-live": "polite", hidden: true });
  }

  draw({ table, panel }) {
    const request = table?.request?.number ? table.request : null;
    const viewed = isViewing(panel) && panel.node;
    const plays = !table || table.mine.length > 0;
    if (!changed(this, request, viewed, plays)) return;
    const rows = [request && this.requestOf(request), viewed !== false && this.viewed(viewed, plays)].filter(Boolean);
    this.element.hidden = rows.length === 0;
    this.element.replaceChildren(...rows);
    // It comes where something may be pressed just now.
    if (request?.asks) calmed(this.element);
  }

  viewed(node, plays) {
    const back = button("Back to the game", () => this.ask({ do: "view", node: -1 }), { class: "chief" });
    const on = button("Go on from here", () => this.ask({ do: "go", node }));
    return element("div.row", element("span", "Only you see this position."), back, plays && on);
  }

  requestOf({ number, by, words, mine, waits, asks }) {
    const answer = (label, agrees, attributes) => button(label, () => this.ask({ do: "answer", request: number, agrees }), attributes);
    const waiting = asks ? "" : ` Waiting for ${waits.join(", ")}.`;
    return element(
      "div.row",
      element("span", `${mine ? "You ask" : `${by} asks`} to ${words}.${waiting}`),
      asks && [answer("Accept", 1, { class: "chief" }), answer("Decline", 0)],
      mine && answer("Withdraw", 0),
    );
  }
}
