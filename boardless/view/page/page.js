// A page: the board with title, hands and panel, and the messages to and from the program behind it.

import { Board } from "./board.js";
import { Carrier } from "./carrying.js";
import { Chooser, candidates, click, implied, isCarried, onwards, openPlaces } from "./choosing.js";
import { Dragger } from "./dragging.js";
import { button, calmed, element } from "./elements.js";
import { handsOf, likeness } from "./hands.js";
import { Log } from "./log.js";
import { isViewing, Notice } from "./notice.js";
import { Panel } from "./panel.js";
import { chip } from "./pieces.js";
import { Result } from "./result.js";
import { isHeld, patched, placeLabel } from "./scene.js";
import { TableHead, withNames } from "./table.js";

// Milliseconds that a pointer rests before it is asked what a move would do.
const REST = 120;
// Pixels from which on there are two columns.
const WIDE = 940;

/**
 * Show a game in an element.
 *
 * `link.say(message)` sends a message, `link.listen(hear)` calls `hear` with replies; `replayed` is
 * true where nobody answers but the page itself.
 */
export class Page {
  constructor(root, link, replayed = false) {
    this.root = root;
    this.link = link;
    this.replayed = replayed;
    this.data = {};
    this.picked = [];
    this.replies = new Map();
    this.number = Math.floor(Math.random() * 2 ** 40);
    this.board = new Board({
      press: (place) => this.press(place),
      point: (place) => this.point(place),
      key: (event) => this.key(event),
      stand: (spot) => this.stand(spot),
    });
    this.carrier = new Carrier({
      turn: () => this.turn(),
      lay: () => this.lay(),
      leave: () => this.cancel(),
      take: (what) => this.take(what),
    });
    this.log = new Log(
      (places) => this.board.light(places),
      (node) => this.panel.goTo(node),
    );
    this.shownAt = new Map(); // places of hands: the one that was pressed in place of one that is alike
    this.chooser = new Chooser({
      choose: (text) => this.play(text),
      point: (text) => this.preview(text),
      leave: () => this.cancel(),
    });
    this.panel = new Panel((message) => this.ask(message), replayed, link.saves);
    this.table = new TableHead((message) => this.ask(message));
    this.result = new Result((message) => this.ask(message));
    this.notice = new Notice((message) => this.ask(message));
    this.title = element("h2");
    this.caption = element("p", { role: "status", class: "caption" });
    this.scores = element("p", { class: "scores" });
    this.error = element("p", { role: "alert", class: "error" });
    this.hands = element("div", { class: "hands" });
    const { bar, players, making } = this.table;
    const head = element("div", { class: "head" }, bar, this.title, players, this.caption, this.scores, making);
    this.fit = button("Fit", () => this.board.zoom.fit(), { class: "fit", title: "show the whole board (0)" });
    this.frame = element("div", { class: "frame" }, this.board.element, this.fit, this.table.curtain);
    const play = element("div", { class: "side" });
    this.side = play;
    play.append(this.result.element, this.carrier.element, this.chooser.element, this.error, this.panel.moves);
    play.append(this.hands, this.log.element, this.panel.element);
    root.classList.add("boardless");
    root.classList.toggle("plays", !replayed);
    root.append(head, this.frame, play, this.notice.element);
    // A notebook's cell may be narrow where the window is wide.
    const widen = () => {
      root.classList.toggle("wide", root.clientWidth >= WIDE);
      this.placeResult();
      root.style.setProperty("--head", `${head.offsetHeight}px`);
    };
    const watch = new ResizeObserver(widen);
    watch.observe(root);
    watch.observe(head);
    root.addEventListener("keydown", (event) => this.pressedAnywhere(event));
    for (const [name, byKeys] of [["pointerdown", false], ["keydown", true]]) {
      root.addEventListener(name, () => this.board.keyed(byKeys), { capture: true });
    }
    // A finger that has pressed does not rest there: it is shown no preview, which would stay.
    for (const name of ["pointerover", "pointermove"]) {
      const pointed = (event) => {
        this.touched = event.pointerType === "touch";
      };
      root.addEventListener(name, pointed, { capture: true });
    }
    this.dragger = new Dragger(this);
    link.listen((message) => this.hear(message));
    this.ask({ do: "hello" });
  }

