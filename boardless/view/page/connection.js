// The socket to the program; it is opened again when it was lost, and that is said.

import { element } from "./elements.js";
import { patched } from "./scene.js";

// Milliseconds to the first try to join again, and the most.
const FIRST = 300;
const LONGEST = 3000;

/** A socket that says and listens, and joins again; `lost(words)` hears what people are told. */
export class Socket {
  constructor(lost) {
    this.lost = lost;
    this.waits = FIRST;
    this.queue = [];
    this.hear = () => {};
    this.again = () => {};
    this.tries = 0;
    this.join();
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
        : "The program behind this page has ended. Start it again with “boardless serve”; this page goes on trying.";
    this.lost(words);
    setTimeout(() => this.join(), this.waits);
    this.waits = Math.min(1.6 * this.waits, LONGEST);
  }

  say(message) {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket.readyState === WebSocket.CONNECTING) this.queue.push(text);
  }
}

/** Return a banner that says that the program is lost, while it is. */
export function lossBanner() {
  const banner = element("p", { class: "lost", role: "alert", hidden: true });
  const lost = (words) => {
    banner.textContent = words;
    banner.hidden = !words;
  };
  return [banner, lost];
}

/** Return a link of a page with data of its own: `say` gives the answer, `listen` hears all data. */
export function connected(root) {
  const [banner, lost] = lossBanner();
  root.before(banner);
  const socket = new Socket(lost);
  const replies = new Map();
  let [number, data, listener] = [0, {}, () => {}];
  const say = (message) => {
    const n = ++number;
    return new Promise((resolve) => {
      replies.set(n, resolve);
      socket.say({ ...message, n });
    });
  };
  socket.hear = (message) => {
    if (replies.has(message.re)) {
      replies.get(message.re)(message);
      replies.delete(message.re);
    } else if (message.whole || message.patch) {
      data = message.whole || patched(data, message.patch);
      listener(data);
    }
  };
  socket.again = () => say({ do: "hello" });
  return {
    say,
    listen: (hear) => {
      listener = hear;
      say({ do: "hello" });
    },
  };
}
