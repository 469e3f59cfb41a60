// The lobby: all games, pictures first; one is chosen, and a table is opened for it.

import { Socket } from "./connection.js";
import { button, element } from "./elements.js";
import { Choosing } from "./setup.js";
import { Talk } from "./talk.js";

// Games that are shown at first of a long list, and that more of them show.
const SOME = 120;
// Files with more bytes are not read.
const LARGEST = 200000;
// What a search may be narrowed to: a name, and which cards it means.
const FILTERS = [
  ["All", () => true],
  ["Board grows", (card) => card.grows],
  ["Alone", (card) => card.players?.includes(1)],
  ["Two", (card) => card.players?.includes(2)],
  ["Three and more", (card) => card.players?.some((count) => count > 2)],
];

/** The page of the lobby. */
class LobbyView {
  constructor(root) {
    this.root = root;
    this.shown = SOME;
    this.filter = FILTERS[0];
    this.cards = new Map(); // name: {item, key}
    this.talk = new Talk(new Socket(root), () => this.draw());
    this.choosing = new Choosing(this.talk);
    this.seen = new IntersectionObserver((entries) => this.paint(entries), { rootMargin: "300px" });
    this.build();
    this.listen();
    this.talk.hello();
  }

  build() {
    this.status = element("p.lobby-status", { role: "status" }, "Fetching the games …");
    this.search = element("input", { type: "search", placeholder: "Search games", "aria-label": "search games", oninput: () => this.narrow() });
    const filters = FILTERS.map((filter) => button(filter[0], () => this.narrow(filter), { class: "filter" }));
    this.filters = element("div.filters", { role: "group", "aria-label": "which games" }, filters);
    const file = element("input", {
      type: "file",
      class: "unseen",
      accept: ".lud,.trial,.txt",
      "aria-label": "open a description or a saved game",
      onchange: () => this.read(file.files[0]),
    });
    const title = "a description (.lud) or a game that was saved; or drop it anywhere";
    const open = element("label.open-file", { title }, "Open a file …", file);
    const line = element("p.tagline", "Choose a game. The board is drawn as you play.");
    const brand = element("div.brand", element("h1", "boardless"), line);
    const bar = element("div.lobby-bar", this.search, this.filters, open);
    this.refused = element("div.refused", { role: "alert", hidden: true });
    this.tables = element("section.tables", { "aria-label": "games going on" });
    this.grid = element("ul.grid", { "aria-label": "games" });
    this.more = button("Show more", () => {
      this.shown += SOME;
      this.narrow();
    });
    const dropping = element("div.dropping", { "aria-hidden": "true" }, "Drop it to play it");
    const head = element("header.lobby-head", brand, bar);
    this.root.classList.add("boardless", "lobby");
    this.root.append(head, this.refused, this.tables, this.status, this.grid, this.more, dropping, this.choosing.element);
  }

  listen() {
    window.addEventListener("hashchange", () => this.follow());
    const drag = (name, shown, heard = () => {}) =>
      document.addEventListener(name, (event) => {
        event.preventDefault();
        if (shown || !event.relatedTarget) this.root.classList.toggle("drop", shown);
        heard(event.dataTransfer.files[0]);
      });
    drag("dragover", true);
    drag("dragleave", false);
    drag("drop", false, (file) => this.read(file));
  }

