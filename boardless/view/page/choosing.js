// From clicks to moves: a place, or one after the other, and a choice where several moves are left.

/** Return the moves, as texts, that go on from the places picked so far. */
export function candidates(scene, picked) {
  return Object.keys(scene.moves).filter((text) => {
    const places = scene.moves[text][0];
    return picked.length < places.length && picked.every((place, n) => places[n] === place);
  });
}

/** Return the places that may be clicked next. */
export function openPlaces(scene, picked) {
  const next = candidates(scene, picked).map((text) => scene.moves[text][0][picked.length]);
  return new Set(next);
}

/** Return the moves that need no place: pass, swap. */
export function placeless(scene) {
  return Object.keys(scene.moves).filter((text) => scene.moves[text][0].length === 0);
}

/**
 * Return what a click on a place means: `moves` are complete, and `picked` are the places picked
 * from then on. Clicking what was picked last puts it back.
 */
export function click(scene, picked, place) {
  if (picked.at(-1) === place) return { picked: picked.slice(0, -1), moves: [], known: true };
  let before = picked;
  let found = candidates(scene, before).filter(
    (text) => scene.moves[text][0][before.length] === place,
  );
  if (!found.length && before.length) {
    before = [];
    found = candidates(scene, before).filter((text) => scene.moves[text][0][0] === place);
  }
  if (!found.length) return { picked: [], moves: [], known: false };
  const now = [...before, place];
  const moves = found.filter((text) => scene.moves[text][0].length === now.length);
  return { picked: moves.length === 1 && found.length === 1 ? [] : now, moves, known: true };
}