  // -- the other side -------------------------------------------------------------------------

  /** Say something and return the answer. */
  say(message) {
    const n = ++this.number;
    return new Promise((resolve) => {
      this.replies.set(n, resolve);
      this.link.say({ ...message, n });
    });
  }

  /** Say something; what is refused is shown. */
  async ask(message) {
    const reply = await this.say(message);
    // People do not read the text of a move, only why it was refused.
    this.refuse(withNames((reply.error || "").replace(/^move \S+: /, ""), this.data.table));
    return reply;
  }

  hear(message) {
    if ("making" in message) {
      this.table.compiling(message.making);
      return;
    }
    if (message.whole) {
      this.data = message.whole;
      this.plays = false;
    } else if (message.patch && !("re" in message)) this.data = patched(this.data, message.patch);
    else if (this.replies.has(message.re)) {
      this.replies.get(message.re)(message);
      this.replies.delete(message.re);
      return;
    } else return;
    if (this.data.scene) this.arrived(message);
    else this.prepare(this.data.table);
  }

  /** Say that a table is being set up, as long as there is no board yet. */
  prepare(table) {
    this.root.classList.add("at-table", "prepares");
    this.title.textContent = table.title;
    this.table.draw(this.data);
    this.caption.textContent = table.trouble ? "" : `Setting up ${table.title} …`;
    this.error.textContent = table.trouble;
  }

  arrived(message = {}) {
    this.root.classList.remove("prepares");
    // What is said of the table alone leaves what somebody is about to do.
    if (message.patch && !message.patch.scene && !message.patch.panel) {
      this.table.draw(this.data);
      this.notice.draw(this.data);
      this.drawCaption(this.data.scene, this.data.panel);
      this.panel.draw(this.data.scene, this.data.panel, this.data.table);
      this.result.draw(this.data, (words) => withNames(words, this.data.table));
      return;
    }
    // So does what is said of who thinks, of hints and of names, while the position is the same.
    if (message.patch && !message.patch.scene && message.patch.panel?.node === undefined) {
      this.draw();
      return;
    }
    if (message.patch?.panel?.node !== undefined) {
      this.error.textContent = "";
      this.plays = false;
    }
    const chose = this.chooser.element.contains(document.activeElement);
    const laid = this.carrier.laid !== null;
    // What lies below moves up to where somebody has just pressed.
    if (this.chooser.open || laid) [this.log.element, this.panel.element].forEach(calmed);
    this.picked = implied(this.data.scene, []);
    this.shownAt.clear();
    this.chooser.close();
    this.carrier.leave();
    this.board.ghost(null);
    this.draw();
    if (chose || laid) this.board.focus(this.board.focused);
  }

  draw() {
    const { scene, panel } = this.data;
    const open = openPlaces(scene, this.picked);
    this.arrange(scene);
    this.title.textContent = scene.title;
    this.drawCaption(scene, panel);
    if (panel.trouble) this.error.textContent = withNames(panel.trouble, this.data.table);
    this.board.draw(scene, open, this.picked);
    if (!this.replayed) this.dragger.mark(scene, open, this.picked);
    this.board.lay(scene, this.carrier.laid);
    const hints = this.hints(scene, panel);
    this.board.hint(hints);
    this.carrier.draw(scene, this.picked, this.replayed ? "" : this.guide(scene, open));
    this.drawHands(scene, open, hints);
    const named = (words) => withNames(words, this.data.table);
    this.log.draw(scene, panel, named);
    if (!this.replayed) this.result.draw(this.data, named);
    this.panel.draw(scene, panel, this.data.table);
    this.table.draw(this.data);
    this.notice.draw(this.data);
    this.root.classList.toggle("at-table", Boolean(this.data.table));
  }