  /** Send a file that was chosen or dropped; what is refused stands beside its text. */
  async read(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      this.refuse(file.name, "", { line: 0, column: 0, words: "the file is too long" });
      return;
    }
    const text = await file.text();
    this.status.textContent = `Reading ${file.name} …`;
    const reply = await this.talk.say({ do: "drop", text });
    this.status.textContent = "";
    if (reply.address) location.assign(reply.address);
    else if (reply.game) {
      this.refused.hidden = true;
      location.hash = `#${encodeURIComponent(reply.game)}`;
    } else this.refuse(file.name, text, reply.refused || { line: 0, column: 0, words: reply.error });
  }

  /** Say why a file cannot be played, with the lines around the place. */
  refuse(name, text, { line, column, words }) {
    const first = Math.max(1, line - 4);
    const lines = line ? text.split("\n").slice(first - 1, line + 3) : [];
    const rows = lines.map((whole, n) => {
      const isWrong = first + n === line;
      const [content, at] = [whole.slice(0, 300), Math.max(column - 1, 0)];
      const marked = [content.slice(0, at), element("mark", content.slice(at, at + 1) || " "), content.slice(at + 1)];
      const number = element("span.number", first + n);
      return element("div", { class: ["row-of", isWrong && "wrong"] }, number, element("code", isWrong ? marked : content));
    });
    const close = button("Close", () => {
      this.refused.hidden = true;
    });
    this.refused.replaceChildren(
      element("h2", `${name} cannot be played`),
      element("p.error", words),
      element("div.text-of", rows),
      close,
    );
    this.refused.hidden = false;
    this.refused.scrollIntoView({ block: "nearest" });
  }

  /** Show what the program has told. */
  draw() {
    const { tables, levels } = this.talk.data;
    const isFirst = !this.choosing.levels.length;
    this.choosing.levels = levels;
    this.tables.hidden = tables.length === 0;
    this.tables.replaceChildren(element("h2", "Games going on"), element("ul", tables.slice(0, 12).map(tableLink)));
    this.narrow();
    if (isFirst) this.follow();
  }

  /** Show the cards that are searched for. */
  narrow(filter = this.filter) {
    this.filter = filter;
    const { games } = this.talk.data;
    if (!games) return; // what is searched for is shown once there are games
    const wanted = this.search.value.trim().toLowerCase();
    const [label, meant] = filter;
    const fits = (card) => `${card.name} ${card.about || ""}`.toLowerCase().includes(wanted) && meant(card);
    // Boards that grow come first; what was dropped is meant most.
    const rank = (card) => (card.source === "dropped" ? 0 : card.grows ? 1 : card.source === "package" ? 2 : 3);
    const fitting = games.filter(fits).sort((a, b) => rank(a) - rank(b));
    for (const control of this.filters.children) control.setAttribute("aria-pressed", String(control.textContent === label));
    const items = fitting.slice(0, this.shown).map((card) => this.cardOf(card));
    const same = items.length === this.grid.children.length && items.every((item, n) => item === this.grid.children[n]);
    if (!same) this.grid.replaceChildren(...items);
    this.more.hidden = fitting.length <= items.length;
    this.more.textContent = `Show more of ${fitting.length.toLocaleString("en")} games`;
    this.status.textContent = fitting.length ? "" : "No game is called so. A description (.lud) can be opened from a file.";
  }

  cardOf(card) {
    const { name, about, players, grows, source } = card;
    const key = JSON.stringify(card);
    const known = this.cards.get(name);
    if (known?.key === key) return known.item;
    const badge = (words, kind) => element("span", { class: ["badge", kind] }, words);
    const marks = [players?.length > 0 && badge(playersOf(players)), grows && badge("board grows", "grows"), source !== "package" && badge(source)];
    const picture = known?.item.querySelector(".picture") || element("div.picture");
    const words = element("div.words", element("h2", name), about && element("p", about), element("p.marks", marks));
    const link = element("a.game", { href: `#${encodeURIComponent(name)}`, draggable: "false" }, picture, words);
    const item = element("li", { "data-game": name }, link);
    this.cards.set(name, { item, key });
    if (!known) this.seen.observe(item);
    return item;
  }

  /** Draw the pictures of cards that come into sight. */
  paint(entries) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.seen.unobserve(target);
      const name = target.getAttribute("data-game");
      const letter = () => element("span.letter", name[0]);
      this.choosing.paint(target.querySelector(".picture"), name, letter);
    }
  }

  /** Show the game of the address. */
  follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name && this.talk.data.games) this.choosing.show(name);
    else this.choosing.hide();
  }
}

function tableLink({ key, title, seats, mine, phase }) {
  const names = seats.map((seat) => (seat.open ? "open seat" : seat.name)).join(", ");
  const joins = seats.some((seat) => seat.open) ? "join" : "watch";
  const words = phase === "over" ? "look" : mine.length ? "go on" : joins;
  const badge = element("span.badge", words);
  return element("li", element("a", { href: `t/${key}/`, class: "table-link" }, element("b", title), ` ${names} `, badge));
}

/** Return numbers of players in words. */
function playersOf(counts) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return "1 player";
  return least === most ? `${most} players` : `${least} to ${most} players`;
}

new LobbyView(document.querySelector("main"));
