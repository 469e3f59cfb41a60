// The lobby: all games, pictures first; one is chosen, and a table is opened for it.

import { remember, remembered, Socket } from "./connection.js";
import { button, element, fill, folded, offeredSeats, select } from "./elements.js";
import { gamePicture } from "./picture.js";
import { Talk } from "./talk.js";

// Clocks that are offered: words, minutes, seconds added with a move.
const CLOCKS = [
  ["No clock", 0, 0],
  ["3 minutes, 2 s more a move", 3, 2],
  ["5 minutes, 3 s more a move", 5, 3],
  ["10 minutes, 5 s more a move", 10, 5],
  ["30 minutes", 30, 0],
];
// The level of computer players unless another one was chosen.
const LEVEL = 2;

/** The dialog of a game that was chosen. */
class Choosing {
  levels = [];
  asked = 0;
  counted = null;
  name = "";
  element = element("dialog.choosing", {
    "aria-labelledby": "chosen",
    onclose: () => location.hash && history.replaceState(null, "", location.pathname),
    onclick: ({ target }) => target === this.element && this.hide(),
  });

  constructor(talk) {
    this.talk = talk;
  }

  hide() {
    if (this.element.open) this.element.close();
  }

  /** Draw the picture of a game once it has arrived, or a placeholder. */
  async paint(frame, game, without) {
    frame.classList.add("waits");
    const { picture } = await this.talk.say({ do: "picture", game });
    frame.classList.remove("waits");
    frame.append(picture?.box ? gamePicture(picture) : without());
  }

  async show(name) {
    this.name = name;
    const frame = element("div.picture.large");
    this.about = element("div.about", element("p", { role: "status" }, "Reading its rules …"));
    this.error = element("p.error", { role: "alert" });
    const close = button("✕", () => this.hide(), { class: "close", "aria-label": "close" });
    const setup = element("div.setup", element("h2", { id: "chosen" }, name), this.about, this.error);
    fill(this.element, frame, setup, close);
    if (!this.element.open) this.element.showModal();
    this.paint(frame, name, () => "");
    const { card, error = card?.error } = await this.talk.say({ do: "about", game: name });
    if (this.name !== name) return;
    if (error) {
      fill(this.about);
      this.error.textContent = error;
    } else this.build(card);
  }

  build(card) {
    const onchange = () => this.count();
    this.options = card.options.map((option) => [option, select(option.items, option.default, { "data-heading": option.heading, onchange })]);
    this.ruleset = select([["", "Usual rules"], ...card.rulesets], "", { onchange });
    this.seats = element("div.chairs");
    this.player = element("input", { type: "text", maxlength: "24", placeholder: "Your name", value: remembered(), autocomplete: "off" });
    this.clock = select(CLOCKS.map(([words], n) => [n, words]), 0);
    this.play = button("Play", () => this.open(), { class: "chief play" });
    fill(
      this.about,
      card.about && element("p.sentence", card.about),
      field("Your name", this.player),
      this.options.map(([option, control]) => field(option.heading, control)),
      card.rulesets.length > 0 && field("Ruleset", this.ruleset),
      element("h3", "Who plays"),
      this.seats,
      field("Clock", this.clock),
      element("div.row", this.play),
      this.rulesOf(card.name),
    );
    this.drawSeats(usual(card));
    this.play.focus();
    if (card.options.length) this.count();
  }

  /** Return the rules in words, which are asked for once they are wanted. */
  rulesOf(game) {
    const text = element("div.rules-text");
    let asked = null;
    const ontoggle = async () => {
      const options = this.chosen();
      if (!rules.open || asked === options) return;
      asked = options;
      fill(text, element("p", { role: "status" }, "Reading …"));
      const reply = await this.talk.say({ do: "rules", game, options });
      const passages = reply.rules || [["", [reply.error]]];
      const headed = ([heading, sentences]) => [heading && element("h3", heading), ...sentences.map((words) => element("p", words))];
      fill(text, passages.flatMap(headed));
    };
    const rules = folded("Rules", { class: "rules", ontoggle }, text);
    return rules;
  }

  /** Return the chosen options that differ from the defaults, one per line. */
  chosen() {
    const own = this.options.filter(([option, control]) => control.value !== option.default);
    return [this.ruleset.value, ...own.map(([option, control]) => `${option.heading}/${control.value}`)].filter(Boolean).join("\n");
  }

  /** Ask for how many the game is with these options; the last answer counts. */
  count() {
    this.asked += 1;
    this.counted = this.countNow(this.asked);
  }

  async countNow(number) {
    const reply = await this.talk.say({ do: "players", game: this.name, options: this.chosen() });
    if (number !== this.asked) return;
    this.error.textContent = reply.error || "";
    this.play.disabled = Boolean(reply.error);
    if (reply.players) this.drawSeats(reply.players);
  }

  /** Return the choice for each seat. */
  chairs() {
    return [...this.seats.querySelectorAll("select")].map(({ value }) => value);
  }

  drawSeats(count) {
    const before = this.chairs();
    if (before.length === count) return;
    const offered = offeredSeats(["me", "You"], this.levels, "Somebody with the address");
    const own = (n) => before[n] || (n ? this.levels[LEVEL] : "me");
    const rows = Array.from({ length: count }, (_, n) => field(`Player ${n + 1}`, select(offered, own(n))));
    fill(this.seats, rows);
  }

