// The page of a map of games: points by family, names where there is room, lines to the nearest games.

import { button, element, fill, folded, furnish, svg } from "./elements.js";
import { nearestAhead, STEPS, Zoom } from "./zoom.js";

// Pixels: the height of a name, its distance to its point, the room of a mark.
const HIGH = 15;
const GAP = 9;
const MARK = 5;

/** Tell whether a box, `[left, top, right, bottom]`, overlaps none of some boxes. */
function isFree([left, top, right, bottom], boxes) {
  return !boxes.some(([l, t, r, b]) => l < right && r > left && t < bottom && b > top);
}

/** The names of games, each a text of an SVG's layer. */
class Names {
  constructor(games) {
    this.games = games;
    this.texts = games.map(({ name }) => svg("text.fixed", { hidden: "" }, name));
    const placed = games.map(({ x, y }, n) => svg("g", { transform: `translate(${x},${y})` }, this.texts[n]));
    this.layer = svg("g.names-of", { "aria-hidden": "true" }, placed);
    this.shown = new Set();
  }

  /** Highlight the name of the shown game, and the names of games near it. */
  mark(n, near) {
    this.texts.forEach((text, m) => {
      text.classList.toggle("shown", m === n);
      text.classList.toggle("near", near.includes(m));
    });
  }

  /**
   * Show names that cover neither one another nor marks.
   *
   * Those of `first` come first, and may cover marks; then those that are shown already, so that
   * names stay as one zooms in.
   */
  place(matrix, frame, first) {
    this.measure();
    const at = this.games.map(({ x, y }) => [x * matrix.a + matrix.e - frame.left, y * matrix.d + matrix.f - frame.top]);
    const names = [];
    const marks = at.map(([x, y]) => [x - MARK, y - MARK, x + MARK, y + MARK]);
    const shown = new Set();
    const ahead = new Set(first);
    const room = (box, n) => {
      const [left, top, right, bottom] = box;
      const isSeen = left >= 0 && top >= 0 && right <= frame.width && bottom <= frame.height;
      return isSeen && isFree(box, names) && (ahead.has(n) || isFree(box, marks));
    };
    for (const n of new Set([...first, ...this.shown, ...this.games.keys()])) {
      const spot = this.spots(n, at[n]).find(({ box }) => room(box, n));
      this.texts[n].toggleAttribute("hidden", !spot);
      if (!spot) continue;
      names.push(spot.box);
      shown.add(n);
      furnish(this.texts[n], spot.at);
    }
    this.shown = shown;
  }

  /** Return the possible positions of a name: right, left, above and below its point. */
  spots(n, [x, y]) {
    const wide = this.widths[n];
    const spot = (dx, dy, anchor, left) => ({
      at: { x: dx, y: dy, "text-anchor": anchor },
      box: [x + left, y + dy - HIGH + 4, x + left + wide, y + dy + 4],
    });
    return [
      spot(GAP, 4, "start", GAP),
      spot(-GAP, 4, "end", -GAP - wide),
      spot(0, -GAP - 1, "middle", -wide / 2),
      spot(0, GAP + HIGH - 5, "middle", -wide / 2),
    ];
  }

  /** Measure names once, in bold, because the shown game's name is bold. */
  measure() {
    if (this.widths) return;
    const { fontFamily, fontSize } = getComputedStyle(this.layer);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `600 ${fontSize} ${fontFamily}`;
    this.widths = this.games.map((game) => Math.ceil(pen.measureText(game.name).width) + 2);
  }
}

/** Shows a map; `data` comes from `boardless/view/game_map.py`. */
class MapPage {
  hovered = null;
  chosen = null;
  matches = null; // a set of games, while some are looked for

