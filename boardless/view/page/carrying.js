// What the pointer carries: the piece to lay, large, beside the board; how it lies, and what stands on it.

import { candidates, isLast, onwards, waysOf } from "./choosing.js";
import { button, element } from "./elements.js";
import { putIcon } from "./picture.js";
import { isHeld } from "./scene.js";

/** Knows which piece is carried and how it is turned; draws it, and the buttons to lay it. */
export class Carrier {
  /** `on.turn`, `on.lay`, `on.cancel` and `on.take` hear of the buttons. */
  constructor(on) {
    this.on = on;
    this.what = 0;
    this.rotation = 0;
    this.laid = null;
    this.guide = element("p.guide", { role: "status" });
    this.pieces = element("div.offered");
    this.buttons = element("div.row");
    this.element = element("div.tray", this.pieces, this.guide, this.buttons);
  }

  /** Return the components that are laid by moves that go on from the picked places. */
  offered(scene, picked) {
    const moves = candidates(scene, picked).filter((choice) => choice.carried && isLast(choice, picked));
    return [...new Set(moves.filter(({ places }) => !isHeld(scene, places.at(-1))).map(({ what }) => what))];
  }

  /** Return the ways to lie at a place, those of the carried piece alone if it fits there. */
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

  /** Draw what is carried; `words` say what is to be done where nothing is. */
  draw(scene, picked, words) {
    const offered = this.offered(scene, picked);
    if (offered.length && !offered.includes(this.what)) {
      [this.what] = offered;
      this.rotation = 0;
    }
    if (!offered.length) this.what = 0;
    this.pieces.replaceChildren(...offered.map((what) => this.picture(scene, what, offered.length > 1)));
    const spots = this.way?.moves.some(({ spot }) => spot);
    const many = this.laid?.ways.length > 1;
    let text = words;
    if (this.laid) {
      const turning = many ? "Click the tile, or press R, to turn it. " : "";
      const without = this.plain && !this.plain.spot;
      if (spots && without) text = `${turning}Click a ring on it to put a follower there, or lay it without.`;
      else text = turning + (spots && !this.plain ? "Click a ring on it to put something there." : "");
    } else if (offered.length) {
      const first = offered.length > 1 ? "Choose a piece, and then" : "Choose";
      text = `${first} where it goes, a place with a dot. It shows only ways that fit; R turns it.`;
    }
    this.guide.textContent = text;
    this.buttons.replaceChildren(...(this.laid ? this.controls(spots, many) : []));
    // Once something was said here room is kept for it, so that what lies below stays where it is.
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
    ].filter(Boolean);
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
