// Carried pieces: the tile to lay, shown large next to the board, and dragged pieces.

import { candidates, click, implied, isHeld, isLast, onwards, openPlaces, placeAt, waysOf } from "./choosing.js";
import { button, element, fill } from "./elements.js";
import { icon, itemsAt, putIcon } from "./picture.js";

/** Knows which piece is carried and how it is turned; draws it, and the buttons to lay it. */
export class Carrier {
  what = 0;
  rotation = 0;
  laid = null;
  guide = element("p.guide", { role: "status" });
  pieces = element("div.offered");
  buttons = element("div.row");
  element = element("div.tray", this.pieces, this.guide, this.buttons);

  /** `on.turn`, `on.lay`, `on.cancel` and `on.take` hear of the buttons. */
  constructor(on) {
    this.on = on;
  }

  /** Return the components that are laid by moves that go on from the picked places. */
  offered(scene, picked) {
    const moves = candidates(scene, picked).filter((choice) => choice.carried && isLast(choice, picked));
    return [...new Set(moves.filter(({ places }) => !isHeld(scene, places.at(-1))).map(({ what }) => what))];
  }

  /** Return the ways to lay a piece at a place; only the carried piece's ways if it fits there. */
  ways(scene, picked, place) {
    const ways = waysOf(onwards(scene, picked, place).filter((choice) => choice.carried && isLast(choice, picked)));
    const own = ways.filter((way) => way.what === this.what);
    return own.length ? own : ways;
  }

  /** Return which of some ways is most like the one that was turned to last. */
  likest(ways) {
    return Math.max(ways.findIndex((way) => way.rotation === this.rotation), 0);
  }

  /** Lay the piece on a place for the time being. */
  put(place, ways, at = this.likest(ways)) {
    this.laid = { place, ways, at };
    this.keep();
  }

  /** Turn the piece that lies to its next way; return whether there is one. */
  turn() {
    if (!this.laid || this.laid.ways.length < 2) return false;
    const { ways, at } = this.laid;
    this.laid.at = (at + 1) % ways.length;
    this.keep();
    return true;
  }

  keep() {
    const way = this.way;
    this.rotation = way.rotation;
    this.what = way.what;
  }

  /** The way in which the piece lies now. */
  get way() {
    return this.laid?.ways[this.laid.at];
  }

  /** The move that lays the piece as it lies, with nothing on it if that is possible. */
  get plain() {
    const moves = this.way?.moves || [];
    return moves.find(({ spot }) => !spot) || (moves.length === 1 ? moves[0] : undefined);
  }

  leave() {
    this.laid = null;
  }

  /** Draw the carried tile; without one, show `words`, the next step. */
  draw(scene, picked, words) {
    const offered = this.offered(scene, picked);
    if (offered.length && !offered.includes(this.what)) {
      [this.what] = offered;
      this.rotation = 0;
    }
    if (!offered.length) this.what = 0;
    fill(this.pieces, offered.map((what) => this.picture(scene, what, offered.length > 1)));
    const spots = this.way?.moves.some(({ spot }) => spot);
    const many = this.laid?.ways.length > 1;
    let text = words;
    if (this.laid) {
      const turning = many ? "Click the tile, or press R, to turn it. " : "";
      const without = this.plain && !this.plain.spot;
      if (spots && without) text = `${turning}Click a ring on the tile to put a follower there, or lay the tile without one.`;
      else text = turning + (spots && !this.plain ? "Click a ring on the tile to put a piece there." : "");
    } else if (offered.length) {
      const first = offered.length > 1 ? "Choose a piece, and then" : "Choose";
      text = `${first} a place with a dot. Only fitting rotations are shown; R turns it.`;
    }
    this.guide.textContent = text;
    fill(this.buttons, this.laid && this.controls(spots, many));
    // Once this line had a text it keeps its room, so that the page below does not move.
    const empty = !text && !offered.length;
    this.used = (this.used || !empty) && !scene.over;
    this.element.hidden = empty && !this.used;
    this.element.classList.toggle("waits", empty);
  }

  controls(spots, many) {
    const label = spots && !this.plain?.spot ? "Lay without a follower" : "Lay it here";
    return [
      many && button("⟳ Turn", () => this.on.turn(), { title: "turn it (R)" }),
      this.plain && button(label, () => this.on.lay(), { class: "chief", title: "lay it (Enter)" }),
      button("Take back", () => this.on.cancel(), { title: "take it back (Escape)" }),
    ];
  }

  picture(scene, what, several) {
    const { title, large, tile } = scene.kinds[what - 1];
    const icon = putIcon(scene, what, this.what === what && !large ? this.rotation : 0);
    const closed = tile?.closed.length ? ` (${tile.closed.join(", ").toLowerCase()}: nobody stands there)` : "";
    const parts = [icon, element("span", title + closed)];
    if (!several) return element("figure.carried", parts);
    const attributes = { class: "carried", "aria-pressed": String(this.what === what), "data-what": what };
    return button(parts, () => this.on.take(what), attributes);
  }
}

// -- Drag and drop by mouse or finger: pieces of the board and hands, and the carried tile

// A pointer that moves fewer pixels clicks.
const START = 6;
// The distance in pixels of a finger below the dragged piece, so that the piece is visible.
const ABOVE = 34;

