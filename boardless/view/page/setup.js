// Choosing how a game is played: options, who sits where, clocks.

import { button, element } from "./elements.js";
import { GamePicture } from "./picture.js";
import { remember, remembered } from "./remembering.js";

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
export class Choosing {
  constructor(link) {
    this.link = link;
    this.levels = [];
    this.asked = 0;
    this.counted = null;
    this.name = "";
    this.element = element("dialog", { class: "choosing", "aria-labelledby": "chosen" });
    this.element.addEventListener("close", () => {
      if (location.hash) history.replaceState(null, "", location.pathname);
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  hide() {
    if (this.element.open) this.element.close();
  }

  async show(name) {
    this.name = name;
    this.picture = element("div", { class: "picture large waits" });
    this.about = element("div", { class: "about" }, element("p", { role: "status" }, "Reading its rules …"));
    this.error = element("p", { class: "error", role: "alert" });
    const close = button("✕", () => this.element.close(), { class: "close", "aria-label": "close" });
    const title = element("h2", { id: "chosen" }, name);
    this.element.replaceChildren(this.picture, element("div", { class: "setup" }, title, this.about, this.error), close);
    if (!this.element.open) this.element.showModal();
    this.link.say({ do: "picture", game: name }).then((reply) => {
      if (this.name !== name) return;
      this.picture.classList.remove("waits");
      if (reply.picture?.cells) this.picture.append(new GamePicture(reply.picture).element);
      else this.picture.classList.add("none");
    });
    const reply = await this.link.say({ do: "about", game: name });
    if (this.name !== name) return;
    if (reply.error || reply.card.error) {
      this.about.replaceChildren();
      this.error.textContent = reply.error || reply.card.error;
      return;
    }
    this.build(reply.card);
  }

  build(card) {
    this.card = card;
    this.options = card.options.map((one) => {
      const items = one.items.map((item) => element("option", { selected: item === one.default }, item));
      const select = element("select", { "data-heading": one.heading, onchange: () => this.count() }, ...items);
      return [one, select];
    });
    this.ruleset = element("select", { onchange: () => this.count() }, element("option", { value: "" }, "Usual rules"));
    this.ruleset.append(...card.rulesets.map((name) => element("option", {}, name)));
    const fields = this.options.map(([one, select]) => field(one.heading, select));
    if (card.rulesets.length) fields.push(field("Ruleset", this.ruleset));
    this.seats = element("div", { class: "chairs" });
    this.player = element("input", {
      type: "text",
      maxlength: "24",
      placeholder: "Your name",
      value: remembered(),
      autocomplete: "off",
    });
    this.clock = element("select", {}, ...CLOCKS.map(([words], n) => element("option", { value: n }, words)));
    this.play = button("Play", () => this.open(), { class: "chief play" });
    this.about.replaceChildren(
      ...(card.about ? [element("p", { class: "sentence" }, card.about)] : []),
      field("Your name", this.player),
      ...fields,
      element("h3", {}, "Who plays"),
      this.seats,
      field("Clock", this.clock),
      element("div", { class: "row" }, this.play),
      this.rulesOf(card),
    );
    this.drawSeats(usual(card));
    this.play.focus();
    if (card.options.length) this.count();
  }

  /** Return the rules in words, which are asked for once they are wanted. */
  rulesOf(card) {
    const text = element("div", { class: "rules-text" });
    const rules = element("details", { class: "rules" }, element("summary", {}, "Rules"), text);
    let asked = "";
    rules.addEventListener("toggle", async () => {
      const options = this.chosen().join("\n");
      if (!rules.open || asked === `${card.name} ${options}`) return;
      asked = `${card.name} ${options}`;
      text.replaceChildren(element("p", { role: "status" }, "Reading …"));
      const reply = await this.link.say({ do: "rules", game: card.name, options });
      const parts = (reply.rules || [["", [reply.error]]]).flatMap(([heading, sentences]) => [
        ...(heading ? [element("h3", {}, heading)] : []),
        ...sentences.map((it) => element("p", {}, it)),
      ]);
      text.replaceChildren(...parts);
    });
    return rules;
  }

  chosen() {
    const own = this.options.filter(([one, select]) => select.value !== one.default);
    return [...(this.ruleset.value ? [this.ruleset.value] : []), ...own.map(([one, select]) => `${one.heading}/${select.value}`)];
  }

  /** Ask for how many the game is with these options; the last answer counts. */
  count() {
    this.asked += 1;
    this.counted = this.countNow(this.asked);
    return this.counted;
  }

  async countNow(number) {
    const reply = await this.link.say({ do: "players", game: this.name, options: this.chosen().join("\n") });
    if (number !== this.asked) return;
    this.error.textContent = reply.error || "";
    this.play.disabled = Boolean(reply.error);
    if (reply.players) this.drawSeats(reply.players);
  }

  drawSeats(count) {
    const before = [...this.seats.querySelectorAll("select")].map((select) => select.value);
    if (before.length === count) return;
    const rows = Array.from({ length: count }, (_, n) => {
      const own = before[n] || (n ? this.levels[LEVEL] : "me");
      const offered = [["me", "You"], ...this.levels.map((level) => [level, `Computer, ${level}`]), ["open", "Somebody with the address"]];
      const items = offered.map(([value, words]) => element("option", { value, selected: value === own }, words));
      return field(`Player ${n + 1}`, element("select", {}, ...items));
    });
    this.seats.replaceChildren(...rows);
  }

  async open() {
    this.play.disabled = true;
    this.play.textContent = "Setting up …";
    await this.counted;
    const name = this.player.value.trim();
    remember(name);
    const chairs = [...this.seats.querySelectorAll("select")].map(({ value }) => (value === "me" ? `me ${name}` : value));
    const [, minutes, extra] = CLOCKS[Number(this.clock.value)];
    const message = { do: "open", game: this.name, options: this.chosen().join("\n"), seats: chairs.join("\n"), minutes, extra };
    const reply = await this.link.say(message);
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
  return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
}

/** Return for how many a game is with its usual options, as far as its card tells. */
function usual(card) {
  const option = card.options.find((one) => /player/i.test(one.heading));
  const number = option && /\d+/.exec(option.default);
  return number ? Number(number[0]) : card.players[0] || 2;
}
