// Steps from place to place by the arrow keys.

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
