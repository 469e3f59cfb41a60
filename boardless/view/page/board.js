// The board as one SVG that changes only where the scene does.

import { hintWords, svg } from "./elements.js";
import { filledPicture, followerPicture, lastMark, pilePicture, seedsPicture } from "./pieces.js";
import { comes, glides, mayMove } from "./motion.js";
import { axesOf, boxOf, contentsOf, numberSize, numbersIn, placeLabel } from "./scene.js";
import { nearestAhead, STEPS } from "./steps.js";
import { Zoom } from "./zoom.js";

/** Draws scenes; tells `on.press`, `on.point` and `on.key` what happens to places. */
export class Board {
  constructor(on) {
    this.on = on;
    this.scene = null;
    this.cells = new Map(); // name: {polygon, value, sign}
    this.piles = new Map(); // name: {group, value}
    this.element = svg("svg", { class: "board", role: "group", "aria-label": "board" });
    this.layers = {};
    for (const name of ["plate", "lines", "cells", "sides", "marks", "names", "piles", "rings", "won", "picks", "lit", "notes", "dots", "hints", "ghost", "laid", "focus"]) {
      this.layers[name] = svg("g", { class: name });
      this.element.append(this.layers[name]);
    }
    this.dots = new Map();
    this.zoom = new Zoom(this.element);
    this.focused = "";
    this.fanned = "";
    this.moving = false; // whether what changes is seen to move
    this.byKeys = true; // until somebody points
    this.listen();
  }