  constructor(root, data) {
    this.games = data.games;
    this.families = data.families;
    this.marks = data.marks;
    this.colours = data.colours;
    this.build(root, data);
    this.zoom = new Zoom(this.picture, { free: true, shown: () => this.moved() });
    this.zoom.setBox(data.box);
    new ResizeObserver(() => this.moved()).observe(this.picture);
    document.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  build(root, data) {
    this.lines = svg("g.lines-to");
    this.points = this.games.map((game, n) => this.point(game, n));
    this.names = new Names(this.games);
    const layers = [this.lines, svg("g", this.points), this.names.layer];
    const hears = {
      onpointerover: (event) => this.zoom.pointers.size || this.hover(gameAt(event)),
      onpointerleave: () => this.hover(null),
      onclick: (event) => this.zoom.dragged || this.choose(gameAt(event)),
    };
    this.picture = svg("svg.chart", { role: "group", "aria-label": data.title, ...hears }, layers);
    this.setTabStop(0);
    const looks = { oninput: () => this.look(), onkeydown: (event) => this.searched(event) };
    this.search = element("input", { type: "search", placeholder: "Search games", "aria-label": "Search games", ...looks });
    this.status = element("span.status", { role: "status" });
    this.panel = element("section.panel", { "aria-label": "The game" });
    const rows = Object.keys(data.families).map((family) => element("li", this.familyButton(Number(family))));
    const open = matchMedia("(min-width: 940px)").matches;
    this.legend = folded("Families", { class: "legend", open }, element("ul", rows));
    // A picture that listens for the focus itself has a tab stop of its own in some browsers.
    const onfocusin = (event) => event.target.matches(".point:focus-visible") && this.choose(gameAt(event), true);
    root.classList.add("boardless", "game-map");
    root.append(
      element("div.head", element("h2", data.title), element("p", data.summary)),
      element(
        "div.row.tools",
        this.search,
        button("+", () => this.turn("+"), { "aria-label": "Zoom in" }),
        button("−", () => this.turn("-"), { "aria-label": "Zoom out" }),
        button("Fit", () => this.turn("0")),
        this.status,
      ),
      element("div.frame", { onfocusin }, this.picture),
      element("aside.side", this.panel, this.legend),
    );
  }

  point(game, n) {
    const circle = (name) => svg("circle", { class: name, r: 10 });
    const fixed = svg("g.fixed", circle("touch"), circle("ring"), this.familyMark(game.family));
    const attributes = {
      class: "point",
      transform: `translate(${game.x},${game.y})`,
      "data-game": n,
      tabindex: -1,
      role: "button",
      "aria-label": `${game.name}, family ${game.family}, ${game.concepts} concepts`,
    };
    return svg("g", attributes, fixed);
  }

  familyButton(family) {
    const icon = svg("svg.icon", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, this.familyMark(family));
    const pressed = ({ currentTarget: control }) => this.find(control.ariaPressed === "true" ? null : this.ofFamily(family), control);
    return button([icon, ` ${family}: ${this.families[family]}`], pressed, { "aria-pressed": "false" });
  }

  /** Return the mark of a family, numbered from 1: a colour, a shape, and a filling, which differ even in grey. */
  familyMark(family) {
    const n = family - 1;
    const colour = this.colours[n % this.colours.length];
    const filling = Math.floor(n / this.marks.length) % 4;
    const shape = svg("path", { d: this.marks[n % this.marks.length], fill: colour, stroke: colour });
    const dot = filling > 1 && svg("circle.dot", { r: 2, fill: colour });
    return svg("g", { class: ["mark-of", filling % 2 && "hollow"] }, shape, dot);
  }

  // -- actions of the reader --------------------------------------------------------------------

  searched({ key }) {
    if (key === "Enter" && this.matches?.size) this.choose(this.best(), true);
    if (key !== "Escape") return;
    this.search.value = "";
    this.look();
  }

  key(event) {
    if (event.target === this.search || event.ctrlKey || event.altKey || event.metaKey) return;
    const from = gameAt(event);
    if (["+", "-", "0"].includes(event.key)) this.turn(event.key);
    else if (from !== null && event.key in STEPS) this.step(from, event.key);
    else if (event.key === "Escape") this.choose(null);
    else return;
    event.preventDefault();
  }

  /** Zoom by a key, around the game that is chosen if there is one. */
  turn(key) {
    const game = this.games[this.chosen];
    this.zoom.key(key, game ? [game.x, game.y] : null);
  }

  /** Go from a game to the nearest one in the direction of a key. */
  step(from, key) {
    const places = this.games.map(({ x, y }, n) => [n, x, y]);
    const { x, y } = this.games[from];
    this.points[nearestAhead(places, from, [x, y], STEPS[key])].focus();
  }

  hover(n) {
    if (n === this.hovered) return;
    this.hovered = n;
    this.show();
  }

  /** Choose a game, or none; its point is brought into sight if asked for. */
  choose(n, reveal = false) {
    this.chosen = n;
    this.hovered = null;
    if (n !== null) this.setTabStop(n);
    if (n !== null && reveal) this.reveal(n);
    this.show();
  }

  reveal(n) {
    const { x, y } = this.games[n];
    const [left, top, width, height] = this.zoom.view;
    const aside = Math.abs(x - left - width / 2) > 0.45 * width;
    const above = Math.abs(y - top - height / 2) > 0.45 * height;
    if (!aside && !above) return;
    this.zoom.fitted = false;
    this.zoom.show([x - width / 2, y - height / 2, width, height]);
  }

  setTabStop(n) {
    this.points[this.tabStop ?? 0]?.setAttribute("tabindex", "-1");
    this.points[n]?.setAttribute("tabindex", "0");
    this.tabStop = n;
  }

  look() {
    const wanted = plain(this.search.value.trim());
    const all = this.games.map((_, n) => n);
    this.find(wanted ? new Set(all.filter((n) => plain(this.games[n].name).includes(wanted))) : null);
    if (this.matches?.size === 1) this.choose(this.best(), true);
  }

  /** Return the game that is meant most likely: names that begin so, then the shortest. */
  best() {
    const wanted = plain(this.search.value.trim());
    const cost = (n) => this.games[n].name.length + (plain(this.games[n].name).startsWith(wanted) ? 0 : 1000);
    return [...this.matches].reduce((a, b) => (cost(b) < cost(a) ? b : a));
  }

  ofFamily(family) {
    return new Set(this.games.map((_, n) => n).filter((n) => this.games[n].family === family));
  }

  /** Highlight some games; by a button of a family, that one is pressed. */
  find(matches, pressed = null) {
    this.matches = matches;
    if (pressed) this.search.value = "";
    for (const one of this.legend.querySelectorAll("button")) one.ariaPressed = String(matches !== null && one === pressed);
    this.status.textContent = matches ? `${matches.size} game${matches.size === 1 ? "" : "s"}` : "";
    this.show();
  }

  // -- the shown game --------------------------------------------------------------------------

  show() {
    const n = this.hovered ?? this.chosen;
    const near = n === null ? [] : this.games[n].near.map(([other]) => other);
    const bright = new Set(n === null ? this.matches : [n, ...near]);
    this.picture.classList.toggle("some", n !== null || this.matches !== null);
    this.points.forEach((point, m) => {
      point.classList.toggle("bright", bright.has(m) || Boolean(this.matches?.has(m)));
      point.classList.toggle("found", Boolean(this.matches?.has(m)));
      point.classList.toggle("shown", m === n);
    });
    this.first = [...bright, ...(this.matches || [])];
    this.names.mark(n, near);
    const line = (m) => svg("line", { x1: this.games[n].x, y1: this.games[n].y, x2: this.games[m].x, y2: this.games[m].y });
    fill(this.lines, near.map(line));
    fill(this.panel, n === null ? this.guide() : this.words(this.games[n]));
    this.moved();
  }

  guide() {
    return element("p", "Point at a game to see its nearest ones, or choose one by a click, by Tab and the arrow keys, or by the search. Drag to move, zoom by the wheel, by two fingers, or by the keys +, − and 0.");
  }

  words(game) {
    const near = game.near.map(([other, distance]) =>
      element("li", button(this.games[other].name, () => this.choose(other, true)), ` ${distance.toFixed(3)}`),
    );
    return [
      element("h3", game.name),
      game.category && element("p", game.category),
      element("p", `Family ${game.family}: ${this.families[game.family]}`),
      element("p", `${game.concepts} concepts`),
      element("p", "Nearest games, and how far they are from 0 to 1:"),
      element("ol", ...near),
    ];
  }

  /** Keep marks and names at their size, and find room for names, once before the next picture. */
  moved() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const matrix = this.picture.getScreenCTM();
      if (!matrix) return;
      this.picture.style.setProperty("--unit", String(1 / matrix.a));
      this.names.place(matrix, this.picture.getBoundingClientRect(), this.first);
    });
  }
}

/** Return the number of the game whose point an event is on, null for none. */
function gameAt({ target }) {
  const point = target.closest?.(".point");
  return point ? Number(point.dataset.game) : null;
}

/** Return a name as it is looked for: without capitals and accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

new MapPage(document.querySelector("main"), JSON.parse(document.getElementById("data").textContent));
