// The page of the local server: a socket to the program.

import { remembered, Socket } from "./connection.js";
import { Page } from "./page.js";

const main = document.querySelector("main");
const page = new Page(main, new Socket(main));
page.table.who = remembered;
document.addEventListener("keydown", (event) => {
  if (event.target === document.body) page.pressedAnywhere(event);
});
