// The side panel: moves without a place, time, seats, new games, variations, text; and the list of moves.

import { moveButtons, placeless } from "./choosing.js";
import { button, changed, element, fill, folded, offeredSeats, Part, saysFor, select } from "./elements.js";
import { chip } from "./picture.js";
import { fileMenu, isViewing, secondsSince, withNames } from "./table.js";

/** Return the numbers of the nodes from the start to here, and onward. */
function lineOf(panel) {
  const numbers = [];
  for (let at = panel.node; at >= 0; at = panel.nodes[at][0]) numbers.push(at);
  numbers.reverse();
  for (let at = panel.nodes[panel.node][2]; at >= 0; at = panel.nodes[at][2]) numbers.push(at);
  return numbers;
}

/** Return for each place of the line of nodes how many turns have begun; outcomes of chance are not turns. */
function turnsOf(panel, line, players) {
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

/** Return the tree as lists in lists: after a move come the moves tried in its place. */
function treeOf(panel, go) {
  const children = {};
  for (const [number, [parent]] of Object.entries(panel.nodes)) {
    if (parent >= 0) (children[parent] ||= []).push(number);
  }
  const walk = (first) => {
    const list = element("ol.line");
    let [at, others] = [first, []];
    while (at !== undefined) {
      if (at !== "0") list.append(element("li", nodeButton(panel, at, go)));
      if (others.length) list.append(element("li.branches", others.map(walk)));
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

const labelled = (words, control) => element("label", words, control);

/** Builds the controls once and lets them follow. */
export class Panel extends Part {
  timer = 0;
  moves = element("div.row.placeless", { hidden: true });
  slider = element("input", { type: "range", min: "0", "aria-label": "turn", oninput: () => this.go(Number(this.slider.value)) });
  back = this.asking("Undo", () => ({ do: "undo" }), { title: "take back (u)" });
  forth = this.asking("Redo", () => ({ do: "redo" }), { title: "make again (y)" });
  player = button(PLAYS, () => this.toggle(), { title: "play the game back" });
  count = element("output.count");
  seats = element("div.row.seats");
  thinker = element("span.thinking");
  stop = this.asking("Stop", () => ({ do: "stop" }));
  think = this.asking("Let it think", () => ({ do: "think" }));
  agent = element("select", { "aria-label": "agent that gives hints" });
  hint = this.asking("Hint", () => ({ do: "hint", agent: this.agent.value }));
  seed = element("input", { type: "text", inputmode: "numeric", "aria-label": "seed" });
  words = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": "a move in words",
    placeholder: "b2, e2-e4 …",
  });
  typed = element(
    "form.row.typed",
    { onsubmit: (event) => this.type(event) },
    labelled("Move ", this.words),
    element("button", { type: "submit" }, "Make it"),
  );
  games = this.newGames();
  resign = button("Resign", () => this.giveUp(), { hidden: true });
  seeds = element("div.row", labelled("Seed ", this.seed), this.asking("With this seed", () => ({ do: "new", seed: this.seed.value })));
  settings = folded("Players and settings", { class: "settings" }, this.seats, element("div.row", labelled("Hints by ", this.agent)), this.seeds);
  variations = element("div.variations");
  folder = folded("Variations", { ontoggle: () => this.drawTree() }, this.variations);
  text = element("textarea", { rows: "4", "aria-label": "the game as text" });

  constructor(ask, replayed, saves) {
    super(ask);
    this.replayed = replayed;
    const time = element("div.row.time", !replayed && [this.back, this.forth], this.player, this.slider, this.count);
    const load = this.asking("Load", () => ({ do: "paste", text: this.text.value }));
    const own = [
      this.typed,
      element("div.row", this.games, this.hint, this.resign, this.think, this.stop, this.thinker),
      this.settings,
      this.folder,
      folded("As text", {}, this.text, button("Copy", () => this.copy()), load),
    ];
    // A page of a server offers files of the game.
    this.element = element("div.panel", time, !replayed && own, saves && fileMenu());
  }

  /** Make the typed move; a refused text stays, so that the reader can correct it. */
  async type(event) {
    event.preventDefault();
    const reply = await this.ask({ do: "typed", move: this.words.value.trim(), node: this.panel.node });
    if (!reply.error) this.words.value = "";
  }

  draw(scene, panel, table) {
    this.table = table;
    this.panel = panel;
    this.line = lineOf(panel);
    const ply = this.line.indexOf(panel.node);
    const turns = turnsOf(panel, this.line, scene.players);
    const [turn, most] = [turns[ply], turns.at(-1)];
    // The slider shows the end of a turn, including later outcomes of chance.
    this.stops = Array.from({ length: most + 1 }, (_, n) => turns.lastIndexOf(n));
    this.slider.max = String(most);
    this.slider.value = String(turn);
    this.slider.setAttribute("aria-valuetext", `turn ${turn} of ${most}`);
    this.count.textContent = `turn ${turn}/${most}`;
    this.count.dataset.ply = ply;
    this.atEnd = ply === this.line.length - 1;
    if (this.atEnd) this.pause();
    const moves = placeless(scene);
    this.moves.hidden = moves.length === 0;
    const play = (move) => this.ask({ do: "play", move, node: panel.node });
    fill(this.moves, moveButtons(scene, moves, panel.hints, { play, preview() {} }));
    if (!this.replayed) this.drawGame(scene, panel, ply);
  }

  drawGame(scene, panel, ply) {
    const { table } = this;
    const viewing = isViewing(panel);
    this.back.disabled = ply === 0 || viewing;
    this.forth.disabled = this.atEnd || viewing;
    if (changed(this, panel.seats, table?.seats, table?.mine)) {
      fill(this.seats, panel.seats.map((name, n) => this.seatOf(n + 1, name)));
      const agents = panel.agents.filter((name) => name !== "person");
      fill(this.agent, ...select(agents, agents[HINTER]).children);
    }
    if (document.activeElement !== this.seed) this.seed.value = panel.seed;
    // The seed is secret as long as it reveals later draws.
    this.seeds.hidden = !panel.seed;
    this.heard = performance.now();
    this.tick();
    this.stop.hidden = !panel.thinking;
    const waits = scene.mover && panel.seats[scene.mover - 1] !== "person" && !panel.thinking;
    this.think.hidden = !waits || scene.over || viewing;
    this.typed.hidden = scene.over || Object.keys(scene.moves).length === 0;
    this.hint.disabled = Boolean(panel.thinking) || scene.over || viewing;
    if (this.folder.open) this.drawTree();
    // Watchers of a table see no controls, and players only the controls of their table.
    const plays = !table || table.mine.length > 0;
    for (const control of [this.back, this.forth, this.hint, this.settings]) control.hidden = !plays;
    this.games.forEach((control, n) => control.toggleAttribute("hidden", Boolean(table) || (n > 0 && !panel.seed)));
    this.resign.hidden = !table || !plays || scene.over || panel.node === 0;
  }

  /** Show the thinking agent, and its time so far. */
  tick() {
    const { thinking, thought = 0 } = this.panel || {};
    if (this.replayed) return;
    const seconds = (thought + secondsSince(this.heard)).toFixed(1);
    this.thinker.textContent = thinking ? `${withNames(`player ${thinking}`, this.table)} thinks … ${seconds} s` : "";
  }

  /** Resign at the second press. */
  giveUp() {
    if (this.resign.textContent === "Resign") saysFor(this.resign, "Really resign?", 3000);
    else this.ask({ do: "resign" });
  }

  drawTree() {
    fill(this.variations, treeOf(this.panel, (node) => this.goTo(node)));
  }

  /** Return the control of a seat: its player; for a chair of a table its level, "free", or the reader's own. */
  seatOf(player, name) {
    const seat = this.table?.seats[player - 1];
    const sit = (agent) => this.ask({ do: "sit", player, agent });
    if (!seat) {
      const agents = [...new Set([...this.panel.agents, name])];
      return element("label", `Player ${player} `, select(agents, name, { onchange: ({ target }) => sit(target.value) }));
    }
    const own = this.table.mine.includes(player);
    const person = !seat.open && !seat.level;
    const here = person ? ["", own ? "You" : seat.name] : ["me", "You"];
    const offered = offeredSeats(here, this.table.levels, "Free seat");
    const onchange = async ({ target: { value } }) => {
      if (value && value !== "me") sit(value);
      if (value !== "me") return;
      if (seat.level) await sit("open");
      this.ask({ do: "take", player, name: "" });
    };
    const chosen = person ? "" : seat.level || "open";
    return element("label", `${seat.open ? `Player ${player}` : seat.name} `, select(offered, chosen, { disabled: person && !own, onchange }));
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
    if (this.timer) {
      this.pause();
      return;
    }
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

// -- The list of moves: each line is a button that goes to the move; moves taken back stay, in pale

// The most lines drawn, and the most of them for moves taken back; the tree of variations has all.
const LINES = 24;
const AHEAD = 12;
// Outcomes of chance that nobody can see, or that are visible next to the board.
const NOTHING = "Chance decides";

/** A list of moves. */
export class Log {
  list = element("ol");
  element = element("div.log", { role: "log", "aria-label": "moves", tabindex: "0" }, this.list);

  /** `light` lights up the places of the move that is pointed at, none for []; `go` shows a node. */
  constructor(light, go) {
    this.light = light;
    this.go = go;
  }

  /** Show the moves; `named` gives words in which players have their names. */
  draw(scene, panel, named) {
    const path = lineOf(panel).slice(1);
    const here = path.indexOf(panel.node);
    const first = Math.max(Math.min(here + 1 + AHEAD, path.length) - LINES, 0);
    const lines = [];
    for (const [n, number] of path.slice(first, first + LINES).entries()) {
      const [, words, , mover, name = ""] = panel.nodes[number];
      if (!mover && words === NOTHING) continue;
      const before = lines.at(-1);
      const line = { words: named(words), name, mover, later: first + n > here };
      if (before && ["words", "name", "mover", "later"].every((key) => before[key] === line[key])) {
        before.times += 1;
        before.number = number;
      } else lines.push({ ...line, times: 1, places: panel.places?.[number] || [], number });
    }
    if (!changed(this, lines)) return;
    const focused = this.list.contains(document.activeElement);
    fill(this.list, lines.map((line) => this.lineOf(scene, line)));
    this.element.hidden = lines.length === 0;
    const gone = this.list.querySelectorAll(".later").length;
    const now = this.list.children[lines.length - gone - 1]?.firstChild;
    now?.setAttribute("aria-current", "step");
    if (focused) now?.focus({ preventScroll: true });
    this.element.scrollTop = gone ? this.topOf(lines.length - gone - 1) : this.element.scrollHeight;
  }

  /** Return how far to scroll so that a line is in sight with some before it. */
  topOf(n) {
    const line = this.list.children[n];
    return line ? line.offsetTop - this.list.offsetTop - this.element.clientHeight / 2 : 0;
  }

  /** Return the line of a move. */
  lineOf(scene, { words, name, mover, later, times, places, number }) {
    // A finger is gone at once after pointing, so its highlighted places stay until the next touch.
    const onpointerleave = (event) => event.pointerType === "touch" || this.light([]);
    const said = `${words || "…"}${times > 1 ? ` (${times} times)` : ""}`;
    const parts = name ? [element("b", name), " ", element("span.in-words", said)] : said;
    const move = button([mover > 0 && chip(scene, mover), parts].flat(), () => this.go(number), { class: "move", title: "look at this move" });
    return element("li", { onpointerenter: () => this.light(places), onpointerleave, class: [later && "later"] }, move);
  }
}
