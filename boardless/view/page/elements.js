// Elements of HTML and SVG. Text is only ever set as text, so names are never markup.

const SVG = "http://www.w3.org/2000/svg";

/** Return a new SVG element with attributes and, if given, text. */
export function svg(name, attributes = {}, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
}

/** Return a new element with attributes, listeners (`onclick`) and children. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** Return a button. */
export function button(label, pressed, attributes = {}) {
  return element("button", { type: "button", onclick: pressed, ...attributes }, label);
}

/** Return the words of a hint: what an agent expects, 1 for a win, or else how often in 100 tries it took the move. */
export function hintWords([share, value]) {
  return value === undefined ? `${Math.round(100 * share)}` : value.toFixed(2);
}

/** Write a hint, if there is one, on a button; return the button. */
export function hinted(control, hint) {
  if (!hint) return control;
  control.setAttribute("data-hint", hint[0]);
  control.append(element("span", { class: "hint" }, hintWords(hint)));
  return control;
}

// Milliseconds for which what comes where something was pressed takes no presses: a second one was not meant for it.
const CALM = 500;

/** Let an element take no presses for a moment. */
export function calmed(node) {
  node.inert = true;
  setTimeout(() => {
    node.inert = false;
  }, CALM);
}
