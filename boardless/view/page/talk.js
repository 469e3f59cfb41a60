// The talk of a page with the program: numbered messages with answers, and data that merge patches (RFC 7396) change.

/** Return a merge patch applied to an object, which stays as it is. */
export function patched(old, patch) {
  const result = { ...old };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isObject(value)) result[name] = patched(isObject(result[name]) ? result[name] : {}, value);
    else result[name] = value;
  }
  return result;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Keeps the data that a program sends; `heard(message)` gets all messages except answers.
 *
 * `link.say(message)` sends a message, `link.listen(hear)` calls `hear` with each message, and the
 * link calls `again` when it was lost.
 */
export class Talk {
  data = {};
  answers = new Map();
  number = Math.floor(Math.random() * 2 ** 40); // several boards of a notebook hear one another

  constructor(link, heard) {
    this.link = link;
    link.listen((message) => this.hear(message, heard));
    link.again = () => this.hello();
  }

  /** Ask for all data. */
  hello() {
    this.say({ do: "hello" });
  }

  /** Say something and return the answer. */
  say(message) {
    const n = ++this.number;
    return new Promise((resolve) => {
      this.answers.set(n, resolve);
      this.link.say({ ...message, n });
    });
  }

  hear(message, heard) {
    const { re, whole, patch } = message;
    if (re !== undefined) {
      this.answers.get(re)?.(message);
      this.answers.delete(re);
      return;
    }
    if (whole || patch) this.data = whole || patched(this.data, patch);
    heard(message);
  }
}
