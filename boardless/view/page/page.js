// A page: the board with title, hands and panel, and the messages to and from the program behind it.

import { Board } from "./board.js";
import { Chooser, candidates, click, openPlaces } from "./choosing.js";
import { button, element } from "./elements.js";
import { Panel } from "./panel.js";
import { chip, piecePicture } from "./pieces.js";
import { contentsOf, numbersOf, patched, placeLabel } from "./scene.js";

/** Return all hands of a scene. */
export function handsOf(scene, open, picked, press) {
  return scene.hands.map((hand) => {
    const title = hand.owner ? `${hand.name} of player ${hand.owner}` : hand.name;
    const held = hand.places.filter((place) => place in scene.piles || open.has(place));
    const places = held.map((place) => handPlace(scene, place, open, picked, press));
    if (!held.length) places.push(" is empty");
    const classes = hand.owner === scene.mover ? "hand mover" : "hand";
    return element("div", { class: classes, role: "group", "aria-label": title }, title, ...places);
  });
}

function handPlace(scene, place, open, picked, press) {
  const pile = scene.piles[place];
  const words = [place, contentsOf(scene, place)];
  const used = scene.used.includes(place);
  if (used) words.push("used");
  if (open.has(place)) words.push("can be played");
  const control = button("", () => press(place), {
    "data-place": place,
    "aria-label": words.join(", "),
    "aria-pressed": String(picked.includes(place)),
    class: [open.has(place) ? "open" : "", picked.includes(place) ? "picked" : ""].join(" "),
  });
  if (pile) control.append(...pictured(scene, pile));
  if (used) control.querySelector(".icon").classList.add("used");
  return control;
}

/** Return one of the pieces of a place, and how many there are; all of a stack. */
function pictured(scene, pile) {
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  if (count === 1 || below.length) return [piecePicture(scene, pile, 4)];
  return [piecePicture(scene, [what, 1, state, rotation, value], 4), `×${count}`];
}

// Milliseconds that a pointer rests before it is asked what a move would do.
const REST = 120;

/**
 * Show a game in an element.
 *
 * `link.say(message)` sends a message, `link.listen(hear)` calls `hear` with replies; `replayed` is
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
    this.panel = new Panel((message) => this.ask(message), replayed);
    this.title = element("h2");
    this.caption = element("p", { role: "status", class: "caption" });
    this.scores = element("p", { class: "scores" });
    this.error = element("p", { role: "alert", class: "error" });
    this.hands = element("div", { class: "hands" });
    const frame = element("div", { class: "frame" }, this.board.element, this.chooser.element);
    root.classList.add("boardless");
    root.append(this.title, this.caption, this.scores, frame, this.error, this.hands, this.panel.element);
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
    const { scene, panel } = this.data;
    const open = openPlaces(scene, this.picked);
    this.title.textContent = scene.title;
    this.drawCaption(scene);
    if (panel.trouble) this.error.textContent = panel.trouble;
    this.board.draw(scene, open, this.picked);
    this.board.hint(this.hints(scene, panel));
    this.drawHands(scene, open);
    this.panel.draw(scene, panel);
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

  /** Return the hints for places: of the best move to each. */
  hints(scene, panel) {
    const found = {};
    for (const [text, hint] of Object.entries(panel.hints)) {
      const place = scene.moves[text]?.[0].at(-1);
      if (place && (!found[place] || found[place][0] < hint[0])) found[place] = hint;
    }
    return found;
  }

  // -- moves ----------------------------------------------------------------------------------

  async press(place) {
    const { scene } = this.data;
    if (this.replayed) return;
    const { picked, moves, possible } = click(scene, this.picked, place);
    this.board.ghost(null);
    if (!possible) {
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
    await this.ask({ do: "play", move, node: this.data.panel.node });
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
    const time = { u: "undo", r: "redo" }[event.key];
    if (event.key === "Escape") this.cancel();
    else if (time) this.ask({ do: time });
    else return false;
    return true;
  }

  /** Walk through a recorded game by keys. */
  step(event) {
    const [ply, end] = [Number(this.panel.slider.value), Number(this.panel.slider.max)];
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end }[event.key];
    if (event.key === " ") this.panel.toggle();
    else if (to === undefined) return false;
    else if (to >= 0 && to <= end) this.ask({ do: "ply", ply: to });
    return true;
  }
}
