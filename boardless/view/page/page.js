// A page: the board with title, hands and panel, and the messages to and from the program behind it.

import { Board } from "./board.js";
import { Carrier, Dragger } from "./carrying.js";
import { candidates, Chooser, click, implied, isHeld, isLast, onwards, openPlaces, placeLabel } from "./choosing.js";
import { button, calmed, element, fill, sentence } from "./elements.js";
import { handsOf, likeness } from "./hands.js";
import { Log, Panel } from "./panel.js";
import { chip } from "./picture.js";
import { isViewing, Notice, Result, TableHead, withNames } from "./table.js";
import { patched, Talk } from "./talk.js";

// Milliseconds that a pointer rests before the page asks for a preview of a move.
const REST = 120;
// Milliseconds between two looks at the clocks.
const TICK = 100;
// Pixels from which on there are two columns.
const WIDE = 940;

/** Shows a game in an element; `replayed` is true if only the page itself answers. See `Talk` for the link. */
export class Page {
  picked = [];
  shownAt = new Map(); // places of hands: the one that was pressed in place of one that is alike
  title = element("h2");
  caption = element("p.caption", { role: "status" });
  scores = element("p.scores");
  error = element("p.error", { role: "alert" });
  hands = element("div.hands");
  board = new Board(this);
  carrier = new Carrier(this);
  chooser = new Chooser(this);
  log = new Log(
    (places) => this.board.light(places),
    (node) => this.panel.goTo(node),
  );

  constructor(root, link, replayed = false) {
    this.root = root;
    this.replayed = replayed;
    this.panel = new Panel(this.ask, replayed, link.saves);
    this.table = new TableHead(this.ask);
    this.result = new Result(this.ask);
    this.notice = new Notice(this.ask);
    this.build();
    this.listen();
    this.dragger = new Dragger(this);
    this.talk = new Talk(link, (message) => this.hear(message));
    this.talk.hello();
  }

  /** The program's data. */
  get data() {
    return this.talk.data;
  }

  build() {
    const { root, panel, table, board } = this;
    this.head = element("div.head", table.back, this.title, table.players, this.caption, this.scores, table.making, table.watching, table.share);
    const fit = button("Fit", () => board.zoom.fit(), { class: "fit", title: "show the whole board (0)" });
    this.frame = element("div.frame", board.element, fit, table.curtain);
    const above = [this.result.element, this.carrier.element, this.chooser.element, this.error, panel.moves];
    this.side = element("div.side", above, this.hands, this.log.element, panel.element);
    root.classList.add("boardless");
    root.classList.toggle("plays", !this.replayed);
    root.append(this.head, this.frame, this.side, this.notice.element);
  }

  listen() {
    const { root, head } = this;
    // A notebook's cell may be narrow even in a wide window.
    const watch = new ResizeObserver(() => {
      root.classList.toggle("wide", root.clientWidth >= WIDE);
      this.placeResult();
      root.style.setProperty("--head", `${head.offsetHeight}px`);
    });
    watch.observe(root);
    watch.observe(head);
    setInterval(() => [this.table, this.panel].forEach((part) => part.tick()), TICK);
    root.addEventListener("keydown", (event) => this.pressedAnywhere(event));
    const first = (name, heard) => root.addEventListener(name, heard, { capture: true });
    first("pointerdown", () => this.board.keyed(false));
    first("keydown", () => this.board.keyed(true));
    // A finger that has pressed does not rest there: it is shown no preview, which would stay.
    for (const name of ["pointerover", "pointermove"]) {
      first(name, (event) => {
        this.touched = event.pointerType === "touch";
      });
    }
  }

  // -- the other side -------------------------------------------------------------------------

  /** Send a message; show the error if it is refused. */
  ask = async (message) => {
    const reply = await this.talk.say(message);
    // People do not read the text of a move, only why it was refused.
    this.refuse((reply.error || "").replace(/^move \S+: /, ""));
    return reply;
  };

