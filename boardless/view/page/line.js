// The line that is walked in, and the tree of variations around it.

import { button, element } from "./elements.js";

/** Return the numbers of the nodes from the start to here, and onward. */
export function lineOf(desk) {
  const numbers = [];
  for (let at = desk.node; at >= 0; at = desk.nodes[at][0]) numbers.push(at);
  numbers.reverse();
  for (let at = desk.nodes[desk.node][2]; at >= 0; at = desk.nodes[at][2]) numbers.push(at);
  return numbers;
}

/** Return the tree as lists in lists: behind a move stand those that were tried in its place. */
export function treeOf(desk, go) {
  const children = {};
  for (const [number, [parent]] of Object.entries(desk.nodes)) {
    if (parent >= 0) (children[parent] ||= []).push(number);
  }
  const walk = (first) => {
    const list = element("ol", { class: "line" });
    let [at, others] = [first, []];
    while (at !== undefined) {
      if (at !== "0") list.append(element("li", {}, nodeButton(desk, at, go)));
      if (others.length) list.append(element("li", { class: "branches" }, ...others.map(walk)));
      [at, ...others] = children[at] || [];
    }
    return list;
  };
  return walk("0");
}

function nodeButton(desk, number, go) {
  const here = Number(number) === desk.node;
  return button(desk.nodes[number][1] || "…", () => go(Number(number)), {
    "data-node": number,
    "aria-current": here ? "step" : "false",
  });
}