  /** Return in words what is to be done now, where it is more than a click on a dot. */
  guide(scene, open) {
    if (scene.over || !open.size || this.chooser.open) return "";
    if (Object.keys(this.data.panel.hints).length) {
      return "Hint: the larger a ring, the more often the computer tried the move; the number is what it expects, 1 for a win.";
    }
    const held = [...open].some((place) => isHeld(scene, place));
    const laid = [...open].some((place) => !isHeld(scene, place));
    const texts = candidates(scene, this.picked);
    const goesOn = texts.some((text) => scene.moves[text][0].length > this.picked.length + 1);
    if (held && laid) return goesOn ? "Choose one of your hand, or one on the board." : "";
    const starts = [...open].some((place) => place in scene.piles);
    if (laid && goesOn && starts && !this.picked.length) return "Choose one on the board, of those in a frame.";
    if (held && goesOn) return "Choose one of your hand.";
    const what = scene.piles[this.picked.at(-1)]?.[0];
    const name = what ? `${scene.kinds[what - 1].title}: c` : "C";
    if (held) return `${name}hoose one of those in a blue frame.`;
    if (this.picked.length) return `${name}hoose where it goes, to a place with a dot.`;
    return "";
  }

  /** Give cards the wide column: their board is the small part. */
  arrange(scene) {
    const cards = scene.kinds.some((kind) => kind.card);
    this.root.classList.toggle("with-cards", cards);
    this.root.classList.toggle("large-board", Object.keys(scene.cells).length > 20);
    if (cards && this.hands.parentNode !== this.frame) this.frame.append(this.hands);
    this.placeResult();
  }

  /** Let the result stand beside the board, or below it, before what may be a long row of hands. */
  placeResult() {
    const { element: result } = this.result;
    const beside = this.root.classList.contains("wide") || this.hands.parentNode !== this.frame;
    const parent = beside ? this.side : this.frame;
    if (result.parentNode !== parent) parent.insertBefore(result, beside ? this.side.firstChild : this.hands);
  }

  /** Draw the hands anew; the place that keys act on stays the same. */
  drawHands(scene, open, hints) {
    const focused = document.activeElement;
    const held = this.hands.contains(focused) ? focused.dataset.place : "";
    this.hands.replaceChildren(
      ...handsOf(scene, this.data.panel.seat || 0, open, this.picked, (place) => this.press(place), this.shownAt, hints),
    );
    for (const title of this.hands.querySelectorAll(".title")) {
      if (this.data.table) title.lastChild.textContent = withNames(title.lastChild.textContent, this.data.table);
    }
    const buttons = [...this.hands.querySelectorAll("button")];
    buttons.find((one) => held && one.dataset.place === held)?.focus();
  }

  /** Draw who is to move, or how the game has ended, and the scores. */
  drawCaption(scene, panel) {
    const chips = scene.colours.map((colour, n) => chip(colour, n + 1));
    const mover = scene.mover && !scene.over ? [chip(scene.colours[scene.mover - 1], scene.mover)] : [];
    // While chance still deals there is nothing to choose.
    const own = scene.mover && scene.mover === panel.seat && !scene.over && Object.keys(scene.moves).length > 0;
    const words = withNames(scene.caption, this.data.table);
    this.caption.replaceChildren(...mover, own ? `${words}: your turn` : words);
    const scores = scene.scores.map((score, n) => {
      const words = { class: "score", "aria-label": `player ${n + 1} has ${score}` };
      return element("span", { role: "img", ...words }, chips[n], score);
    });
    this.scores.replaceChildren(...scores);
    this.scores.hidden = scores.length === 0;
  }

