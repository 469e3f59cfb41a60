// The page of the local server: a socket to the program.

import { Page } from "./page.js";

const address = new URL("live", location.href);
address.protocol = "ws:";
const socket = new WebSocket(address);
const opened = new Promise((resolve) => socket.addEventListener("open", resolve));
const link = {
  say: async (message) => {
    await opened;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  },
  listen: (hear) => socket.addEventListener("message", (event) => hear(JSON.parse(event.data))),
};
const page = new Page(document.querySelector("main"), link);
socket.addEventListener("close", () => {
  page.error.textContent = "The program behind this page has ended.";
});
document.addEventListener("keydown", (event) => {
  if (event.target === document.body) page.pressedAnywhere(event);
});
