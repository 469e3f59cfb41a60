// Pan, zoom and fit of an SVG by mouse, touch and keys, steps by arrow keys, and movements.

// A pointer that moves fewer pixels has clicked.
const CLICK = 5;

/**
 * Moves the view box of an SVG; it follows the board until somebody moves it by hand.
 *
 * `shown` is called with each new view. The wheel alone scrolls the page, unless it is `free` to zoom.
 */
export class Zoom {
  box = [0, 0, 1, 1]; // x, y, width and height
  view = this.box;
  fitted = true;
  dragged = false;
  pointers = new Map();

  constructor(element, { free = false, shown = () => {} } = {}) {
    this.element = element;
    this.free = free;
    this.shown = shown;
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      element.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
  }

  /** Set the position of the board; the view follows gradually if the board `grows`. */
  setBox(box, growing = false) {
    const before = this.box;
    this.box = box;
    this.element.style.setProperty("--ratio", String(Math.round((100 * box[2]) / box[3]) / 100));
    if (!this.fitted) return;
    if (!growing || JSON.stringify(before) === JSON.stringify(box)) {
      this.fit();
      return;
    }
    grows(this.view, box, (view) => {
      const goesOn = this.fitted && this.box === box;
      if (goesOn) this.show(view);
      return goesOn;
    });
  }

  fit() {
    this.fitted = true;
    this.show(this.box);
  }

  show(view) {
    this.view = view;
    const numbers = view.map((n) => Math.round(n * 10) / 10);
    this.element.setAttribute("viewBox", numbers.join(" "));
    this.element.classList.toggle("zoomed", !this.fitted);
    this.shown(view);
  }

  /** Zoom by a factor around a point, by default the middle. */
  by(factor, at = null) {
    const [x, y, width, height] = this.view;
    const larger = Math.max(this.box[2], this.box[3]);
    const next = Math.min(Math.max(width / factor, 80), 4 * larger);
    const ratio = next / width;
    const [cx, cy] = at || [x + width / 2, y + height / 2];
    this.fitted = false;
    this.show([cx - (cx - x) * ratio, cy - (cy - y) * ratio, next, height * ratio]);
  }

  key(key, at = null) {
    if (key === "0") this.fit();
    else this.by(key === "+" ? 1.25 : 0.8, at);
  }

  /** Return the position in the picture of pixels of the window. */
  point(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  wheel(event) {
    if (!this.free && !event.ctrlKey && !event.shiftKey) return; // the page scrolls
    event.preventDefault();
    this.by(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.point(event.clientX, event.clientY));
  }

  down(event) {
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY, 0]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const way = before[2] + Math.abs(event.clientX - before[0]) + Math.abs(event.clientY - before[1]);
    const [fromX, fromY, spread] = this.grip();
    this.pointers.set(event.pointerId, [event.clientX, event.clientY, way]);
    if (way < CLICK) return;
    // One finger scrolls the page, unless the board is larger than its visible part.
    if (event.pointerType === "touch" && this.fitted && this.pointers.size === 1 && !this.free) return;
    this.dragged = true;
    this.fitted = false;
    const [x, y, wider] = this.grip();
    const [here, there] = [this.point(fromX, fromY), this.point(x, y)];
    const [left, top, width, height] = this.view;
    this.show([left + here[0] - there[0], top + here[1] - there[1], width, height]);
    if (wider !== spread) this.by(wider / spread, this.point(x, y));
  }

  /** Return the middle between the pointers that are down, and their distance, 1 for a single one. */
  grip() {
    const [a, b = a] = [...this.pointers.values()];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.hypot(a[0] - b[0], a[1] - b[1]) || 1];
  }
}

// -- Steps from place to place by the arrow keys -------------------------------------------------

/** Directions of keys: right and down. */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the nearest of some places, `[name, x, y]`, in a direction; `from` if there is none. */
export function nearestAhead(places, from, [x, y], [right, down]) {
  let [best, least] = [from, Infinity];
  for (const [name, toX, toY] of places) {
    const ahead = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

// -- Movements: a piece that goes from place to place, cells and tiles that come, a board that grows 

// Milliseconds that a movement takes.
const MOVING = 220;
// Larger boards are drawn at once: each picture of a movement would take too long.
const MOST = 600;

/** Tell whether things may move: the reader has not asked for rest, and the board is not large. */
export function mayMove(scene) {
  const rest = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return !rest && Object.keys(scene.cells).length <= MOST;
}

function moves(node, from, to) {
  node.animate?.([from, to], { duration: MOVING, easing: "ease-out" });
}

/** Let something new come into sight. */
export function comes(node) {
  moves(node, { opacity: 0 }, { opacity: 1 });
}

/** Let a piece come from another place, a number of units away. */
export function glides(node, dx, dy) {
  moves(node, { translate: `${dx}px ${dy}px` }, { translate: "0px 0px" });
}

/** Show views, `[x, y, width, height]`, between two of a board that has grown; `show` draws one, and the last one for sure. */
function grows(from, to, show) {
  const start = performance.now();
  const step = (now) => {
    const part = Math.min(Math.max((now - start) / MOVING, 0), 1);
    const eased = 1 - (1 - part) ** 3;
    const between = from.map((number, n) => number + eased * (to[n] - number));
    if (part < 1 && show(between)) requestAnimationFrame(step);
    else show(to);
  };
  requestAnimationFrame(step);
}