  hear({ making, whole, patch }) {
    if (making !== undefined) {
      this.table.compiling(making);
      return;
    }
    if (whole) this.plays = false;
    if (this.data.scene) this.arrived(patch);
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

  arrived(patch) {
    this.root.classList.remove("prepares");
    const moved = patch?.panel?.node !== undefined;
    // News about the table, hints and thinking agents do not disturb a choice in progress.
    if (patch && !patch.scene && !moved) {
      this.draw();
      return;
    }
    if (moved) {
      this.error.textContent = "";
      this.plays = false;
    }
    const laid = this.carrier.laid !== null;
    const chose = laid || this.chooser.element.contains(document.activeElement);
    // The content below moves up to the place of a recent press.
    if (this.chooser.open || laid) [this.log.element, this.panel.element].forEach(calmed);
    this.reset();
    if (chose) this.board.focus(this.board.focused);
  }

  draw() {
    const { data, picked } = this;
    const { scene, panel, table } = data;
    const open = openPlaces(scene, picked);
    this.arrange(scene);
    this.root.classList.toggle("at-table", Boolean(table));
    this.title.textContent = scene.title;
    this.drawCaption(scene, panel);
    if (panel.trouble) this.error.textContent = this.named(panel.trouble);
    this.board.draw(scene, open, picked);
    this.board.lay(this.carrier.laid);
    const hints = this.hints(scene, panel);
    this.board.hint(hints);
    this.carrier.draw(scene, picked, this.replayed ? "" : this.guide(scene, open));
    this.drawHands(scene, open, hints);
    this.log.draw(scene, panel, this.named);
    this.panel.draw(scene, panel, table);
    this.table.draw(data);
    this.notice.draw(data);
    if (this.replayed) return;
    this.dragger.mark(scene, open, picked);
    this.result.draw(data, this.named);
  }

  /** Return words in which players have their names. */
  named = (words) => withNames(words, this.data.table);

  /** Return the next step in words, if it is more than a click on a dot. */
  guide(scene, open) {
    const { picked } = this;
    if (scene.over || !open.size || this.chooser.open) return "";
    if (Object.keys(this.data.panel.hints).length) {
      return "Hint: the larger a ring, the more often the computer tried the move; the number is the result that it expects, 1 for a win.";
    }
    const places = [...open];
    const held = places.some((place) => isHeld(scene, place));
    const laid = places.some((place) => !isHeld(scene, place));
    const goesOn = candidates(scene, picked).some((choice) => !isLast(choice, picked));
    if (held && laid) return goesOn ? "Choose from your hand or on the board." : "";
    if (laid && goesOn && !picked.length && places.some((place) => place in scene.piles)) {
      return "Choose one of the framed pieces on the board.";
    }
    if (held && goesOn) return "Choose from your hand.";
    const what = scene.piles[picked.at(-1)]?.[0];
    const choose = what ? `${scene.kinds[what - 1].title}: choose` : "Choose";
    if (held) return `${choose} a place with a blue frame.`;
    return picked.length ? `${choose} a target, a place with a dot.` : "";
  }

  /** Give cards the wide column: their board is the small part. */
  arrange(scene) {
    const cards = scene.kinds.some((kind) => kind.card);
    this.root.classList.toggle("with-cards", cards);
    this.root.classList.toggle("large-board", Object.keys(scene.cells).length > 20);
    if (cards && this.hands.parentNode !== this.frame) this.frame.append(this.hands);
    this.placeResult();
  }

  /** Put the result next to the board, or below it, before a possibly long row of hands. */
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
    const { picked, shownAt } = this;
    fill(this.hands, handsOf({ scene, seat: this.data.panel.seat || 0, open, picked, press: this.press, shownAt, hints }));
    for (const { lastChild } of this.hands.querySelectorAll(".title")) lastChild.textContent = this.named(lastChild.textContent);
    if (held) [...this.hands.querySelectorAll("button")].find((one) => one.dataset.place === held)?.focus();
  }

  /** Draw the next mover or the result of the game, and the scores. */
  drawCaption(scene, panel) {
    const moves = scene.mover > 0 && !scene.over;
    // While chance still deals there is nothing to choose.
    const own = moves && scene.mover === panel.seat && Object.keys(scene.moves).length > 0;
    const words = this.named(scene.caption) + (own ? ": your turn" : "");
    fill(this.caption, moves && chip(scene, scene.mover), words);
    const scores = scene.scores.map((score, n) => {
      const words = { role: "img", class: "score", "aria-label": `player ${n + 1} has ${score}` };
      return element("span", words, chip(scene, n + 1), score);
    });
    fill(this.scores, scores);
    this.scores.hidden = scores.length === 0;
  }

  /** Return the hints for places that may be chosen next, on the board and in hands: of the best move with each. */
  hints(scene, panel) {
    const best = {};
    for (const { text, places } of candidates(scene, this.picked)) {
      const [hint, place] = [panel.hints[text], places[this.picked.length]];
      if (hint && !(best[place]?.[0] >= hint[0])) best[place] = hint;
    }
    return best;
  }

