// The page of the local server: a socket to the program.

import { lossBanner, Socket } from "./connection.js";
import { Page } from "./page.js";

const main = document.querySelector("main");
const [banner, lost] = lossBanner();
main.before(banner);
const socket = new Socket(lost);
const link = {
  say: (message) => socket.say(message),
  listen: (hear) => {
    socket.hear = hear;
  },
};
const page = new Page(main, link);
socket.again = () => page.ask({ do: "hello" });
document.addEventListener("keydown", (event) => {
  if (event.target === document.body) page.pressedAnywhere(event);
});
