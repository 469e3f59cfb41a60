// Movements: a piece that goes from place to place, cells and tiles that come, a board that grows.

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

/** Let a piece come from another place: so many units away. */
export function glides(node, dx, dy) {
  moves(node, { translate: `${dx}px ${dy}px` }, { translate: "0px 0px" });
}

/** Show views, `[x, y, width, height]`, between two of a board that has grown; `show` draws one, and the last one for sure. */
export function grows(from, to, show) {
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
