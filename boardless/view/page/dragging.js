// Drag and drop: a piece of the board, of a hand, or what is carried, to a place, by mouse or finger.

import { click, implied, isLast, onwards, openPlaces } from "./choosing.js";
import { element } from "./elements.js";
import { icon, itemsAt } from "./picture.js";
import { isHeld } from "./scene.js";

// A pointer that moves fewer pixels clicks.
const START = 6;
// A finger is so many pixels below what it drags, so that it can be seen.
const ABOVE = 34;

/** Lets pieces of a page be dragged. */
export class Dragger {
  constructor(page) {
    this.page = page;
    this.drag = null;
    this.lifted = [];
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

  /** Mark what can be dragged, so that a finger there does not scroll the page. */
  mark(scene, open, picked) {
    // Once something is picked, what could be picked instead stays marked.
    if (picked.length && !isHeld(scene, picked[0])) return;
    for (const node of this.lifted) node.removeAttribute("data-lift");
    this.lifted = [];
    for (const place of open) {
      const node = place in scene.piles && this.page.board.cell(place);
      if (!node || !this.goesOn(scene, picked, place)) continue;
      node.setAttribute("data-lift", "");
      this.lifted.push(node);
    }
  }

  /** Tell whether a place is a step of choices that go on from there. */
  goesOn(scene, picked, place) {
    const ahead = onwards(scene, picked, place);
    return ahead.length > 0 && !ahead.some((choice) => isLast(choice, picked));
  }

  /** Return what is dragged from where a pointer went down: a pile and its place, if it is one. */
  sourceOf(target) {
    const { page } = this;
    const scene = page.data.scene;
    if (!scene || page.replayed) return null;
    const carried = target.closest(".tray .carried");
    if (carried) {
      const what = Number(carried.getAttribute("data-what")) || page.carrier.what;
      const rotation = page.carrier.what === what ? page.carrier.rotation : 0;
      return what ? { what, place: "", items: [scene.picture.puts[[what, rotation, 0]]] } : null;
    }
    const node = target.closest("[data-place]");
    const place = node?.getAttribute("data-stands-for") || node?.getAttribute("data-place");
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
    // A finger is caught by what it touched; what lies below it is asked for.
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
    const node = this.page.root.getRootNode().elementFromPoint(event.clientX, event.clientY - up);
    return node?.closest?.("[data-place]")?.getAttribute("data-place") || "";
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