  // -- moves ----------------------------------------------------------------------------------

  press = async (pressed) => {
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
    const { picked, moves, possible } = click(scene, this.picked.at(-1) === place ? this.picked : implied(scene, this.picked), place);
    if (!possible) {
      await this.refusePlace(scene, place);
      return;
    }
    this.error.textContent = "";
    this.chooser.close();
    if (moves.length === 1 && !picked.length) this.play(moves[0].text);
    else if (moves.length && moves.every(({ carried }) => carried)) this.put(place, picked.slice(0, -1));
    else if (moves.length) {
      this.picked = picked;
      this.chooser.show(scene, moves, place, this.data.panel.hints);
      this.draw();
    } else {
      // A card that can go to one place alone goes there.
      const [what, open] = [scene.piles[picked.at(-1)]?.[0], openPlaces(scene, picked)];
      const [only] = open;
      const goes = what && scene.kinds[what - 1].card && open.size === 1;
      this.picked = goes ? picked : implied(scene, picked);
      if (goes) this.press(only);
      else this.draw();
    }
  };

  /** Lay the carried piece on a place for the time being, or at once if there is one way. */
  put(place, picked) {
    const ways = this.carrier.ways(this.data.scene, picked, place);
    this.picked = picked;
    if (ways.length === 1 && ways[0].moves.length === 1) {
      this.play(ways[0].moves[0].text);
      return;
    }
    this.carrier.put(place, ways);
    this.draw();
  }

  /** Show why nothing can be played on a place, and put the picked pieces back. */
  async refusePlace(scene, place) {
    if (isViewing(this.data.panel)) {
      this.refuse("this is not the position of the game");
      return;
    }
    const what = scene.piles[this.picked.at(-1)]?.[0] || this.carrier.what;
    this.cancel();
    const reply = await this.ask({ do: "why", place });
    if (what && place in scene.cells) {
      this.refuse(`${scene.kinds[what - 1].title} cannot go ${scene.labels[place] ? `to ${placeLabel(scene, place)}` : "there"}`);
    } else this.refuse(reply.why || reply.error || "no move of this seat goes there");
  }

  /** Say why something cannot be done. */
  refuse(words) {
    this.error.textContent = sentence(this.named(words));
  }

  /** Turn the laid or carried tile to the next rotation that fits; return whether it turned. */
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
    if (this.carrier.plain) this.play(this.carrier.plain.text);
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
    if (this.plays) return; // a double press counts once
    this.plays = true;
    await this.ask({ do: "play", move, node: this.data.panel.node });
    this.plays = false;
    if (this.chooser.open) this.cancel(); // nothing came of it
  }

  /** Put picked, laid and half-chosen pieces back. */
  cancel() {
    const place = this.carrier.laid?.place || this.picked.at(-1);
    this.reset();
    if (place) this.board.focus(place);
  }

  reset() {
    this.shownAt.clear();
    this.picked = implied(this.data.scene, []);
    this.chooser.close();
    this.carrier.leave();
    this.board.ghost(null);
    this.draw();
  }

  point(place) {
    clearTimeout(this.resting);
    this.board.fan(place);
    this.over = place;
    if (this.replayed || this.chooser.open || this.carrier.laid || !this.data.scene) return;
    this.board.ghost(null);
    this.pointed = "";
    if (!place || this.touched) return;
    const move = onwards(this.data.scene, this.picked, place).find((choice) => isLast(choice, this.picked));
    if (move && !this.carry(place)) this.resting = setTimeout(() => this.preview(move.text), REST);
  }

  /** Show the carried piece over a place, if it fits there. */
  carry(place) {
    const { scene } = this.data;
    const ways = place in scene.cells ? this.carrier.ways(scene, this.picked, place) : [];
    if (ways.length) this.board.carry(ways[this.carrier.likest(ways)], place);
    return ways.length > 0;
  }

  /** Show the changes of a move, unless another is pointed at in the meantime. */
  async preview(move) {
    this.pointed = move;
    if (!move) {
      this.board.ghost(null);
      return;
    }
    const { scene } = this.data;
    const reply = await this.talk.say({ do: "preview", move });
    if (this.pointed === move && this.data.scene === scene && reply.patch) this.board.ghost(patched(scene, reply.patch));
  }

  /** Do the action of a key; return whether it has one. */
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
