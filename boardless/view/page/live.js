// The page of the local server: a socket to the program.

import { lossBanner, Socket } from "./connection.js";
import { remembered } from "./remembering.js";
import { Page } from "./page.js";

const main = document.querySelector("main");
const [banner, lost] = lossBanner();
main.before(banner);
const socket = new Socket(lost);
const link = {
  saves: true,
  say: (message) => socket.say(message),
  listen: (hear) => {
    socket.hear = hear;
  },
};
const page = new Page(main, link);
page.table.who = remembered;
socket.again = () => page.ask({ do: "hello" });
document.addEventListener("keydown", (event) => {
  if (event.target === document.body) page.pressedAnywhere(event);
});