/** Lets pieces of a page be dragged. */
export class Dragger {
  drag = null;
  lifted = [];

  constructor(page) {
    this.page = page;
    const { root } = page;
    // Before the board hears of it, which would move its view.
    root.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    root.addEventListener("click", (event) => this.clicked(event), { capture: true });
    const all = root.ownerDocument;
    all.addEventListener("pointermove", (event) => this.move(event));
    all.addEventListener("pointerup", (event) => this.up(event));
    all.addEventListener("pointercancel", () => this.end());
    all.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.drag?.moving) this.end();
    });
  }

  /** Mark pieces that can be dragged, so that a finger on them does not scroll the page. */
  mark(scene, open, picked) {
    // After a piece is picked, the pieces that could be picked instead stay marked.
    if (picked.length && !isHeld(scene, picked[0])) return;
    for (const node of this.lifted) delete node.dataset.lift;
    this.lifted = [];
    for (const place of open) {
      const node = place in scene.piles && this.page.board.cell(place);
      if (!node || !this.goesOn(scene, picked, place)) continue;
      node.dataset.lift = "";
      this.lifted.push(node);
    }
  }

  /** Tell whether a place is a step of choices that go on from there. */
  goesOn(scene, picked, place) {
    const ahead = onwards(scene, picked, place);
    return ahead.length > 0 && !ahead.some((choice) => isLast(choice, picked));
  }

  /** Return the pile and its place at which a pointer went down, if there is a pile. */
  sourceOf(target) {
    const { page } = this;
    const scene = page.data.scene;
    if (!scene || page.replayed) return null;
    const carried = target.closest(".tray .carried");
    if (carried) {
      const what = Number(carried.dataset.what) || page.carrier.what;
      const rotation = page.carrier.what === what ? page.carrier.rotation : 0;
      return what ? { what, place: "", items: [scene.picture.puts[[what, rotation, 0]]] } : null;
    }
    const node = target.closest("[data-place]");
    const place = node?.dataset.standsFor || node?.dataset.place;
    if (!place || !(place in scene.piles)) return null;
    const picked = page.picked.at(-1) === place ? page.picked.slice(0, -1) : page.picked;
    const before = [picked, implied(scene, [])].find((some) => this.goesOn(scene, some, place));
    return before ? { what: 0, place, items: itemsAt(scene.picture, place) } : null;
  }

  down(event) {
    this.dropped = false;
    if (event.button !== 0 || !event.isPrimary) return this.end();
    const source = this.sourceOf(event.target);
    if (!source) return undefined;
    this.drag = { ...source, x: event.clientX, y: event.clientY, id: event.pointerId, finger: event.pointerType === "touch" };
    if (event.target.closest(".board")) {
      this.page.board.zoom.dragged = false;
      event.stopPropagation();
    }
    // The browser sends a finger's events to the element it touched first, so the element below the
    // finger is looked up.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    return undefined;
  }

  move(event) {
    const { drag, page } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START) return;
      this.begin();
      if (!this.drag) return;
    }
    event.preventDefault();
    const up = drag.finger ? ABOVE : 0;
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY - up}px) translate(-50%, -50%)`;
    const place = this.placeAt(event);
    if (place === drag.over) return;
    drag.over = place;
    const open = openPlaces(page.data.scene, page.picked).has(place);
    drag.ghost.classList.toggle("fits", open);
    page.touched = false;
    page.point(open ? place : "");
  }

  begin() {
    const { drag, page } = this;
    const { scene } = page.data;
    drag.moving = true;
    drag.scene = scene;
    if (drag.place && page.picked.at(-1) !== drag.place) page.press(drag.place);
    else if (drag.what && page.carrier.what !== drag.what) page.take(drag.what);
    if (page.carrier.laid) page.cancel();
    const cell = page.board.element.getScreenCTM();
    const size = 2 * scene.room * (cell?.a || 0.3);
    drag.ghost = element("div.dragged", { "aria-hidden": "true" }, icon(scene, drag.items));
    drag.ghost.style.setProperty("--size", `${Math.max(size, 30)}px`);
    page.root.append(drag.ghost);
    page.root.classList.add("drags");
  }

  placeAt(event) {
    const up = this.drag.finger ? ABOVE : 0;
    // Below a shadow root only that one tells.
    return placeAt(this.page.root.getRootNode().elementFromPoint(event.clientX, event.clientY - up));
  }

  up(event) {
    const { drag, page } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moving) {
      this.drag = null;
      return;
    }
    const place = this.placeAt(event);
    const { scene } = page.data;
    this.end();
    this.dropped = true;
    if (scene !== drag.scene) return;
    const opens = place && place !== drag.place && click(scene, page.picked, place).possible && openPlaces(scene, page.picked).has(place);
    if (opens) page.press(place);
    else if (drag.place) page.cancel();
    else page.point("");
  }

  /** Swallow the click behind a drop. */
  clicked(event) {
    if (!this.dropped || event.detail === 0) return;
    this.dropped = false;
    event.stopPropagation();
    event.preventDefault();
  }

  end() {
    this.drag?.ghost?.remove();
    this.page.root.classList.remove("drags");
    this.drag = null;
  }
}
