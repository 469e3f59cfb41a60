// The side panel: moves without a place, time, seats, new games, variations, text.

import { placeless } from "./choosing.js";
import { button, element, hinted } from "./elements.js";
import { isViewing } from "./notice.js";
import { moveLabels } from "./scene.js";
import { TableHead, withNames } from "./table.js";

/** Return the numbers of the nodes from the start to here, and onward. */
export function lineOf(panel) {
  const numbers = [];
  for (let at = panel.node; at >= 0; at = panel.nodes[at][0]) numbers.push(at);
  numbers.reverse();
  for (let at = panel.nodes[panel.node][2]; at >= 0; at = panel.nodes[at][2]) numbers.push(at);
  return numbers;
}

/** Return for each place of the line of nodes how many turns have begun; what chance does is none. */
export function turnsOf(panel, line, players) {
  const turns = [0];
  let before = 0;
  for (const number of line.slice(1)) {
    const mover = panel.nodes[number][3];
    const begins = mover && (mover !== before || players === 1);
    if (mover) before = mover;
    turns.push(turns.at(-1) + (begins ? 1 : 0));
  }
  return turns;
}

/** Return the tree as lists in lists: behind a move stand those that were tried in its place. */
export function treeOf(panel, go) {
  const children = {};
  for (const [number, [parent]] of Object.entries(panel.nodes)) {
    if (parent >= 0) (children[parent] ||= []).push(number);
  }
  const walk = (first) => {
    const list = element("ol", { class: "line" });
    let [at, others] = [first, []];
    while (at !== undefined) {
      if (at !== "0") list.append(element("li", {}, nodeButton(panel, at, go)));
      if (others.length) list.append(element("li", { class: "branches" }, ...others.map(walk)));
      [at, ...others] = children[at] || [];
    }
    return list;
  };
  return walk("0");
}

function nodeButton(panel, number, go) {
  const here = Number(number) === panel.node;
  const [, words, , , name] = panel.nodes[number];
  return button(name || words || "…", () => go(Number(number)), {
    "data-node": number,
    "aria-current": here ? "step" : "false",
  });
}

// Milliseconds from one move to the next when a game is played back.
const STEP = 600;
// The button that plays a game back, and then stops that.
const PLAYS = "▶ Play back";
const PAUSES = "❚❚ Pause";
// The level that gives hints unless another one was chosen.
const HINTER = 2;

