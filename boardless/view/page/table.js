// The head of a table: the way back, the address, who plays, thinks and watches.

import { button, changed, element, folded } from "./elements.js";
import { chip } from "./picture.js";

// A player who has less than so many seconds is warned.
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

/** The head of a table; `ask(message)` says what is wanted. */
export class TableHead {
  constructor(ask) {
    this.ask = ask;
    this.table = null;
    this.heard = 0;
    this.who = () => ""; // what the reader is called
    this.shareButton = button("Share", () => this.share(), {
      class: "share",
      "aria-label": "copy the address",
      title: "for another browser on this machine, to play or to watch",
    });
    this.watching = element("span.watching");
    const back = element("a.back", { href: "../../" }, "‹ All games");
    this.bar = element("div.table-bar", { hidden: true }, back, this.watching, this.shareButton);
    this.players = element("ul.players", { "aria-label": "players", hidden: true });
    this.making = element("p.making", { role: "status", hidden: true });
    this.curtain = element("div.curtain", { hidden: true });
  }

  async share() {
    const said = this.shareButton.textContent;
    try {
      await navigator.clipboard.writeText(location.href);
      this.shareButton.textContent = "Address copied";
    } catch {
      this.shareButton.textContent = "It is in the address bar";
    }
    setTimeout(() => {
      this.shareButton.textContent = said;
    }, 1500);
  }

  /** Follow the data of the table; `data.scene` is there once the board is. */
  draw({ table, scene, panel }) {
    if (!table || !changed(this, table, scene?.mover, scene?.scores, panel?.thinking, scene?.over)) return;
    this.table = table;
    this.scene = scene;
    this.heard = performance.now();
    this.bar.hidden = this.players.hidden = false;
    this.watching.textContent = table.watching ? `${table.watching} watching` : "";
    this.players.replaceChildren(...table.seats.map((seat, n) => this.playerOf(seat, n, scene, panel)));
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
      seat.open && button("Sit here", () => this.ask({ do: "take", player, name: this.who() }), { class: "sit" }),
    );
  }

  /** Hide the board until the one of several at this screen looks whose turn it is. */
  drawCurtain(table) {
    const player = table.curtain;
    this.curtain.hidden = !player;
    if (!player) return this.curtain.replaceChildren();
    const { name } = table.seats[player - 1];
    const look = button(`I am ${name}`, () => this.ask({ do: "look", player }), { class: "chief" });
    this.curtain.replaceChildren(element("h3", `It is ${name}’s turn`), element("p", "Nobody else should look now."), look);
    return look.focus();
  }

  /** Let seconds go on between two messages. */
  tick() {
    const { table, scene } = this;
    if (this.compiles) this.sayCompiling();
    if (!table) return;
    const since = secondsSince(this.heard);
    for (const output of this.players.querySelectorAll(".clock")) {
      const n = Number(output.getAttribute("data-clock"));
      const left = table.clock[n] - (table.charged === n + 1 ? since : 0);
      output.textContent = clockOf(left);
      output.classList.toggle("short", left < SHORT && !scene?.over);
    }
    const thinks = this.players.querySelector(".thinks .under");
    if (thinks) thinks.textContent = `thinks … ${(table.thought + since).toFixed(1)} s`;
  }

  /** Say what is compiled, for how long already, and how long it usually takes; nothing if it is done. */
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