  listen() {
    const placeAt = (event) => event.target.getAttribute?.("data-place");
    this.element.addEventListener("click", (event) => {
      const spot = event.target.closest?.("[data-spot]");
      const place = placeAt(event);
      if (spot && !this.zoom.dragged) this.on.stand(Number(spot.getAttribute("data-spot")));
      else if (place && !this.zoom.dragged) this.on.press(place);
    });
    this.element.addEventListener("pointerover", (event) => this.on.point(placeAt(event) || ""));
    this.element.addEventListener("pointerleave", () => this.on.point(""));
    this.element.addEventListener("focusin", (event) => {
      const place = placeAt(event);
      if (!place) return;
      this.setTabStop(place);
      this.outlineFocus(event.target);
      this.on.point(place);
    });
    this.element.addEventListener("focusout", () => this.layers.focus.replaceChildren());
    this.element.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Show a scene, with the places that may be clicked now and those already picked. */
  draw(scene, open, picked) {
    const last = new Set(scene.last);
    this.moving = this.scene !== null && this.scene.title === scene.title && mayMove(scene);
    if (this.scene === null || scene.cells !== this.scene.cells) {
      for (const [name, entry] of this.cells) {
        if (name in scene.cells) continue;
        entry.polygon.remove();
        this.cells.delete(name);
      }
      this.zoom.setBox(boxOf(scene), this.moving);
    }
    if (this.scene === null || scene.cells !== this.scene.cells) this.drawNames(scene);
    const ground = (one) => JSON.stringify([one.colours, one.marks]);
    if (this.scene === null || (scene.marks !== this.scene.marks || scene.colours !== this.scene.colours) && ground(scene) !== ground(this.scene)) this.drawLines(scene);
    for (const [name, value] of Object.entries(scene.cells)) {
      let entry = this.cells.get(name);
      if (!entry || entry.value !== value) entry = this.drawCell(scene, name, value);
      const sign = [open.has(name), picked.includes(name), last.has(name), scene.piles[name]];
      const text = sign.join("|");
      if (entry.sign !== text) this.describe(scene, name, entry, sign, text);
    }
    this.drawDots(scene, open);
    this.drawNotes(scene);
    this.drawPiles(scene);
    this.layers.rings.replaceChildren(
      ...scene.last.filter((name) => name in scene.cells).map((name) => {
        const [shape, x, y] = scene.cells[name];
        const what = scene.piles[name]?.[0];
        const fills = !what || !scene.sizes[shape] || scene.kinds[what - 1].tile || scene.kinds[what - 1].card || scene.shapes[shape].length === 12;
        // Of men on a point of Backgammon the uppermost one.
        const up = scene.steps[shape] * Math.min((scene.piles[name]?.[1] || 1) - 1, 4);
        return lastMark(x, y + up, scene.room, fills ? outline(scene, [shape, x, y], 0.96) : "");
      }),
    );
    this.layers.picks.replaceChildren(
      ...picked.filter((name) => name in scene.cells && name in scene.piles).flatMap((name) => framed(outline(scene, scene.cells[name], 0.95), 0.1 * scene.room, "picked-one")),
    );
    this.layers.lit.replaceChildren();
    this.layers.won.replaceChildren(
      ...scene.won.map((name) => {
        const [, cx, cy] = scene.cells[name];
        return svg("circle", { cx, cy, r: 0.9 * scene.room, "stroke-width": 0.12 * scene.room });
      }),
    );
    this.scene = scene;
    if (!this.cells.has(this.focused)) this.setTabStop(this.cells.keys().next().value || "");
  }

  /** Draw the ground and the lines between the places, which stay. */
  drawLines(scene) {
    this.element.classList.toggle("bare", scene.bare);
    this.layers.plate.replaceChildren(...scene.plate.map(markPicture));
    this.layers.marks.replaceChildren(...scene.marks.map(markPicture));
    const drawn = scene.lines.map(([x1, y1, x2, y2]) => svg("line", { x1, y1, x2, y2 }));
    this.layers.lines.replaceChildren(...drawn);
    const sides = scene.sides.map(([owner, [x1, y1, x2, y2]]) => {
      const look = { stroke: scene.colours[owner - 1], "stroke-width": 0.32 * scene.room };
      return svg("line", { x1, y1, x2, y2, ...look });
    });
    this.layers.sides.replaceChildren(...sides);
  }

  /** Write the letters and numbers of rows and columns beside a board that is laid out. */
  drawNames(scene) {
    const parts = [];
    const ends = new Map();
    const ways = new Map();
    const named = new Set();
    let [before, row] = ["", 0];
    for (const [name, label] of Object.entries(scene.labels)) {
      const found = /^([a-z]{1,2}|[A-Z]{1,2})(\d+)$/.exec(label);
      const cell = scene.cells[name];
      if (!cell || /^(edge|vertex|cell) /.test(label)) continue;
      const [, x, y] = cell;
      if (scene.bare && !found && !scene.lines.length) continue; // the picture tells
      if (!found) {
        // Of a row that has one name the first cell bears it, on a map the city itself.
        const again = scene.bare ? named.has(label) : label === before && scene.cells[name][2] === row;
        named.add(label);
        [before, row] = [label, scene.cells[name][2]];
        if (again) continue;
        // On a map names stand below their places, and are as large as these.
        const at = { x, y: y + (scene.bare ? 2.7 : -0.72) * scene.room };
        const size = scene.bare ? 1.5 : Math.min(0.3, 1.9 / label.length);
        parts.push(svg("text", { ...at, "font-size": size * scene.room }, label));
        continue;
      }
      const [column, line] = [`c${found[1]}`, `r${found[2]}`];
      const end = ends.get(column);
      // A column that slants goes on below in its own direction.
      if (end && !ways.has(column) && end[2] !== y) ways.set(column, (end[1] - x) / (end[2] - y));
      if (!end || end[2] < y) ends.set(column, [found[1], x, y]);
      const rowEnd = ends.get(line);
      if (!rowEnd || (scene.seeds ? rowEnd[2] < y : rowEnd[1] > x)) ends.set(line, [found[2], x, y]);
    }
    const away = scene.bare ? Math.max(1.45 * scene.room, 62) : 1.45 * scene.room;
    if (scene.seeds) {
      // Stores are higher than pits, and stand beside these: all numbers in a column, all letters in a row.
      const [left, low] = [Math.min(...[...ends.values()].map((end) => end[1])), Math.max(...[...ends.values()].map((end) => end[2]))];
      for (const [key, end] of ends) end[key[0] === "c" ? 2 : 1] = key[0] === "c" ? low : left;
    }
    parts.push(...gridNames(scene));
    const size = scene.bare ? 0.5 * scene.room : Math.max(0.5 * scene.room, Math.min(boxOf(scene).width / 36, 0.8 * scene.room));
    for (const [key, [text, x, y]] of ends) {
      const slant = ways.get(key) ?? ways.values().next().value ?? 0;
      const below = away / Math.hypot(1, slant);
      // A number of two figures ends where one of one does.
      const left = away + 0.3 * size * (text.length - 1);
      const at = key[0] === "c" ? { x: x + slant * below, y: y + below } : { x: x - left, y };
      parts.push(svg("text", { ...at, dy: "0.36em", "font-size": size }, text));
    }
    this.layers.names.replaceChildren(...parts);
  }

  /** Write on cells what was said there. */
  drawNotes(scene) {
    const notes = Object.entries(scene.notes).map(([name, words]) => {
      const [, x, y] = scene.cells[name];
      const size = (scene.bare ? 1.2 : Math.min(0.32, 2.6 / words.length)) * scene.room;
      return svg("text", { x, y: y + (scene.bare ? 0.4 : 0.85) * scene.room, "font-size": size }, words);
    });
    this.layers.notes.replaceChildren(...notes);
  }

  drawCell(scene, name, value) {
    this.cells.get(name)?.polygon.remove();
    const polygon = svg("polygon", {
      points: outline(scene, value),
      "data-place": name,
      role: "button",
      tabindex: "-1",
    });
    this.layers.cells.append(polygon);
    if (this.moving) comes(polygon);
    const entry = { polygon, value, sign: "", phase: ["", "dark", "third"][scene.phases[name] || 0], edge: isEdge(scene, value) };
    this.cells.set(name, entry);
    return entry;
  }

  describe(scene, name, entry, [open, picked, last], text) {
    entry.sign = text;
    const words = [`cell ${placeLabel(scene, name)}`, contentsOf(scene, name)];
    if (last) words.push("last move");
    if (open) words.push("can be played");
    if (picked) words.push("picked");
    entry.polygon.setAttribute("aria-label", words.join(", "));
    entry.polygon.setAttribute("aria-pressed", picked);
    entry.polygon.setAttribute("class", [open ? "open" : "", picked ? "picked" : "", entry.phase, entry.edge ? "edge" : ""].join(" "));
  }

  /** Draw a dot where a move may go; a place with something on it has a ring. */
  drawDots(scene, open) {
    for (const [name, entry] of this.dots) {
      if (open.has(name) && scene.cells[name] === entry.value && scene.piles[name] === entry.pile) continue;
      entry.dot.remove();
      this.dots.delete(name);
    }
    for (const name of open) {
      const value = scene.cells[name];
      if (!value || this.dots.has(name)) continue;
      const pile = scene.piles[name];
      const size = scene.sizes[value[0]] || 0.35;
      const free = { cx: value[1], cy: value[2], r: 0.2 * size * scene.room };
      const dot = pile ? svg("g") : svg("circle", free);
      if (pile) dot.append(...framed(outline(scene, value, 0.91), 0.09 * scene.room, "taken"));
      this.layers.dots.append(dot);
      this.dots.set(name, { dot, value, pile });
    }
  }

  /** Light up places, those of a move that is pointed at in the list. */
  light(places) {
    const cells = places.map((name) => this.scene?.cells[name]).filter(Boolean);
    this.layers.lit.replaceChildren(...cells.flatMap((cell) => framed(outline(this.scene, cell, 0.95), 0.1 * this.scene.room, "lit-one")));
  }

  drawPiles(scene) {
    const gone = [];
    for (const [name, entry] of this.piles) {
      if (scene.piles[name] === entry.value && scene.cells[name] === entry.cell) continue;
      entry.group.remove();
      gone.push([name, entry]);
      this.piles.delete(name);
    }
    for (const [name, value] of Object.entries(scene.piles)) {
      const cell = scene.cells[name];
      if (!cell || this.piles.has(name)) continue;
      const group = pileOn(scene, value, cell);
      group.classList.toggle("fanned", name === this.fanned && !scene.steps[cell[0]]);
      this.layers.piles.append(group);
      this.piles.set(name, { group, value, cell });
      if (this.moving && scene.last.includes(name)) this.arrive(group, name, value, cell, gone);
    }
  }

  /** Let a piece come from where it was, or into sight. */
  arrive(group, name, value, cell, gone) {
    const from = gone.find(([place, entry]) => place !== name && entry.value[0] === value[0]);
    const stayed = gone.find(([place, entry]) => place === name && entry.value[0] === value[0]);
    if (from) glides(group, from[1].cell[1] - cell[1], from[1].cell[2] - cell[2]);
    else if (!stayed) comes(group);
  }

  /** Fan out the stack on a place, and no other. */
  fan(place) {
    this.fanned = place;
    // Men on a point of Backgammon lie beside one another anyway.
    const lies = ([shape]) => this.scene.steps[shape];
    for (const [name, entry] of this.piles) entry.group.classList.toggle("fanned", name === place && !lies(entry.cell));
  }

  /** Show the changes of a move as a ghost: its scene, or nothing. */
  ghost(scene) {
    const parts = [];
    for (const [name, value] of Object.entries(scene ? scene.cells : {})) {
      if (name in this.scene.cells) continue;
      parts.push(svg("polygon", { points: outline(scene, value), class: "new" }));
    }
    const places = scene ? new Set([...Object.keys(scene.piles), ...this.piles.keys()]) : [];
    for (const name of places) {
      const cell = scene.cells[name] || this.scene.cells[name];
      if (!cell || String(scene.piles[name]) === String(this.scene.piles[name])) continue;
      const pile = scene.piles[name];
      if (pile) parts.push(pileOn(scene, pile, cell));
      else parts.push(cross(cell[1], cell[2], scene.room));
    }
    this.layers.ghost.replaceChildren(...parts);
  }

  /** Show what the pointer carries where it fits: the squares that it would put. */
  carry(scene, way, place) {
    this.layers.ghost.replaceChildren(...(way ? this.squaresOf(scene, way, place) : []));
  }

  squaresOf(scene, way, place) {
    const puts = way.puts.length ? way.puts : [[place, way.what, way.rotation, 0]];
    return puts.map(([where, what, rotation, value]) => {
      const cell = scene.cells[where] || this.placeBeside(scene, where, place);
      if (!cell) return svg("g");
      return pileOn(scene, [what, 1, 0, rotation, value], cell);
    });
  }

  /** Return where a cell comes to lie that the board does not have yet: cells are on a lattice. */
  placeBeside(scene, where, place) {
    const numbers = (name) => name.split(",").map(Number);
    const [i, j] = numbers(place);
    const [shape, x, y] = scene.cells[place];
    const steps = Object.entries(scene.cells).map(([name, cell]) => {
      const [u, v] = numbers(name);
      return [u - i, v - j, cell[1] - x, cell[2] - y];
    });
    const a = steps.find(([u, v]) => u || v);
    const b = steps.find(([u, v]) => a && a[0] * v - a[1] * u);
    if (!b || scene.shapes.length > 1) return null;
    const [u, v] = [numbers(where)[0] - i, numbers(where)[1] - j];
    const [s, t] = [u * b[1] - v * b[0], a[0] * v - a[1] * u].map((n) => n / (a[0] * b[1] - a[1] * b[0]));
    return [shape, x + s * a[2] + t * b[2], y + s * a[3] + t * b[3]];
  }

  /** Show the piece that lies on a place for the time being, and the segments that may be stood on. */
  lay(scene, laid) {
    if (!laid) return this.layers.laid.replaceChildren();
    const way = laid.ways[laid.at];
    const parts = this.squaresOf(scene, way, laid.place);
    const [, x, y] = scene.cells[laid.place];
    const { tile } = scene.kinds[way.what - 1];
    const fill = scene.colours[scene.mover - 1];
    const frames = (way.covers.length ? way.covers : [laid.place])
      .filter((name) => name in scene.cells)
      .map((name) => svg("polygon", { points: outline(scene, scene.cells[name]), class: "frame-of-laid" }));
    for (const { spot } of way.moves.filter((move) => move.spot)) {
      const turn = tile.degrees * way.rotation;
      const [dx, dy] = tile.anchors[spot - 1];
      const group = svg("g", {
        class: "spot",
        "data-spot": spot,
        role: "button",
        tabindex: "0",
        "aria-label": `a follower on the ${tile.segments[spot - 1]}`.toLowerCase(),
        transform: `translate(${x} ${y}) rotate(${turn})`,
      });
      group.append(svg("circle", { cx: dx, cy: dy, r: 0.9 * tile.ring, class: "spot-ring" }));
      group.append(followerPicture([dx, dy], 0.62 * tile.ring, fill, turn));
      group.append(svg("title", {}, `a follower on the ${tile.segments[spot - 1]}`.toLowerCase()));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.stopPropagation();
        event.preventDefault();
        this.on.stand(spot);
      });
      parts.push(group);
    }
    return this.layers.laid.replaceChildren(...frames, ...parts);
  }

  /** Write the hints of an agent on cells: {place: [share, value]}. */
  hint(hints) {
    const parts = [];
    for (const [place, [share, value]] of Object.entries(hints)) {
      const cell = this.scene.cells[place];
      if (!cell) continue;
      const [, x, y] = cell;
      const room = this.scene.room;
      parts.push(svg("circle", { cx: x, cy: y, r: room * (0.2 + 0.7 * Math.sqrt(share)), "data-hint": share }));
      parts.push(svg("text", { x, y, dy: "0.36em", "font-size": 0.5 * room }, hintWords([share, value])));
    }
    this.layers.hints.replaceChildren(...parts);
  }

  // -- keys ---------------------------------------------------------------------------------

  setTabStop(place) {
    this.cells.get(this.focused)?.polygon.setAttribute("tabindex", "-1");
    this.focused = place;
    this.cells.get(place)?.polygon.setAttribute("tabindex", "0");
  }

  /** Say whether somebody uses keys now; who points needs no frame. */
  keyed(byKeys) {
    this.byKeys = byKeys;
    if (!byKeys) this.layers.focus.replaceChildren();
  }

  /** Draw around the cell that keys act on; its neighbours lie over its own border. */
  outlineFocus(polygon) {
    if (!this.byKeys || !polygon.matches(":focus-visible")) return;
    const points = polygon.getAttribute("points");
    this.layers.focus.replaceChildren(svg("polygon", { points }));
  }

  focus(place) {
    this.cells.get(place)?.polygon.focus();
  }

  pressed(event) {
    const place = event.target.getAttribute("data-place");
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.on.key(event)) event.preventDefault();
    else if (event.key in STEPS) this.focus(this.neighbour(place, event.key));
    else if (event.key === "Enter" || event.key === " ") this.on.press(place);
    else if (event.key === "n") this.focus(this.nextOpen(place, 1));
    else if (event.key === "p") this.focus(this.nextOpen(place, -1));
    else if (event.key === "+" || event.key === "-" || event.key === "0") this.zoom.key(event.key);
    else return;
    event.preventDefault();
  }

  /** Return the nearest cell in the direction of a key, the same one if there is none. */
  neighbour(place, key) {
    const places = Object.entries(this.scene.cells).map(([name, [, x, y]]) => [name, x, y]);
    return nearestAhead(places, place, this.scene.cells[place].slice(1), STEPS[key]);
  }

  /** Return the next place that can be played, row by row. */
  nextOpen(place, step) {
    const centre = (name) => this.scene.cells[name];
    const order = [...new Set([...this.dots.keys(), place])].sort(
      (a, b) => centre(a)[2] - centre(b)[2] || centre(a)[1] - centre(b)[1],
    );
    return order[(order.indexOf(place) + step + order.length) % order.length];
  }
}

