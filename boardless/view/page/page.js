// A page: the board, what stands around it, and what is said to and by the program behind it.

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Desk } from "./desk.js";
import { candidates, click, openPlaces } from "./choosing.js";
import { element } from "./elements.js";
import { handsOf } from "./hands.js";
import { patched, placeLabel } from "./scene.js";
import { chip } from "./pieces.js";

// Milliseconds that a pointer rests before it is asked what a move would do.
const REST = 120;

/**
 * Show a game in an element.
 *
 * `link.say(message)` sends a message, `link.listen(hear)` has what comes back heard; `replayed` is
 * true where nobody answers but the page itself.
 */
export class Page {
  constructor(root, link, replayed = false) {
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
    });
    this.chooser = new Chooser({
      choose: (text) => this.play(text),
      point: (text) => this.preview(text),
      leave: () => this.cancel(),
    });
    this.desk = new Desk((message) => this.ask(message), replayed);
    this.title = element("h2");
    this.caption = element("p", { role: "status", class: "caption" });
    this.scores = element("p", { class: "scores" });
    this.error = element("p", { role: "alert", class: "error" });
    this.hands = element("div", { class: "hands" });
    const frame = element("div", { class: "frame" }, this.board.element, this.chooser.element);
    root.classList.add("boardless");
    root.append(this.title, this.caption, this.scores, frame, this.error, this.hands, this.desk.element);
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
    this.error.textContent = reply.error || "";
    return reply;
  }

  hear(message) {
    if (message.whole) this.data = message.whole;
    else if (message.patch && !("re" in message)) this.data = patched(this.data, message.patch);
    else if (this.replies.has(message.re)) {
      this.replies.get(message.re)(message);
      this.replies.delete(message.re);
      return;
    } else return;
    if (this.data.scene) this.arrived();
  }

  arrived() {
    const chose = this.chooser.element.contains(document.activeElement);
    this.picked = [];
    this.chooser.close();
    this.board.ghost(null);
    this.draw();
    if (chose) this.board.focus(this.board.focused);
  }

  draw() {
    const { scene, desk } = this.data;
    const open = openPlaces(scene, this.picked);
    this.title.textContent = scene.title;
    this.drawCaption(scene);
    if (desk.trouble) this.error.textContent = desk.trouble;
    this.board.draw(scene, open, this.picked);
    this.board.hint(this.hints(scene, desk));
    this.drawHands(scene, open);
    this.desk.draw(scene, desk);
  }

  /** Draw the hands anew; the place that keys act on stays the same. */
  drawHands(scene, open) {
    const focused = document.activeElement;
    const held = this.hands.contains(focused) ? focused.dataset.place : "";
    this.hands.replaceChildren(
      ...handsOf(scene, open, this.picked, (place) => this.press(place)),
    );
    const buttons = [...this.hands.querySelectorAll("button")];
    buttons.find((one) => held && one.dataset.place === held)?.focus();
  }

  /** Draw who is to move, or how the game has ended, and the scores. */
  drawCaption(scene) {
    const chips = scene.colours.map((colour) => chip(colour));
    const mover = scene.mover && !scene.over ? [chip(scene.colours[scene.mover - 1])] : [];
    this.caption.replaceChildren(...mover, scene.caption);
    const scores = scene.scores.map((score, n) => {
      const words = { class: "score", "aria-label": `player ${n + 1} has ${score}` };
      return element("span", { role: "img", ...words }, chips[n], score);
    });
    this.scores.replaceChildren(...scores);
    this.scores.hidden = scores.length === 0;
  }

  /** Return what an agent thinks of places: of the best move to each. */
  hints(scene, desk) {
    const found = {};
    for (const [text, hint] of Object.entries(desk.hints)) {
      const place = scene.moves[text]?.[0].at(-1);
      if (place && (!found[place] || found[place][0] < hint[0])) found[place] = hint;
    }
    return found;
  }

  // -- moves ----------------------------------------------------------------------------------

  async press(place) {
    const { scene } = this.data;
    if (this.replayed) return;
    const { picked, moves, known } = click(scene, this.picked, place);
    this.board.ghost(null);
    if (!known) {
      this.cancel();
      const reply = await this.ask({ do: "why", place });
      this.error.textContent = reply.why || reply.error || `no move of this seat goes to ${placeLabel(scene, place)}`;
      return;
    }
    this.picked = picked;
    this.error.textContent = "";
    this.chooser.close();
    if (moves.length === 1 && picked.length === 0) this.play(moves[0]);
    else {
      this.draw();
      if (moves.length) this.chooser.show(scene, moves, place);
    }
  }

  async play(move) {
    await this.ask({ do: "play", move, node: this.data.desk.node });
    if (this.chooser.open) this.cancel(); // nothing came of it
  }

  cancel() {
    const place = this.picked.at(-1);
    this.picked = [];
    this.chooser.close();
    this.board.ghost(null);
    this.draw();
    if (place) this.board.focus(place);
  }

  point(place) {
    clearTimeout(this.resting);
    this.board.fan(place);
    if (this.replayed || this.chooser.open || !this.data.scene) return;
    this.board.ghost(null);
    this.pointed = "";
    const { scene } = this.data;
    const moves = candidates(scene, this.picked).filter((text) => {
      const places = scene.moves[text][0];
      return places.at(-1) === place && places.length === this.picked.length + 1;
    });
    if (moves.length) this.resting = setTimeout(() => this.preview(moves[0]), REST);
  }

  /** Show what a move would do, unless something else is asked in the meantime. */
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
    const time = { u: "undo", r: "redo" }[event.key];
    if (event.key === "Escape") this.cancel();
    else if (time) this.ask({ do: time });
    else return false;
    return true;
  }

  /** Walk through a recorded game by keys. */
  step(event) {
    const [ply, end] = [Number(this.desk.slider.value), Number(this.desk.slider.max)];
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end }[event.key];
    if (event.key === " ") this.desk.toggle();
    else if (to === undefined) return false;
    else if (to >= 0 && to <= end) this.ask({ do: "ply", ply: to });
    return true;
  }
}
