// What the pointer carries: the piece to lay, large, beside the board; how it lies, and what stands on it.

import { candidates, isCarried, onwards, waysOf } from "./choosing.js";
import { button, element } from "./elements.js";
import { piecePicture } from "./pieces.js";
import { isHeld } from "./scene.js";

/** Knows which piece is carried and how it is turned; draws it, and the buttons to lay it. */
export class Carrier {
  /** `on.turn`, `on.lay`, `on.leave` and `on.take` hear of the buttons. */
  constructor(on) {
    this.on = on;
    this.what = 0;
    this.rotation = 0;
    this.laid = null;
    this.guide = element("p", { class: "guide", role: "status" });
    this.pieces = element("div", { class: "pieces" });
    this.buttons = element("div", { class: "row" });
    this.element = element("div", { class: "tray" }, this.pieces, this.guide, this.buttons);
  }

  /** Return the components that are laid by moves that go on from the picked places. */
  offered(scene, picked) {
    const found = candidates(scene, picked).filter((text) => {
      const [places] = scene.moves[text];
      return places.length === picked.length + 1 && !isHeld(scene, places.at(-1)) && isCarried(scene, text);
    });
    return [...new Set(found.map((text) => scene.moves[text][1]))];
  }

  /** Return the ways to lie at a place, those of the carried piece alone if it fits there. */
  ways(scene, picked, place) {
    const texts = onwards(scene, picked, place).filter((text) => {
      const [places] = scene.moves[text];
      return places.length === picked.length + 1 && isCarried(scene, text);
    });
    const ways = waysOf(scene, texts);
    const own = ways.filter((way) => way.what === this.what);
    return own.length ? own : ways;
  }

  /** Return which of some ways is most like the one that was turned to last. */
  likest(ways) {
    const found = ways.findIndex((way) => way.rotation === this.rotation);
    return Math.max(found, 0);
  }

  /** Lay the piece on a place for the time being. */
  put(place, ways, at = this.likest(ways)) {
    this.laid = { place, ways, at };
    this.keep();
  }

  /** Turn the piece that lies to its next way; return whether there is one. */
  turn(step = 1) {
    if (!this.laid || this.laid.ways.length < 2) return false;
    const { ways, at } = this.laid;
    this.laid.at = (at + step + ways.length) % ways.length;
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
    const found = [];
    if (many) found.push(button("⟳ Turn", () => this.on.turn(), { title: "turn it (R)" }));
    if (this.plain) {
      const label = spots && !this.plain.spot ? "Lay without a follower" : "Lay it here";
      found.push(button(label, () => this.on.lay(), { class: "chief", title: "lay it (Enter)" }));
    }
    found.push(button("Take back", () => this.on.leave(), { title: "take it back (Escape)" }));
    return found;
  }

  picture(scene, what, several) {
    const kind = scene.kinds[what - 1];
    const corners = Object.values(scene.shapes)[0].length / 2;
    const rotation = this.what === what && !kind.parts.length ? this.rotation : 0;
    const icon = piecePicture(scene, [what, 1, 0, rotation], corners);
    const closed = kind.tile?.closed.length ? ` (${kind.tile.closed.join(", ").toLowerCase()}: nobody stands there)` : "";
    const name = element("span", {}, `${kind.title}${closed}`);
    if (!several) return element("figure", { class: "carried" }, icon, name);
    const chosen = String(this.what === what);
    const attributes = { class: "carried", "aria-pressed": chosen, "data-what": what };
    const control = button("", () => this.on.take(what), attributes);
    control.append(icon, name);
    return control;
  }
}
