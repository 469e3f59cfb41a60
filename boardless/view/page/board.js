// The board as one SVG that changes only where the scene does.

import { boxOf, contentsOf, placeLabel } from "./scene.js";
import { pilePicture, ring, svg } from "./pieces.js";
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
    for (const name of ["lines", "cells", "dots", "hints", "piles", "rings", "ghost", "focus"]) {
      this.layers[name] = svg("g", { class: name });
      this.element.append(this.layers[name]);
    }
    this.dots = new Map();
    this.zoom = new Zoom(this.element);
    this.focused = "";
    this.fanned = "";
    this.listen();
  }

  listen() {
    const placeAt = (event) => event.target.getAttribute?.("data-place");
    this.element.addEventListener("click", (event) => {
      const place = placeAt(event);
      if (place && !this.zoom.dragged) this.on.press(place);
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
    if (this.scene === null || scene.cells !== this.scene.cells) {
      for (const [name, entry] of this.cells) {
        if (name in scene.cells) continue;
        entry.polygon.remove();
        this.cells.delete(name);
      }
      this.zoom.setBox(boxOf(scene));
    }
    if (this.scene === null) this.drawLines(scene);
    for (const [name, value] of Object.entries(scene.cells)) {
      let entry = this.cells.get(name);
      if (!entry || entry.value !== value) entry = this.drawCell(scene, name, value);
      const sign = [open.has(name), picked.includes(name), last.has(name), scene.piles[name]];
      const text = sign.join("|");
      if (entry.sign !== text) this.describe(scene, name, entry, sign, text);
    }
    this.drawDots(scene, open);
    this.drawPiles(scene);
    this.layers.rings.replaceChildren(
      ...scene.last.filter((name) => name in scene.cells).map((name) => {
        const [, x, y] = scene.cells[name];
        return ring(x, y, scene.room);
      }),
    );
    this.scene = scene;
    if (!this.cells.has(this.focused)) this.setTabStop(this.cells.keys().next().value || "");
  }

  /** Draw the lines between the places, which stay. */
  drawLines(scene) {
    const drawn = scene.lines.map(([x1, y1, x2, y2]) => svg("line", { x1, y1, x2, y2 }));
    this.layers.lines.replaceChildren(...drawn);
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
    const entry = { polygon, value, sign: "" };
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
    entry.polygon.setAttribute("class", [open ? "open" : "", picked ? "picked" : ""].join(" "));
  }

  drawDots(scene, open) {
    for (const [name, entry] of this.dots) {
      if (open.has(name) && scene.cells[name] === entry.value) continue;
      entry.dot.remove();
      this.dots.delete(name);
    }
    for (const name of open) {
      const value = scene.cells[name];
      if (!value || this.dots.has(name)) continue;
      const dot = svg("circle", { cx: value[1], cy: value[2], r: 0.22 * scene.room });
      this.layers.dots.append(dot);
      this.dots.set(name, { dot, value });
    }
  }

  drawPiles(scene) {
    for (const [name, entry] of this.piles) {
      if (scene.piles[name] === entry.value && scene.cells[name] === entry.cell) continue;
      entry.group.remove();
      this.piles.delete(name);
    }
    for (const [name, value] of Object.entries(scene.piles)) {
      const cell = scene.cells[name];
      if (!cell || this.piles.has(name)) continue;
      const [shape, x, y] = cell;
      const group = pilePicture(scene, value, x, y, scene.shapes[shape].length / 2);
      group.classList.toggle("fanned", name === this.fanned);
      this.layers.piles.append(group);
      this.piles.set(name, { group, value, cell });
    }
  }

  /** Fan out the stack on a place, and no other. */
  fan(place) {
    this.fanned = place;
    for (const [name, entry] of this.piles) entry.group.classList.toggle("fanned", name === place);
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
      const [shape, x, y] = cell;
      const pile = scene.piles[name];
      if (pile) parts.push(pilePicture(scene, pile, x, y, scene.shapes[shape].length / 2));
      else parts.push(cross(x, y, scene.room));
    }
    this.layers.ghost.replaceChildren(...parts);
  }

  /** Write the hints of an agent on cells: {place: [share, value]}. */
  hint(hints) {
    const parts = [];
    for (const [place, [share, value]] of Object.entries(hints)) {
      const cell = this.scene.cells[place];
      if (!cell) continue;
      const [, x, y] = cell;
      const room = this.scene.room;
      parts.push(svg("circle", { cx: x, cy: y, r: room * (0.2 + 0.7 * Math.sqrt(share)) }));
      const text = value === undefined ? `${Math.round(100 * share)}` : value.toFixed(2);
      parts.push(svg("text", { x, y, dy: "0.36em", "font-size": 0.5 * room }, text));
    }
    this.layers.hints.replaceChildren(...parts);
  }

  // -- keys ---------------------------------------------------------------------------------

  setTabStop(place) {
    this.cells.get(this.focused)?.polygon.setAttribute("tabindex", "-1");
    this.focused = place;
    this.cells.get(place)?.polygon.setAttribute("tabindex", "0");
  }

  /** Draw around the cell that keys act on; its neighbours lie over its own border. */
  outlineFocus(polygon) {
    if (!polygon.matches(":focus-visible")) return;
    const points = polygon.getAttribute("points");
    this.layers.focus.replaceChildren(svg("polygon", { points }));
  }

  focus(place) {
    this.cells.get(place)?.polygon.focus();
  }

  pressed(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const place = event.target.getAttribute("data-place");
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.on.key(event)) event.preventDefault();
    else if (event.key in steps) this.focus(this.neighbour(place, steps[event.key]));
    else if (event.key === "Enter" || event.key === " ") this.on.press(place);
    else if (event.key === "n") this.focus(this.nextOpen(place, 1));
    else if (event.key === "p") this.focus(this.nextOpen(place, -1));
    else if (event.key === "+" || event.key === "-" || event.key === "0") this.zoom.key(event.key);
    else return;
    event.preventDefault();
  }

  /** Return the nearest cell in a direction, the same one if there is none. */
  neighbour(place, [right, down]) {
    const [, x, y] = this.scene.cells[place];
    let [best, least] = [place, Infinity];
    for (const [name, [, toX, toY]] of Object.entries(this.scene.cells)) {
      const ahead = (toX - x) * right + (toY - y) * down;
      const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
      if (ahead <= 0 || aside > 2 * ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) [best, least] = [name, cost];
    }
    return best;
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

function outline(scene, [shape, x, y]) {
  const corners = scene.shapes[shape];
  const points = [];
  for (let n = 0; n < corners.length; n += 2) points.push(`${x + corners[n]},${y + corners[n + 1]}`);
  return points.join(" ");
}

function cross(x, y, room) {
  const d = 0.5 * room;
  return svg("path", { d: `M${x - d},${y - d}l${2 * d},${2 * d}m0,${-2 * d}l${-2 * d},${2 * d}` });
}
