// A table: the way back, the address, players, thinking agents and watchers; the result; requests.

import { button, calmed, changed, element, fill, folded, Part, saysFor, sentence } from "./elements.js";
import { chip } from "./picture.js";

// A player with fewer seconds than this is warned.
const SHORT = 20;
// The files that a game can be saved as: name in the address, and words.
const FILES = [
  ["trial", "Game, to go on with later"],
  ["html", "Page that plays it back"],
  ["gif", "Film (GIF)"],
  ["svg", "Picture (SVG)"],
  ["notation", "Moves in words"],
];

/** Return a text in which players have their names. */
export function withNames(text, table) {
  if (!table) return text;
  return text.replace(/\bplayer (\d+)\b/g, (words, number) => table.seats[number - 1]?.name || words);
}

/** Return the menu of files to save a game as. */
export function fileMenu() {
  const links = FILES.map(([name, words]) => element("li", element("a", { href: `export/${name}`, download: "" }, words)));
  return folded("Save", { class: "save" }, element("ul", links));
}

/** Return seconds as a clock shows them. */
function clockOf(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Return the seconds since a time of `performance.now`. */
export function secondsSince(start) {
  return (performance.now() - start) / 1000;
}

/** The head of a table. */
export class TableHead extends Part {
  table = null;
  heard = 0;
  who = () => ""; // what the reader is called
  back = element("a.back", { href: "../../", hidden: true }, "‹ All games");
  share = button("Share", () => this.shared(), {
    hidden: true,
    "aria-label": "copy the address",
    title: "for another browser on this machine, to play or to watch",
  });
  watching = element("span.watching");
  players = element("ul.players", { "aria-label": "players", hidden: true });
  making = element("p.making", { role: "status", hidden: true });
  curtain = element("div.curtain", { hidden: true });

  async shared() {
    let words = "Address copied";
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      words = "It is in the address bar";
    }
    saysFor(this.share, words, 1500);
  }

  /** Follow the data of the table; `data.scene` is there once the board is. */
  draw({ table, scene, panel }) {
    if (!table || !changed(this, table, scene?.mover, scene?.scores, panel?.thinking, scene?.over)) return;
    this.table = table;
    this.scene = scene;
    this.heard = performance.now();
    for (const part of [this.back, this.share, this.players]) part.hidden = false;
    this.watching.textContent = table.watching ? `${table.watching} watching` : "";
    fill(this.players, table.seats.map((seat, n) => this.playerOf(seat, n, scene, panel)));
    this.drawCurtain(table);
    this.tick();
  }

  playerOf(seat, n, scene, panel) {
    const player = n + 1;
    const moves = scene && !scene.over && scene.mover === player;
    const away = !seat.open && !seat.here && "away";
    const note = this.table.mine.includes(player) ? "you" : seat.level || away;
    const name = element("b.name", seat.open ? "Free seat" : seat.name);
    const score = scene?.scores[n];
    return element(
      "li",
      { class: ["player", moves && "to-move", panel?.thinking === player && "thinks"], "aria-current": moves ? "true" : undefined },
      scene && chip(scene, player),
      element("span.who", name, element("span.under", note)),
      score !== undefined && element("span.points", { title: "points" }, score),
      this.table.clock.length > 0 && element("span.clock", { "data-clock": n }),
      seat.open && this.asking("Sit here", () => ({ do: "take", player, name: this.who() }), { class: "sit" }),
    );
  }

  /** Hide the board until the one of several at this screen looks whose turn it is. */
  drawCurtain(table) {
    const player = table.curtain;
    this.curtain.hidden = !player;
    if (!player) return fill(this.curtain);
    const { name } = table.seats[player - 1];
    const look = this.asking(`I am ${name}`, () => ({ do: "look", player }), { class: "chief" });
    fill(this.curtain, element("h3", `It is ${name}’s turn`), element("p", "Nobody else should look now."), look);
    return look.focus();
  }

  /** Let seconds go on between two messages. */
  tick() {
    const { table, scene } = this;
    if (this.compiles) this.sayCompiling();
    if (!table) return;
    const since = secondsSince(this.heard);
    for (const output of this.players.querySelectorAll(".clock")) {
      const n = Number(output.dataset.clock);
      const left = table.clock[n] - (table.charged === n + 1 ? since : 0);
      output.textContent = clockOf(left);
      output.classList.toggle("short", left < SHORT && !scene?.over);
    }
    const thinks = this.players.querySelector(".thinks .under");
    if (thinks) thinks.textContent = `thinks … ${(table.thought + since).toFixed(1)} s`;
  }

  /** Show the running compilation, its time so far, and its usual time; nothing when it is done. */
  compiling(making) {
    this.compiles = making && { ...making, start: performance.now() - 1000 * making.seconds };
    this.making.hidden = !making;
    if (making) this.sayCompiling();
  }

  sayCompiling() {
    const { words, usual, start } = this.compiles;
    const usually = usual ? `usually ${Math.max(1, Math.round(usual))} s, ` : "";
    const text = `Compiling ${words}, once for this game: ${usually}${secondsSince(start).toFixed(0)} s so far. You can play on.`;
    if (this.making.textContent !== text) this.making.textContent = text;
  }
}