  /** Return the hints for places that may be chosen next, on the board and in hands: of the best move with each. */
  hints(scene, panel) {
    const found = {};
    for (const text of candidates(scene, this.picked)) {
      const [hint, place] = [panel.hints[text], scene.moves[text][0][this.picked.length]];
      if (hint && (!found[place] || found[place][0] < hint[0])) found[place] = hint;
    }
    return found;
  }

  // -- moves ----------------------------------------------------------------------------------

  async press(pressed) {
    const { scene } = this.data;
    // Of pieces of a hand that look alike the rules may offer one, and people take any.
    const alike = [this.picked, []].map((picked) => likeness(scene, openPlaces(scene, picked), this.picked, pressed));
    const place = alike.find((one) => one !== pressed) || pressed;
    if (place === pressed) this.shownAt.delete(place);
    else this.shownAt.set(place, pressed);
    if (this.replayed || this.plays || this.result.element.inert) return;
    this.board.ghost(null);
    if (this.carrier.laid?.place === place) {
      this.turn();
      return;
    }
    this.carrier.leave();
    const picked = this.picked.at(-1) === place ? this.picked : implied(scene, this.picked);
    const { picked: now, moves, possible } = click(scene, picked, place);
    if (!possible && isViewing(this.data.panel)) {
      this.refuse("this is not the position of the game");
      return;
    }
    if (!possible) {
      const held = this.heldWords(scene);
      this.cancel();
      const reply = await this.ask({ do: "why", place });
      const why = withNames(reply.why || "", this.data.table) || reply.error || "no move of this seat goes there";
      this.refuse(held && place in scene.cells ? `${held} cannot go ${scene.labels[place] ? `to ${placeLabel(scene, place)}` : "there"}` : why);
      return;
    }
    this.error.textContent = "";
    this.chooser.close();
    if (moves.length === 1 && now.length === 0) {
      this.play(moves[0]);
      return;
    }
    if (moves.length && moves.every((text) => isCarried(scene, text))) {
      const before = now.slice(0, -1);
      const ways = this.carrier.ways(scene, before, place);
      this.picked = before;
      if (ways.length === 1 && ways[0].moves.length === 1) {
        this.play(ways[0].moves[0].text);
        return;
      }
      this.carrier.put(place, ways);
      this.draw();
      return;
    }
    const only = this.onlyPlace(scene, now);
    if (!moves.length && only) {
      this.picked = now;
      this.press(only);
      return;
    }
    this.picked = moves.length ? now : implied(scene, now);
    if (moves.length) this.chooser.show(scene, moves, place, this.data.panel.hints);
    this.draw();
  }

  /** Return what people call the piece that is picked or carried, "" without one. */
  heldWords(scene) {
    const what = scene.piles[this.picked.at(-1)]?.[0] || this.carrier.what;
    return what ? scene.kinds[what - 1].title : "";
  }

  /** Say why something cannot be done. */
  refuse(words) {
    this.error.textContent = words && `${words[0].toUpperCase()}${words.slice(1)}.`;
  }

  /** Return the one place to which a card that was picked can go, "" if there are several. */
  onlyPlace(scene, picked) {
    const what = scene.piles[picked.at(-1)]?.[0];
    const open = openPlaces(scene, picked);
    const [place] = open;
    return what && scene.kinds[what - 1].card && open.size === 1 ? place : "";
  }

  /** Turn what lies, or what is carried, to the next way that fits; return whether it turned. */
  turn() {
    const { scene } = this.data;
    if (this.carrier.turn()) {
      this.draw();
      return true;
    }
    if (this.carrier.laid || !this.over || !this.carrier.what) return false;
    const ways = this.carrier.ways(scene, this.picked, this.over);
    if (!ways.length) return false;
    const at = this.carrier.likest(ways);
    this.carrier.put(this.over, ways, (at + 1) % ways.length);
    this.carrier.leave();
    this.carry(this.over);
    this.carrier.draw(scene, this.picked, "");
    return true;
  }

