// The lobby: all games, pictures first; one is chosen, and a table is opened for it.

import { Choosing } from "./setup.js";
import { button, element } from "./elements.js";
import { GamePicture } from "./picture.js";
import { connected } from "./connection.js";

// Games that are shown at first of a long list, and that more of them show.
const SOME = 120;
// What a search may be narrowed to: a name, and which cards it means.
const FILTERS = [
  ["All", () => true],
  ["Board grows", (card) => card.grows],
  ["Alone", (card) => card.players?.includes(1)],
  ["Two", (card) => card.players?.includes(2)],
  ["Three and more", (card) => card.players?.some((count) => count > 2)],
];

/** The page of the lobby; `link` is its socket. */
class LobbyView {
  constructor(root, link) {
    this.link = link;
    this.root = root;
    this.data = null;
    this.shown = SOME;
    this.filter = FILTERS[0];
    this.cards = new Map(); // name: {element, key}
    this.build();
    this.choosing = new Choosing(link);
    root.append(this.choosing.element);
    link.listen((data) => this.hear(data));
    window.addEventListener("hashchange", () => this.follow());
    this.seen = new IntersectionObserver((entries) => this.paint(entries), { rootMargin: "300px" });
  }

  build() {
    this.status = element("p", { role: "status", class: "lobby-status" }, "Fetching the games …");
    this.search = element("input", {
      type: "search",
      placeholder: "Search games",
      "aria-label": "search games",
      oninput: () => this.narrow(),
    });
    this.filters = element("div", { class: "filters", role: "group", "aria-label": "which games" });
    for (const one of FILTERS) {
      const pressed = () => {
        this.filter = one;
        this.narrow();
      };
      this.filters.append(button(one[0], pressed, { class: "filter" }));
    }
    const file = element("input", {
      type: "file",
      class: "unseen",
      accept: ".lud,.trial,.txt",
      "aria-label": "open a description or a saved game",
      onchange: () => this.read(file.files[0]),
    });
    const open = element("label", { class: "open-file" }, "Open a file …", file);
    open.title = "a description (.lud) or a game that was saved; or drop it anywhere";
    const brand = element("h1", {}, "boardless");
    const line = element("p", { class: "tagline" }, "Choose a game. The board is drawn as you play.");
    const bar = element("div", { class: "lobby-bar" }, this.search, this.filters, open);
    this.refused = element("div", { class: "refused", role: "alert", hidden: true });
    this.tables = element("section", { class: "tables", "aria-label": "games going on" });
    this.grid = element("ul", { class: "grid", "aria-label": "games" });
    this.more = button("Show more", () => {
      this.shown += SOME;
      this.narrow();
    });
    this.dropping = element("div", { class: "dropping", "aria-hidden": "true" }, "Drop it to play it");
    this.root.classList.add("boardless", "lobby");
    const head = element("header", { class: "lobby-head" }, element("div", { class: "brand" }, brand, line), bar);
    this.root.append(head, this.refused, this.tables, this.status, this.grid, this.more, this.dropping);
    this.listenToDrops();
  }