/** Return a frame that is seen on light and on dark: a line, and a wider one of another colour below it. */
function framed(points, width, name) {
  const below = svg("polygon", { points, class: "below-frame", "stroke-width": 2.4 * width });
  return [below, svg("polygon", { points, class: name, "stroke-width": width })];
}

/** Return the picture of a pile on a cell; on an edge it is a bar of the owner's colour. */
function pileOn(scene, pile, cell) {
  const [shape, x, y] = cell;
  const size = scene.sizes[shape];
  if (!size || (scene.filled && size === 1)) {
    return filledPicture(scene, pile, x, y, outline(scene, cell, size ? 0.86 : 1), size === 1);
  }
  if (scene.seeds) return seedsPicture(scene, pile, x, y);
  const sized = size === 1 ? scene : { ...scene, room: size * scene.room };
  return pilePicture(sized, pile, x, y, scene.shapes[shape].length / 2, scene.steps[shape]);
}

/** Return a mark of the ground; colours are names of variables, or begin with #. */
function markPicture([d, fill, stroke, width]) {
  const colour = (name) => (!name ? "none" : name[0] === "#" ? name : `var(--${name})`);
  const pen = { stroke: colour(stroke), "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" };
  return svg("path", { d, fill: colour(fill), "fill-rule": "evenodd", ...pen });
}