  /** Lay the piece as it lies. */
  lay() {
    const plain = this.carrier.plain;
    if (plain) this.play(plain.text);
  }

  /** Lay the piece as it lies, with a follower on a segment. */
  stand(spot) {
    const move = this.carrier.way?.moves.find((one) => one.spot === spot);
    if (move) this.play(move.text);
  }

  /** Carry one of the pieces that may be laid. */
  take(what) {
    this.carrier.leave();
    this.carrier.what = what;
    this.draw();
  }

  async play(move) {
    if (this.plays) return; // what was pressed twice is meant once
    this.plays = true;
    await this.ask({ do: "play", move, node: this.data.panel.node });
    this.plays = false;
    if (this.chooser.open) this.cancel(); // nothing came of it
  }

  cancel() {
    this.shownAt.clear();
    const place = this.carrier.laid?.place || this.picked.at(-1);
    const { scene } = this.data;
    this.picked = implied(scene, []);
    this.chooser.close();
    this.carrier.leave();
    this.board.ghost(null);
    this.draw();
    if (place) this.board.focus(place);
  }

  point(place) {
    clearTimeout(this.resting);
    this.board.fan(place);
    this.over = place;
    if (this.replayed || this.chooser.open || this.carrier.laid || !this.data.scene) return;
    this.board.ghost(null);
    this.pointed = "";
    if (!place || this.touched) return;
    const { scene } = this.data;
    const moves = onwards(scene, this.picked, place).filter(
      (text) => scene.moves[text][0].length === this.picked.length + 1,
    );
    if (!moves.length) return;
    if (this.carry(place)) return;
    this.resting = setTimeout(() => this.preview(moves[0]), REST);
  }

  /** Show the carried piece over a place, if it fits there. */
  carry(place) {
    const { scene } = this.data;
    const ways = place in scene.cells ? this.carrier.ways(scene, this.picked, place) : [];
    if (!ways.length) return false;
    this.board.carry(scene, ways[this.carrier.likest(ways)], place);
    return true;
  }

  /** Show the changes of a move, unless another is pointed at in the meantime. */
  async preview(move) {
    this.pointed = move;
    if (!move) return this.board.ghost(null);
    const { scene } = this.data;
    const reply = await this.say({ do: "preview", move });
    if (this.pointed !== move || this.data.scene !== scene || !reply.patch) return undefined;
    return this.board.ghost(patched(scene, reply.patch));
  }

  /** Do what a key stands for; return whether it stands for something. */
  key(event) {
    if (this.replayed) return this.step(event);
    const time = { u: "undo", y: "redo" }[event.key];
    if (event.key === "Escape") this.cancel();
    else if (event.key === "r" || event.key === "R") return this.turn();
    else if (event.key === "Enter" && this.carrier.plain) this.lay();
    else if (time && !isViewing(this.data.panel)) this.ask({ do: time });
    else return false;
    return true;
  }

  /** Turn, lay or take back by keys wherever the focus is, unless something is written there. */
  pressedAnywhere(event) {
    const writes = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
    const { altKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (this.replayed || defaultPrevented || writes || altKey || ctrlKey || metaKey) return;
    const presses = event.key === "Enter" && event.target.tagName === "BUTTON";
    if (!presses && ["r", "R", "Escape", "Enter"].includes(event.key) && this.key(event)) event.preventDefault();
  }

  /** Walk through a recorded game by keys. */
  step(event) {
    const [turn, end] = [Number(this.panel.slider.value), Number(this.panel.slider.max)];
    const to = { ArrowLeft: turn - 1, ArrowRight: turn + 1, Home: 0, End: end }[event.key];
    if (event.key === " ") this.panel.toggle();
    else if (to === undefined) return false;
    else if (to >= 0 && to <= end) this.panel.go(to);
    return true;
  }
}