// -- The end of a game: the winner, the reason, the scores, and the next steps ------------------

/** The panel that replaces the choice of a move when a game is over. */
export class Result extends Part {
  element = element("section.result", { "aria-label": "result", hidden: true });

  /** Follow a scene at the end of its line; `named` gives words in which players have their names. */
  draw({ table, scene, panel }, named) {
    const last = Boolean(scene?.over && panel?.result && panel.nodes[panel.node]?.[2] < 0);
    // It appears under a recent press, and a second press is not meant for it.
    if (last && this.element.hidden) calmed(this.element);
    this.element.hidden = !last;
    if (!changed(this, last, last && [table, scene.caption, panel.result]) || !last) return;
    // Numbers that are 0 for everybody, as when all have lost together, are left out.
    const told = panel.result.table || [];
    const rows = told.some(([, numbers]) => numbers.some(Number)) ? told : [];
    const alone = scene.players === 1;
    const reason = table ? table.reason : panel.result.reason || "";
    const scored = alone && reason === "by points" && rows.length > 0;
    const why = !scored && reasonOf(reason, rows, alone);
    fill(
      this.element,
      element("h3", sentence(scored ? `${rows[0][1][0]} points` : named(scene.caption), "")),
      why && element("p.reason", sentence(why)),
      rows.length > 0 && !alone && gotTable(scene, rows, named),
      element("div.row", this.controls(table, alone)),
    );
  }

  controls(table, alone) {
    if (!table) return this.newGames({ class: "chief" });
    const again = { class: "chief", title: alone ? "" : "everybody has the next seat" };
    return [
      table.mine.length > 0 && this.asking(alone ? "Play again" : "Rematch", () => ({ do: "rematch" }), again),
      element("a.as-button", { href: "../../" }, "Another game"),
    ];
  }
}

/** Return the reason of a result, with the points if they decide, and the tie-breaker. */
function reasonOf(reason, rows, alone) {
  if (reason !== "by points" || alone) return reason;
  if (!rows.length) return "";
  const told = `by points: ${rows[0][1].join(" to ")}`;
  const most = Math.max(...rows[0][1].map(Number));
  const first = rows[0][1].filter((number) => Number(number) === most);
  const decides = rows.slice(1).find(([, numbers]) => new Set(numbers).size > 1);
  return first.length > 1 && decides ? `${told}; with equal points by ${decides[0]}: ${decides[1].join(" to ")}` : told;
}

/** Return a table of the final scores, a line for each player; points come first. */
function gotTable(scene, rows, named) {
  const lines = rows[0][1].map((_, n) => [chip(scene, n + 1), named(`player ${n + 1}`), rows.map(([, numbers]) => numbers[n])]);
  return element(
    "table.got",
    element("tr", element("td"), rows.map(([name]) => element("th", { scope: "col" }, name))),
    lines.map(([sign, name, numbers]) =>
      element("tr", element("th", { scope: "row" }, sign, name), numbers.map((number, n) => element("td", { class: [n === 0 && "first"] }, number))),
    ),
  );
}

// -- Messages and questions of a page other than moves: an earlier position on show, and a request

/** Tell whether a page shows another position than the game's. */
export function isViewing(panel) {
  return panel?.game !== undefined && panel.game !== panel.node;
}

/** A bar at the lower edge of the window. */
export class Notice extends Part {
  element = element("section.notice", { "aria-label": "notice", "aria-live": "polite", hidden: true });

  draw({ table, panel }) {
    const request = table?.request?.number ? table.request : null;
    const viewed = isViewing(panel) && panel.node;
    const plays = !table || table.mine.length > 0;
    if (!changed(this, request, viewed, plays)) return;
    this.element.hidden = !request && viewed === false;
    fill(this.element, request && this.requestOf(request), viewed !== false && this.viewed(viewed, plays));
    // It may appear under a press.
    if (request?.asks) calmed(this.element);
  }

  viewed(node, plays) {
    const back = this.asking("Back to the game", () => ({ do: "view", node: -1 }), { class: "chief" });
    const on = this.asking("Go on from here", () => ({ do: "go", node }));
    return element("div.row", element("span", "Only you see this position."), back, plays && on);
  }

  requestOf({ number, by, words, mine, waits, asks }) {
    const answer = (label, agrees, attributes) => this.asking(label, () => ({ do: "answer", request: number, agrees }), attributes);
    const waiting = asks ? "" : ` Waiting for ${waits.join(", ")}.`;
    return element(
      "div.row",
      element("span", `${mine ? "You ask" : `${by} asks`} to ${words}.${waiting}`),
      asks && [answer("Accept", 1, { class: "chief" }), answer("Decline", 0)],
      mine && answer("Withdraw", 0),
    );
  }
}
