// The page of a recorded game: everything is in it, and nobody answers but itself.

import { Page } from "./page.js";
import { patched } from "./talk.js";

const { first, patches } = JSON.parse(document.getElementById("data").textContent);
let [ply, data] = [0, first];
let hear = null;

/** Go to a ply; backwards from the start, because patches lead onward. */
function go(wanted) {
  if (wanted < ply) [ply, data] = [0, first];
  while (ply < wanted && ply < patches.length) data = patched(data, patches[ply++]);
  hear({ whole: data });
}

const link = {
  say: (message) => {
    go(message.do === "view" ? message.node : ply);
    hear({ re: message.n });
  },
  listen: (listener) => {
    hear = listener;
  },
};
const page = new Page(document.querySelector("main"), link, true);
document.addEventListener("keydown", (event) => {
  if (event.target === document.body && page.key(event)) event.preventDefault();
});
