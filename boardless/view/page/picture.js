// Pictures as Python makes them (`boardless/topo/drawing/picture.py`): items by identity, each a symbol or shapes.

import { element, svg } from "./elements.js";
import { comes, glides } from "./zoom.js";

/** A picture in an SVG, which updates only changed items. */
export class Drawing {
  element = svg("g.drawn");
  layers = {}; // name: {group, entries: {id: {node, item, symbol}}}

  constructor(parent) {
    parent.append(this.element);
  }

  /** Show a picture; new or changed items are animated if `moves(layer, item)` is true. */
  draw(picture, moves = () => false) {
    for (const [name, items] of Object.entries(picture.layers)) {
      this.layers[name] ||= { group: this.element.appendChild(svg("g", { class: name })), entries: new Map() };
      const { group, entries } = this.layers[name];
      const gone = [...entries].filter(([id, { item }]) => items[id]?.symbol !== item.symbol).map(([, entry]) => entry);
      for (const [id, { node }] of entries) {
        if (id in items) continue;
        node.remove();
        entries.delete(id);
      }
      for (const [id, item] of Object.entries(items)) {
        const known = entries.get(id);
        const symbol = picture.symbols[item.symbol];
        if (known?.item === item && known.symbol === symbol) continue;
        const node = itemPicture(picture, item);
        node.dataset.item = id;
        if (known) known.node.replaceWith(node);
        else group.append(node);
        entries.set(id, { node, item, symbol });
        if (!moves(name, item)) continue;
        const from = [known, ...gone].find((entry) => entry && item.symbol && entry.item.symbol === item.symbol);
        if (from) glides(node, from.item.x - item.x, from.item.y - item.y);
        else comes(node);
      }
    }
  }

  /** Return the element of an item, undefined if there is none. */
  node(layer, id) {
    return this.layers[layer]?.entries.get(id)?.node;
  }
}

/** Return an item as a group. */
export function itemPicture({ symbols }, { symbol, shapes, x = 0, y = 0, turn = 0, scale = 1 }) {
  const transform = `translate(${x} ${y}) rotate(${turn}) scale(${scale})`;
  return svg("g", { transform }, (shapes || symbols[symbol].shapes).map(shapePicture));
}

function shapePicture({ d, text, x, y, size, ink, anchor, weight, fill, stroke, width, cap, hair }) {
  const pen = { stroke: stroke && colourOf(stroke), "stroke-width": width, "stroke-linecap": cap };
  if (hair) pen["vector-effect"] = "non-scaling-stroke"; // as wide at any zoom
  if (d !== undefined) return svg("path", { d, fill: colourOf(fill), ...pen });
  const letters = { "font-size": size, "font-weight": weight, "text-anchor": anchor, fill: colourOf(ink) };
  return svg("text", { x, y, dy: "0.36em", ...letters, ...pen }, text);
}

/** Return a colour of CSS: roles are variables. */
function colourOf(role = "none") {
  return role === "none" || role.startsWith("#") ? role : `var(--${role})`;
}

/** Return the items that lie on a place of the board or of a hand, around the middle of the lowest. */
export function itemsAt({ held, layers }, place) {
  if (held[place]) return held[place];
  const items = [layers.tiles, layers.pieces].flatMap(Object.values).filter((item) => item.place === place);
  return items.map((item) => ({ ...item, x: item.x - items[0].x, y: item.y - items[0].y }));
}

/** Return items as a small picture for buttons, of the size of the first one. */
export function icon({ picture, room }, items, name = "") {
  const [x, y, width, height] = picture.symbols[items[0].symbol].box;
  const attributes = { class: ["icon drawn", name], viewBox: [x, y, width, height], "aria-hidden": "true" };
  const node = svg("svg", attributes, items.map((item) => itemPicture(picture, item)));
  node.style.setProperty("--wide", width / (2 * room));
  node.style.setProperty("--high", height / (2 * room));
  return node;
}

/** Return the look of the piece that a choice puts down. */
export function putIcon(scene, what, rotation) {
  return icon(scene, [scene.picture.puts[[what, rotation, 0]]]);
}

/** Return a disc of a player's colour and sign, for text. */
export function chip(scene, player) {
  const { box, shapes } = scene.picture.symbols[`player.${player}`];
  return svg("svg.chip.drawn", { viewBox: box, "aria-hidden": "true" }, shapes.map(shapePicture));
}

/** Return a small picture of a position, with nothing to click on; see `view.shelf.still_of`. */
export function gamePicture(picture) {
  const cards = Object.values(picture.held).map((items) => icon({ picture, room: 1 }, items, "card"));
  const isBoard = Object.keys(picture.layers.cells).length > 1;
  const classes = ["still", cards.length > 0 && (isBoard ? "both" : "cards-alone")];
  const board = svg("svg.board", { viewBox: picture.box });
  new Drawing(board).draw(picture);
  return element(
    "div",
    { class: classes, inert: true, "aria-hidden": "true" },
    (isBoard || !cards.length) && board,
    cards.length > 0 && element("div.spread", cards),
  );
}
