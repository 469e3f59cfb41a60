// Marks of families: a colour, a shape, and from the thirteenth on other fillings, to be told apart in grey.

import { svg } from "./elements.js";

// Each is drawn around the origin, some 12 pixels wide.
const SHAPES = [
  "M-6,0a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z",
  "M-5.5,-5.5h11v11h-11z",
  "M0,-7L6.5,5H-6.5z",
  "M0,-7.5L6,0L0,7.5L-6,0z",
  "M0,7L6.5,-5H-6.5z",
  "M-2.2,-6.5h4.4v4.3h4.3v4.4h-4.3v4.3h-4.4v-4.3h-4.3v-4.4h4.3z",
  "M0,-7.5L1.9,-2.4L7.2,-2.3L3,1L4.5,6.2L0,3.2L-4.5,6.2L-3,1L-7.2,-2.3L-1.9,-2.4z",
  "M-6.3,-3.2L-3.2,-6.3L0,-3.1L3.2,-6.3L6.3,-3.2L3.1,0L6.3,3.2L3.2,6.3L0,3.1L-3.2,6.3L-6.3,3.2L-3.1,0z",
  "M-7,0L5,-6.5V6.5z",
  "M7,0L-5,-6.5V6.5z",
  "M-6.5,0L-3.25,-5.6H3.25L6.5,0L3.25,5.6H-3.25z",
  "M0,-6.8L6.5,-2.1L4,5.5H-4L-6.5,-2.1z",
];

/** Return the mark of a family, numbered from 1; 48 differ without colours, 84 with them. */
export function familyMark(family, colours) {
  const n = family - 1;
  const colour = colours[n % colours.length];
  const filling = Math.floor(n / SHAPES.length) % 4;
  const mark = svg("g", { class: filling % 2 ? "mark-of hollow" : "mark-of" });
  mark.append(svg("path", { d: SHAPES[n % SHAPES.length], fill: colour, stroke: colour }));
  if (filling > 1) mark.append(svg("circle", { class: "dot", r: 2, fill: colour }));
  return mark;
}
