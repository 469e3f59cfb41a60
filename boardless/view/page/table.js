// The head of a table: the way back, the address, who plays, thinks and watches.

import { button, element } from "./elements.js";
import { chip } from "./pieces.js";

// Milliseconds between two looks at the clocks.
const TICK = 100;
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

/** Return seconds as a clock shows them. */
function clockOf(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The head of a table; `ask(message)` says what is wanted. */
export class TableHead {
  constructor(ask) {
    this.ask = ask;
    this.table = null;
    this.heard = 0;
    this.who = () => ""; // what the reader is called
    this.back = element("a", { class: "back", href: "../../" }, "‹ All games");
    this.shareButton = button("Share", () => this.share(), {
      class: "share",
      "aria-label": "copy the address",
      title: "for another browser on this machine, to play or to watch",
    });
    this.watching = element("span", { class: "watching" });
    this.bar = element("div", { class: "table-bar", hidden: true }, this.back, this.watching, this.shareButton);
    this.players = element("ul", { class: "players", "aria-label": "players", hidden: true });
    this.making = element("p", { class: "making", role: "status", hidden: true });
    this.curtain = element("div", { class: "curtain", hidden: true });
    this.timer = setInterval(() => this.tick(), TICK);
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
    if (!table) return;
    const key = JSON.stringify([table, scene?.mover, scene?.scores, panel?.thinking, scene?.over]);
    if (key === this.key) return;
    this.key = key;
    this.table = table;
    this.scene = scene;
    this.heard = performance.now();
    this.bar.hidden = false;
    this.watching.textContent = table.watching ? `${table.watching} watching` : "";
    this.players.hidden = false;
    this.players.replaceChildren(...table.seats.map((seat, n) => this.playerOf(seat, n, scene, panel)));
    this.drawCurtain(table);
    this.tick();
  }

  playerOf(seat, n, scene, panel) {
    const number = n + 1;
    const mine = this.table.mine.includes(number);
    const moves = scene && !scene.over && scene.mover === number;
    const name = element("b", { class: "name" }, seat.open ? "Free seat" : seat.name);
    const colour = scene ? [chip(scene.colours[n], number)] : [];
    const notes = [];
    if (mine) notes.push("you");
    else if (seat.level) notes.push(seat.level);
    else if (!seat.open && !seat.here) notes.push("away");
    const under = element("span", { class: "under", "data-of": n }, notes.join(", "));
    const score = scene?.scores[n];
    const points = score === undefined ? [] : [element("span", { class: "points", title: "points" }, score)];
    const clock = this.table.clock.length ? [element("span", { class: "clock", "data-clock": n })] : [];
    const sit = seat.open ? [button("Sit here", () => this.sit(number), { class: "sit" })] : [];
    const classes = ["player", moves ? "to-move" : "", panel?.thinking === number ? "thinks" : ""];
    const said = moves ? { "aria-current": "true" } : {};
    return element("li", { class: classes.join(" "), ...said }, ...colour, element("span", { class: "who" }, name, under), ...points, ...clock, ...sit);
  }

  /** Hide the board until the one of several at this screen looks whose turn it is. */
  drawCurtain(table) {
    const player = table.curtain;
    this.curtain.hidden = !player;
    if (!player) return this.curtain.replaceChildren();
    const { name } = table.seats[player - 1];
    const look = button(`I am ${name}`, () => this.ask({ do: "look", player }), { class: "chief" });
    this.curtain.replaceChildren(element("h3", {}, `It is ${name}’s turn`), element("p", {}, "Nobody else should look now."), look);
    return look.focus();
  }

  sit(player) {
    this.ask({ do: "take", player, name: this.who() });
  }

  /** Let seconds go on between two messages. */
  tick() {
    const { table, scene } = this;
    if (!table) return;
    const since = (performance.now() - this.heard) / 1000;
    for (const output of this.players.querySelectorAll(".clock")) {
      const n = Number(output.getAttribute("data-clock"));
      const left = table.clock[n] - (table.charged === n + 1 ? since : 0);
      output.textContent = clockOf(left);
      output.classList.toggle("short", left < SHORT && !scene?.over);
    }
    const thinks = this.players.querySelector(".thinks .under");
    if (thinks) thinks.textContent = `thinks … ${(table.thought + since).toFixed(1)} s`;
  }

  /** Return the menu of files to save the game as. */
  static files() {
    const menu = element("details", { class: "save" }, element("summary", {}, "Save"));
    const links = FILES.map(([name, words]) => element("li", {}, element("a", { href: `export/${name}`, download: "" }, words)));
    menu.append(element("ul", {}, ...links));
    return menu;
  }

  /** Say what is compiled, for how long already, and how long it usually takes. */
  compiling(making) {
    this.making.hidden = !making;
    clearInterval(this.counting);
    if (!making) return;
    const begun = performance.now() - 1000 * making.seconds;
    const show = () => {
      const so = ((performance.now() - begun) / 1000).toFixed(0);
      const usual = making.usual ? `usually ${Math.max(1, Math.round(making.usual))} s, ` : "";
      this.making.textContent = `Compiling ${making.words}, once for this game: ${usual}${so} s so far. You can play on.`;
    };
    show();
    this.counting = setInterval(show, 1000);
  }
}
