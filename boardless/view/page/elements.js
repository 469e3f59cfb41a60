// Elements of HTML and SVG. Text is only ever set as text, so names are never markup.

const SVG = "http://www.w3.org/2000/svg";

/** Return a new SVG element; see `element`. */
export function svg(name, ...parts) {
  return furnished((tag) => document.createElementNS(SVG, tag), name, parts);
}

/**
 * Return a new element: `"p.error.large"` is a tag with classes. Attributes and listeners (`onclick`)
 * may come first, then children.
 *
 * A class may be a list. Children and classes that are false, null, undefined or "" are skipped.
 */
export function element(name, ...parts) {
  return furnished((tag) => document.createElement(tag), name, parts);
}

const isThere = (part) => part || part === 0;

function furnished(make, name, parts) {
  const [tag, ...classes] = name.split(".");
  const node = make(tag);
  if (classes.length) furnish(node, { class: classes });
  const [attributes, children] = parts[0]?.constructor === Object ? [parts[0], parts.slice(1)] : [{}, parts];
  furnish(node, attributes);
  fill(node, ...children);
  return node;
}

/** Give an element attributes and listeners; see `element`. */
export function furnish(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else if (Array.isArray(value)) node.setAttribute(key, value.filter(isThere).join(" "));
    else if (value !== undefined) node.setAttribute(key, value);
  }
}

/** Let an element have these children and no others; see `element`. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(isThere));
}

/** Return a button. */
export function button(label, pressed, attributes = {}) {
  return element("button", { type: "button", onclick: pressed, ...attributes }, label);
}

/** Let a control say something else for some milliseconds. */
export function saysFor(control, words, milliseconds) {
  const said = control.textContent;
  control.textContent = words;
  setTimeout(() => {
    control.textContent = said;
  }, milliseconds);
}

/** A part of a page that asks the program for something by `ask(message)`. */
export class Part {
  constructor(ask) {
    this.ask = ask;
  }

  /** Return a button that asks; `message()` is made when it is pressed. */
  asking(label, message, attributes) {
    return button(label, () => this.ask(message()), attributes);
  }

  /** Return the buttons for a new game, with fresh luck or the same. */
  newGames(attributes = {}) {
    return [
      this.asking("New game", () => ({ do: "new", seed: "fresh" }), { title: "shuffled anew", ...attributes }),
      this.asking("New game, same luck", () => ({ do: "new", seed: "last" }), { title: "with the same seed" }),
    ];
  }
}

/** Return a list to choose from: items are words, or pairs of value and words. */
export function select(items, chosen, attributes = {}) {
  const options = items.map((item) => {
    const [value, words] = Array.isArray(item) ? item : [item, item];
    return element("option", { value, selected: value === chosen }, words);
  });
  return element("select", attributes, ...options);
}

/** Return the options for a seat, for `select`: the first one, a computer player, or nobody yet. */
export function offeredSeats(first, levels, open) {
  return [first, ...levels.map((level) => [level, `Computer, ${level}`]), ["open", open]];
}

/** Return an element with content folded below a title. */
export function folded(words, attributes, ...children) {
  return element("details", attributes, element("summary", words), ...children);
}

/** Return words as a sentence: with a capital letter, and a full stop. */
export function sentence(words, stop = ".") {
  return words && `${words[0].toUpperCase()}${words.slice(1)}${stop}`;
}

/** Tell whether data differ from those at the last call for an object. */
export function changed(owner, ...data) {
  const before = owner.shown;
  owner.shown = JSON.stringify(data);
  return owner.shown !== before;
}

/** Return the words of a hint: the result that an agent expects, 1 for a win, or else how often in 100 tries it took the move. */
export function hintWords([share, value]) {
  return value === undefined ? `${Math.round(100 * share)}` : value.toFixed(2);
}

/** Write a hint, if there is one, on a button; return the button. */
export function hinted(control, hint) {
  if (!hint) return control;
  control.dataset.hint = hint[0];
  control.append(element("span.hint", hintWords(hint)));
  return control;
}

// Milliseconds for which a new element under a press ignores presses, because a second press was
// not meant for it.
const CALM = 500;

/** Let an element take no presses for a moment. */
export function calmed(node) {
  node.inert = true;
  setTimeout(() => {
    node.inert = false;
  }, CALM);
}
