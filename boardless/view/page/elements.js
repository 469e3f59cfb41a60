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
