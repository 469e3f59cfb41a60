// Choosing how a game is played: options, who sits where, clocks.

import { button, element, folded, select } from "./elements.js";
import { gamePicture } from "./picture.js";
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
  constructor(talk) {
    this.talk = talk;
    this.levels = [];
    this.asked = 0;
    this.counted = null;
    this.name = "";
    const forget = () => location.hash && history.replaceState(null, "", location.pathname);
    const onclick = ({ target }) => target === this.element && this.hide();
    this.element = element("dialog.choosing", { "aria-labelledby": "chosen", onclose: forget, onclick });
  }

  hide() {
    if (this.element.open) this.element.close();
  }

  /** Draw the picture of a game once it is there, or what stands in place of one. */
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
    this.element.replaceChildren(frame, setup, close);
    if (!this.element.open) this.element.showModal();
    this.paint(frame, name, () => "");
    const { card, error = card?.error } = await this.talk.say({ do: "about", game: name });
    if (this.name !== name) return;
    if (error) {
      this.about.replaceChildren();
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
    const children = [
      card.about && element("p.sentence", card.about),
      field("Your name", this.player),
      ...this.options.map(([option, control]) => field(option.heading, control)),
      card.rulesets.length > 0 && field("Ruleset", this.ruleset),
      element("h3", "Who plays"),
      this.seats,
      field("Clock", this.clock),
      element("div.row", this.play),
      this.rulesOf(card.name),
    ];
    this.about.replaceChildren(...children.filter(Boolean));
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
      text.replaceChildren(element("p", { role: "status" }, "Reading …"));
      const reply = await this.talk.say({ do: "rules", game, options });
      const passages = reply.rules || [["", [reply.error]]];
      const headed = (heading, sentences) => [heading && element("h3", heading), ...sentences.map((words) => element("p", words))];
      text.replaceChildren(...passages.flatMap(([heading, sentences]) => headed(heading, sentences)).filter(Boolean));
    };
    const rules = folded("Rules", { class: "rules", ontoggle }, text);
    return rules;
  }

  /** Return what was chosen that is not usual, one a line. */
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

  /** Return who was chosen for each seat. */
  chairs() {
    return [...this.seats.querySelectorAll("select")].map(({ value }) => value);
  }

  drawSeats(count) {
    const before = this.chairs();
    if (before.length === count) return;
    const offered = [["me", "You"], ...this.levels.map((level) => [level, `Computer, ${level}`]), ["open", "Somebody with the address"]];
    const own = (n) => before[n] || (n ? this.levels[LEVEL] : "me");
    const rows = Array.from({ length: count }, (_, n) => field(`Player ${n + 1}`, select(offered, own(n))));
    this.seats.replaceChildren(...rows);
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