/** Builds the controls once and lets them follow; `ask(message)` says what was wanted. */
export class Panel {
  constructor(ask, replayed, saves = false) {
    this.ask = ask;
    this.saves = saves; // whether there are files of the game to be had
    this.timer = 0;
    this.moves = element("div", { class: "row placeless" });
    this.moves.hidden = true;
    this.slider = element("input", {
      type: "range",
      min: "0",
      "aria-label": "turn",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.back = button("Undo", () => ask({ do: "undo" }), { title: "take back (u)" });
    this.forth = button("Redo", () => ask({ do: "redo" }), { title: "make again (y)" });
    this.player = button(PLAYS, () => this.toggle(), { title: "play the game back" });
    this.count = element("output", { class: "count" });
    const time = element("div", { class: "row time" });
    time.append(...(replayed ? [] : [this.back, this.forth]), this.player, this.slider, this.count);
    this.element = element("div", { class: "panel" }, time);
    if (!replayed) this.element.append(...this.buildGame());
  }

  buildGame() {
    const ask = this.ask;
    this.seats = element("div", { class: "row seats" });
    this.thinker = element("span", { class: "thinking" });
    this.stop = button("Stop", () => ask({ do: "stop" }));
    this.think = button("Let it think", () => ask({ do: "think" }));
    this.agent = element("select", { "aria-label": "agent that gives hints" });
    this.hint = button("Hint", () => ask({ do: "hint", agent: this.agent.value }));
    this.seed = element("input", { type: "text", inputmode: "numeric", "aria-label": "seed" });
    this.words = element("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-label": "a move in words",
      placeholder: "b2, e2-e4 …",
    });
    this.typed = element(
      "form",
      { class: "row typed", onsubmit: (event) => this.type(event) },
      element("label", {}, "Move ", this.words),
      element("button", { type: "submit" }, "Make it"),
    );
    const games = element("div", { class: "row" });
    this.again = [
      button("New game", () => ask({ do: "new", seed: "fresh" }), { title: "shuffled anew" }),
      button("New game, same luck", () => ask({ do: "new", seed: "last" }), { title: "with the same seed" }),
    ];
    this.resign = button("Resign", () => this.giveUp(), { hidden: true });
    games.append(
      ...this.again,
      this.hint,
      this.resign,
      this.think,
      this.stop,
      this.thinker,
    );
    const seeded = button("With this seed", () => ask({ do: "new", seed: this.seed.value }));
    this.seeds = element("div", { class: "row" }, element("label", {}, "Seed ", this.seed), seeded);
    const hints = element("div", { class: "row" }, element("label", {}, "Hints by ", this.agent));
    const settings = element("details", { class: "settings" });
    this.settings = settings;
    settings.append(element("summary", {}, "Players and settings"), this.seats, hints, this.seeds);
    this.variations = element("div", { class: "variations" });
    this.folder = element("details", {}, element("summary", {}, "Variations"), this.variations);
    this.folder.addEventListener("toggle", () => this.drawTree());
    this.text = element("textarea", { rows: "4", "aria-label": "the game as text" });
    const text = element("details", {}, element("summary", {}, "As text"), this.text);
    text.append(
      button("Copy", () => this.copy()),
      button("Load", () => ask({ do: "paste", text: this.text.value })),
    );
    return [this.typed, games, settings, this.folder, text];
  }

  /** Make the move that was typed; what is refused stays to be mended. */
  async type(event) {
    event.preventDefault();
    const reply = await this.ask({ do: "typed", move: this.words.value.trim(), node: this.panel.node });
    if (!reply.error) this.words.value = "";
  }

  draw(scene, panel, table) {
    this.table = table;
    this.panel = panel;
    const line = lineOf(panel);
    const ply = line.indexOf(panel.node);
    const turns = turnsOf(panel, line, scene.players);
    const [turn, most] = [turns[ply], turns.at(-1)];
    // Of a turn the slider shows the end, with what chance has done since.
    this.line = line;
    this.stops = Array.from({ length: most + 1 }, (_, n) => turns.lastIndexOf(n));
    this.slider.max = String(most);
    this.slider.value = String(turn);
    this.slider.setAttribute("aria-valuetext", `turn ${turn} of ${most}`);
    this.count.textContent = `turn ${turn}/${most}`;
    this.count.setAttribute("data-ply", ply);
    this.atEnd = ply === line.length - 1;
    if (this.atEnd) this.pause();
    const moves = placeless(scene);
    const labels = moveLabels(scene, moves);
    this.moves.hidden = moves.length === 0;
    this.moves.replaceChildren(
      ...moves.map((text, n) => {
        const play = () => this.ask({ do: "play", move: text, node: panel.node });
        return hinted(button(labels[n], play, { "data-move": text }), panel.hints[text]);
      }),
    );
    if (this.seats) this.drawGame(scene, panel, ply);
  }

  drawGame(scene, panel, ply) {
    const viewing = isViewing(panel);
    this.back.disabled = ply === 0 || viewing;
    this.forth.disabled = this.atEnd || viewing;
    const shown = JSON.stringify([panel.seats, this.table?.seats, this.table?.mine]);
    if (this.shown !== shown) {
      this.shown = shown;
      this.seats.replaceChildren(...panel.seats.map((name, n) => this.seatOf(n + 1, name)));
      const agents = panel.agents.filter((name) => name !== "person");
      this.agent.replaceChildren(...agents.map((name, n) => element("option", { selected: n === HINTER }, name)));
    }
    if (document.activeElement !== this.seed) this.seed.value = panel.seed;
    // It is secret as long as it tells what will be drawn.
    this.seeds.hidden = !panel.seed;
    this.since = performance.now() - 1000 * (panel.thought || 0);
    clearInterval(this.counting);
    const count = () => {
      const seconds = ((performance.now() - this.since) / 1000).toFixed(1);
      const who = withNames(`player ${panel.thinking}`, this.table);
      this.thinker.textContent = panel.thinking ? `${who} thinks … ${seconds} s` : "";
    };
    count();
    if (panel.thinking) this.counting = setInterval(count, 100);
    this.stop.hidden = !panel.thinking;
    const waits = scene.mover && panel.seats[scene.mover - 1] !== "person" && !panel.thinking;
    this.think.hidden = !waits || scene.over || viewing;
    this.typed.hidden = scene.over || Object.keys(scene.moves).length === 0;
    this.hint.disabled = Boolean(panel.thinking) || scene.over || viewing;
    if (this.folder.open) this.drawTree();
    this.drawTable(scene, panel);
  }

  /** Let those who watch see no controls, and players no more than those of their table. */
  drawTable(scene, panel) {
    const { table } = this;
    if (!this.files && this.saves) {
      this.files = TableHead.files();
      this.element.append(this.files);
    }
    this.again[1].hidden = !panel.seed;
    if (!table) return;
    for (const one of this.again) one.hidden = true;
    const plays = table.mine.length > 0;
    this.resign.hidden = !plays || scene.over || panel.node === 0;
    for (const one of [this.back, this.forth, this.hint]) one.hidden = !plays;
    this.settings.hidden = !plays;
  }

  /** Resign at the second press. */
  giveUp() {
    if (this.resign.textContent === "Resign") {
      this.resign.textContent = "Really resign?";
      setTimeout(() => {
        this.resign.textContent = "Resign";
      }, 3000);
    } else this.ask({ do: "resign" });
  }

  drawTree() {
    this.variations.replaceChildren(treeOf(this.panel, (node) => this.goTo(node)));
  }

  seatOf(player, name) {
    const seat = this.table?.seats[player - 1];
    if (seat) return this.chairOf(player, seat);
    const names = [...new Set([...this.panel.agents, name])];
    const select = element(
      "select",
      { onchange: () => this.ask({ do: "sit", player, agent: select.value }) },
      ...names.map((one) => element("option", { selected: one === name }, one)),
    );
    return element("label", {}, `Player ${player} `, select);
  }

  /** Return the control of a chair of a table: its level, free, or the reader's own. */
  chairOf(player, seat) {
    const own = this.table.mine.includes(player);
    const person = !seat.open && !seat.level;
    const offered = [...this.table.levels.map((level) => [level, `Computer, ${level}`]), ["open", "Free seat"]];
    const here = person ? [["", own ? "You" : seat.name]] : [];
    const free = person ? [] : [["me", "You"]];
    const items = [...here, ...free, ...offered].map(([value, words]) =>
      element("option", { value, selected: value === (person ? "" : seat.level || "open") }, words),
    );
    const change = () => {
      if (select.value === "me") this.takeOver(player, seat);
      else if (select.value) this.ask({ do: "sit", player, agent: select.value });
    };
    const select = element("select", { disabled: person && !own, onchange: change }, ...items);
    return element("label", {}, `${seat.open ? `Player ${player}` : seat.name} `, select);
  }

  async takeOver(player, seat) {
    if (seat.level) await this.ask({ do: "sit", player, agent: "open" });
    this.ask({ do: "take", player, name: "" });
  }

  async copy() {
    const reply = await this.ask({ do: "copy" });
    if (reply.text === undefined) return;
    this.text.value = reply.text;
    this.text.select();
    navigator.clipboard?.writeText(reply.text).catch(() => {});
  }

  // -- playing back ---------------------------------------------------------------------------

  /** Go to the end of a turn of the line. */
  go(turn) {
    this.goTo(this.line[this.stops[turn]]);
  }

  /** Show a node to the reader of this page alone. */
  goTo(node) {
    this.ask({ do: "view", node });
  }

  toggle() {
    if (this.timer) this.pause();
    else this.start();
  }

  start() {
    this.player.textContent = PAUSES;
    if (this.atEnd) this.go(0);
    const step = () => this.go(Math.min(Number(this.slider.value) + 1, Number(this.slider.max)));
    this.timer = setInterval(step, STEP);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.player.textContent = PLAYS;
  }
}