function outline(scene, [shape, x, y], share = 1) {
  const corners = scene.shapes[shape];
  const points = [];
  for (let n = 0; n < corners.length; n += 2) {
    points.push(`${x + share * corners[n]},${y + share * corners[n + 1]}`);
  }
  return points.join(" ");
}

/** Return the numbers of columns and rows of a board that grows, each beside its first cell. */
function gridNames(scene) {
  const axes = axesOf(scene);
  if (!axes) return [];
  const [across, up] = axes.map(([dx, dy]) => [dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)]);
  // Numbers of rows stand on the left. Where columns lean to the right they end below on the left, too.
  const leans = across[0] * up[0] + across[1] * up[1] > 0.1;
  const ways = { r: across, c: leans ? up.map((part) => -part) : up };
  const size = numberSize(scene, axes, boxOf(scene).width);
  const ends = new Map();
  for (const [name, [shape, x, y]] of Object.entries(scene.cells)) {
    const [i, j] = numbersIn(name);
    const corners = scene.shapes[shape];
    for (const [sort, number] of [["c", i], ["r", j]]) {
      const [dx, dy] = ways[sort];
      let begin = 0; // of the cell, from its middle
      for (let n = 0; n < corners.length; n += 2) begin = Math.min(begin, corners[n] * dx + corners[n + 1] * dy);
      const along = x * dx + y * dy + begin;
      const end = ends.get(sort + number);
      if (!end || end.along > along) ends.set(sort + number, { number, x, y, dx, dy, begin, along });
    }
  }
  const written = [];
  return [...ends.values()].map(({ number, x, y, dx, dy, begin }) => {
    let away = begin - 0.9 * size;
    const at = () => [x + away * dx, y + away * dy];
    // In a corner of the outline a row and a column may end at one place.
    const meets = () => written.some(([u, v]) => Math.abs(u - at()[0]) < 1.6 * size && Math.abs(v - at()[1]) < size);
    if (meets()) away -= 2 * size;
    written.push(at());
    return svg("text", { x: at()[0], y: at()[1], dy: "0.36em", "font-size": size }, String(number));
  });
}

/** Tell whether a place is an edge of a board that has cells, too. */
function isEdge(scene, [shape]) {
  return scene.sizes[shape] === 0 && scene.sizes.some((size) => size === 1) && !scene.lines.length;
}

function cross(x, y, room) {
  const d = 0.5 * room;
  return svg("path", { class: "gone", d: `M${x - d},${y - d}l${2 * d},${2 * d}m0,${-2 * d}l${-2 * d},${2 * d}` });
}
