// What a person is called, from page to page of this browser.

const NAME = "boardless name";

/** Return what the reader was called last. */
export function remembered() {
  try {
    return localStorage.getItem(NAME) || "";
  } catch {
    return ""; // nothing is kept where nothing may be
  }
}

/** Keep what the reader is called. */
export function remember(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Then he is asked again.
  }
}
