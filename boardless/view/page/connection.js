// The socket to the program, which is reopened after a loss, and the data that this browser keeps.

import { element } from "./elements.js";

// Milliseconds to the first try to join again, and the most.
const FIRST = 300;
const LONGEST = 3000;

/** A link of a talk; above an element it says while the program does not answer. */
export class Socket {
  saves = true; // there are files of a game to be had
  waits = FIRST;
  queue = [];
  tries = 0;
  banner = element("p.lost", { role: "alert", hidden: true });

  constructor(root) {
    root.before(this.banner);
    this.join();
  }

  listen(hear) {
    this.hear = hear;
  }

  join() {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      const rejoined = this.tries > 0;
      this.tries = 0;
      this.waits = FIRST;
      this.lost("");
      if (rejoined) this.again();
      for (const text of this.queue.splice(0)) this.socket.send(text);
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.closed());
  }

  closed() {
    this.tries += 1;
    this.queue = [];
    const words =
      this.tries < 8
        ? "The program behind this page does not answer. Joining again …"
        : "The program behind this page has ended. Start it again with “boardless serve”; this page keeps trying to reconnect.";
    this.lost(words);
    setTimeout(() => this.join(), this.waits);
    this.waits = Math.min(1.6 * this.waits, LONGEST);
  }

  /** Say that the program is lost, or nothing. */
  lost(words) {
    this.banner.textContent = words;
    this.banner.hidden = !words;
  }

  say(message) {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket.readyState === WebSocket.CONNECTING) this.queue.push(text);
  }
}

// -- The name of the reader, kept by this browser from page to page -----------------------------

const NAME = "boardless name";

/** Return the last name of the reader. */
export function remembered() {
  try {
    return localStorage.getItem(NAME) || "";
  } catch {
    return ""; // the browser allows no storage
  }
}

/** Keep the reader's name. */
export function remember(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Then he is asked again.
  }
}