  async open() {
    this.play.disabled = true;
    this.play.textContent = "Setting up …";
    await this.counted;
    const name = this.player.value.trim();
    remember(name);
    const seats = this.chairs().map((who) => (who === "me" ? `me ${name}` : who)).join("\n");
    const [, minutes, extra] = CLOCKS[Number(this.clock.value)];
    const reply = await this.talk.say({ do: "open", game: this.name, options: this.chosen(), seats, minutes, extra });
    if (reply.address) {
      location.assign(new URL(reply.address, location.href));
      return;
    }
    this.error.textContent = reply.error;
    this.play.disabled = false;
    this.play.textContent = "Play";
  }
}

function field(label, control) {
  control.id = `field ${label}`.replace(/\s+/g, "-");
  return element("div.field", element("label", { for: control.id }, label), control);
}

/** Return for how many a game is with its usual options, as far as its card tells. */
function usual(card) {
  const option = card.options.find(({ heading }) => /player/i.test(heading));
  const number = option && /\d+/.exec(option.default);
  return number ? Number(number[0]) : card.players[0] || 2;
}

// Games that are shown at first of a long list, and that more of them show.
const SOME = 120;
// Files with more bytes are not read.
const LARGEST = 200000;
// The filters of a search: a name, and a test of cards.
const FILTERS = [
  ["All", () => true],
  ["Board grows", (card) => card.grows],
  ["Alone", (card) => card.players?.includes(1)],
  ["Two", (card) => card.players?.includes(2)],
  ["Three and more", (card) => card.players?.some((count) => count > 2)],
];

/** The page of the lobby. */
class LobbyView {
  shown = SOME;
  filter = FILTERS[0];
  cards = new Map(); // name: {item, key}
  status = element("p.lobby-status", { role: "status" }, "Fetching the games …");
  search = element("input", { type: "search", placeholder: "Search games", "aria-label": "search games", oninput: () => this.narrow() });
  filters = element(
    "div.filters",
    { role: "group", "aria-label": "which games" },
    FILTERS.map((filter) => button(filter[0], () => this.narrow(filter), { class: "filter" })),
  );
  file = element("input", {
    type: "file",
    class: "said",
    accept: ".lud,.trial,.txt",
    "aria-label": "open a description or a saved game",
    onchange: () => this.read(this.file.files[0]),
  });
  refused = element("div.refused", { role: "alert", hidden: true });
  tables = element("section.tables", { "aria-label": "games going on" });
  grid = element("ul.grid", { "aria-label": "games" });
  more = button("Show more", () => {
    this.shown += SOME;
    this.narrow();
  });
  seen = new IntersectionObserver((entries) => this.paint(entries), { rootMargin: "300px" });

  constructor(root) {
    this.root = root;
    this.talk = new Talk(new Socket(root), () => this.draw());
    this.choosing = new Choosing(this.talk);
    const title = "a description (.lud) or a saved game; you can also drop the file anywhere";
    const open = element("label.open-file", { title }, "Open a file …", this.file);
    const brand = element("div.brand", element("h1", "boardless"), element("p", "Choose a game. The board is drawn as you play."));
    const head = element("header", brand, element("div.lobby-bar", this.search, this.filters, open));
    const dropping = element("div.dropping", { "aria-hidden": "true" }, "Drop it to play it");
    root.classList.add("boardless", "lobby");
    root.append(head, this.refused, this.tables, this.status, this.grid, this.more, dropping, this.choosing.element);
    this.listen();
    this.talk.hello();
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

  /** Send a chosen or dropped file; show a refused one next to its text. */
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
    fill(
      this.refused,
      element("h2", `${name} cannot be played`),
      element("p.error", words),
      element("div.text-of", rows),
      close,
    );
    this.refused.hidden = false;
    this.refused.scrollIntoView({ block: "nearest" });
  }

  /** Show the program's data. */
  draw() {
    const { tables, levels } = this.talk.data;
    const isFirst = !this.choosing.levels.length;
    this.choosing.levels = levels;
    this.tables.hidden = tables.length === 0;
    fill(this.tables, element("h2", "Games going on"), element("ul", tables.slice(0, 12).map(tableLink)));
    this.narrow();
    if (isFirst) this.follow();
  }

  /** Show the cards that are searched for. */
  narrow(filter = this.filter) {
    this.filter = filter;
    const { games } = this.talk.data;
    if (!games) return; // the result of a search is shown once there are games
    const wanted = this.search.value.trim().toLowerCase();
    const [label, meant] = filter;
    const fits = (card) => `${card.name} ${card.about || ""}`.toLowerCase().includes(wanted) && meant(card);
    // Dropped games come first, and then games with growing boards.
    const rank = (card) => (card.source === "dropped" ? 0 : card.grows ? 1 : card.source === "package" ? 2 : 3);
    const fitting = games.filter(fits).sort((a, b) => rank(a) - rank(b));
    for (const control of this.filters.children) control.ariaPressed = String(control.textContent === label);
    const items = fitting.slice(0, this.shown).map((card) => this.cardOf(card));
    const same = items.length === this.grid.children.length && items.every((item, n) => item === this.grid.children[n]);
    if (!same) fill(this.grid, items);
    this.more.hidden = fitting.length <= items.length;
    this.more.textContent = `Show more of ${fitting.length.toLocaleString("en")} games`;
    this.status.textContent = fitting.length ? "" : "No game has this name. You can open a description (.lud) from a file.";
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
      const name = target.dataset.game;
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

function tableLink({ key, title, seats, mine, over }) {
  const names = seats.map((seat) => (seat.open ? "open seat" : seat.name)).join(", ");
  const joins = seats.some((seat) => seat.open) ? "join" : "watch";
  const words = over ? "look" : mine.length ? "go on" : joins;
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