  listenToDrops() {
    const over = (event) => {
      event.preventDefault();
      this.root.classList.add("drop");
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) this.root.classList.remove("drop");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.root.classList.remove("drop");
      const [file] = event.dataTransfer.files;
      if (file) this.read(file);
    });
  }

  /** Send a file that was dropped; what is refused stands beside its text. */
  async read(file) {
    if (!file) return;
    if (file.size > 200000) {
      this.refuse(file.name, "", { line: 0, column: 0, words: "the file is too long" });
      return;
    }
    const text = await file.text();
    this.status.textContent = `Reading ${file.name} …`;
    const reply = await this.link.say({ do: "drop", text });
    this.status.textContent = "";
    if (reply.address) location.assign(reply.address);
    else if (reply.game) {
      this.refused.hidden = true;
      location.hash = `#${encodeURIComponent(reply.game)}`;
    } else this.refuse(file.name, text, reply.refused || { line: 0, column: 0, words: reply.error });
  }

  refuse(name, text, { line, column, words }) {
    const lines = text.split("\n");
    const rows = [];
    for (let n = Math.max(1, line - 4); line && n <= Math.min(lines.length, line + 3); n++) {
      const row = element("div", { class: n === line ? "row-of wrong" : "row-of" }, element("span", { class: "number" }, n));
      const content = lines[n - 1].slice(0, 300);
      if (n === line) {
        const at = Math.max(column - 1, 0);
        row.append(element("code", {}, content.slice(0, at), element("mark", {}, content.slice(at, at + 1) || " "), content.slice(at + 1)));
      } else row.append(element("code", {}, content));
      rows.push(row);
    }
    const close = button("Close", () => {
      this.refused.hidden = true;
    });
    this.refused.replaceChildren(
      element("h2", {}, `${name} cannot be played`),
      element("p", { class: "error" }, words),
      element("div", { class: "text-of" }, ...rows),
      close,
    );
    this.refused.hidden = false;
    this.refused.scrollIntoView({ block: "nearest" });
  }

  hear(data) {
    const first = this.data === null;
    this.data = data;
    this.choosing.levels = data.levels;
    if (first) this.status.textContent = "";
    this.drawTables();
    this.narrow();
    if (first) this.follow();
  }

  /** Show the cards that are searched for. */
  narrow() {
    if (!this.data) return; // what is searched for is shown once there are games
    const wanted = this.search.value.trim().toLowerCase();
    const [, meant] = this.filter;
    const fits = (card) => `${card.name} ${card.about || ""}`.toLowerCase().includes(wanted) && meant(card);
    // Boards that grow come first; what was dropped is meant most.
    const rank = (card) => (card.source === "dropped" ? 0 : card.grows ? 1 : card.source === "package" ? 2 : 3);
    const found = this.data.games.filter(fits).sort((a, b) => rank(a) - rank(b));
    for (const control of this.filters.children) {
      control.setAttribute("aria-pressed", String(control.textContent === this.filter[0]));
    }
    const shown = found.slice(0, this.shown);
    const nodes = shown.map((card) => this.cardOf(card));
    const same = nodes.length === this.grid.children.length && nodes.every((node, n) => node === this.grid.children[n]);
    if (!same) this.grid.replaceChildren(...nodes);
    this.more.hidden = found.length <= shown.length;
    this.more.textContent = `Show more of ${found.length.toLocaleString("en")} games`;
    this.status.textContent = found.length ? "" : "No game is called so. A description (.lud) can be opened from a file.";
  }

  cardOf(card) {
    const key = JSON.stringify(card);
    const known = this.cards.get(card.name);
    if (known?.key === key) return known.element;
    const picture = element("div", { class: "picture" });
    const words = element("div", { class: "words" }, element("h2", {}, card.name));
    if (card.about) words.append(element("p", {}, card.about));
    const marks = element("p", { class: "marks" });
    if (card.players?.length) marks.append(element("span", { class: "badge" }, playersOf(card.players)));
    if (card.grows) marks.append(element("span", { class: "badge grows" }, "board grows"));
    if (card.source !== "package") marks.append(element("span", { class: "badge" }, card.source));
    words.append(marks);
    const link = element("a", { class: "game", href: `#${encodeURIComponent(card.name)}`, draggable: "false" }, picture, words);
    const item = element("li", { "data-game": card.name }, link);
    this.cards.set(card.name, { element: item, key });
    if (known) picture.replaceWith(known.element.querySelector(".picture"));
    else this.seen.observe(item);
    return item;
  }

  /** Draw the pictures of cards that come into sight. */
  async paint(entries) {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      this.seen.unobserve(entry.target);
      const name = entry.target.getAttribute("data-game");
      const place = entry.target.querySelector(".picture");
      place.classList.add("waits");
      this.link.say({ do: "picture", game: name }).then((reply) => {
        place.classList.remove("waits");
        if (reply.picture?.cells) place.append(new GamePicture(reply.picture).element);
        else place.append(element("span", { class: "letter" }, name[0]));
      });
    }
  }

  drawTables() {
    const { tables } = this.data;
    this.tables.hidden = tables.length === 0;
    const rows = tables.slice(0, 12).map((table) => {
      const names = table.seats.map((seat) => (seat.open ? "open seat" : seat.name)).join(", ");
      const mine = table.mine.length > 0;
      const free = table.seats.some((seat) => seat.open);
      const words = table.phase === "over" ? "look" : mine ? "go on" : free ? "join" : "watch";
      return element(
        "li",
        {},
        element("a", { href: `t/${table.key}/`, class: "table-link" }, element("b", {}, table.title), ` ${names} `, element("span", { class: "badge" }, words)),
      );
    });
    this.tables.replaceChildren(element("h2", {}, "Games going on"), element("ul", {}, ...rows));
  }

  /** Show the game of the address. */
  follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name && this.data) this.choosing.show(name);
    else this.choosing.hide();
  }
}

/** Return numbers of players in words. */
export function playersOf(counts) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return "1 player";
  return least === most ? `${most} players` : `${least} to ${most} players`;
}

new LobbyView(document.querySelector("main"), connected(document.querySelector("main")));
