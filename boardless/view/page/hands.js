// Hands, piles and bags: pieces next to the board.

import { contentsOf, numbersOf } from "./choosing.js";
import { button, element, folded, hinted } from "./elements.js";
import { chip, icon } from "./picture.js";

// If nobody may choose from a hand, more places than these are shown only as a number.
const FEW = 8;

/**
 * Return all hands of a scene: first the hands of the reader or mover; with cards, each player's
 * hands together.
 *
 * A view has `scene`, `seat`, the places that are `open` and `picked`, `press(place)`, `shownAt` and `hints` by places.
 */
export function handsOf(view) {
  const { scene, seat } = view;
  const own = seat || scene.mover;
  const rank = ({ owner }) => (owner === own ? 0 : owner ? 2 : 1);
  const ranked = [...scene.hands].sort((a, b) => rank(a) - rank(b));
  const shown = ranked.map((hand) => [hand.owner, handOf(view, hand)]).filter(([, node]) => node);
  if (!hasCards(scene)) return shown.map(([, node]) => node);
  const owners = [...new Set(shown.map(([owner]) => owner))];
  const handsOwnedBy = (player) => shown.filter(([owner]) => owner === player).map(([, node]) => node);
  return owners.map((player) => element("div.table-of", { "data-owner": player }, handsOwnedBy(player)));
}

function hasCards(scene) {
  return scene.kinds.some((kind) => kind.card);
}

/**
 * Return the place of a player's hand that stands for one that is pressed: itself, or one that can
 * be chosen and has a piece that looks the same.
 */
export function likeness(scene, open, picked, place) {
  if (!scene.piles[place]?.[0] || open.has(place) || picked.includes(place)) return place;
  const hand = scene.hands.find(({ owner, places }) => owner && owner === scene.mover && places.includes(place));
  if (!hand || hand.rows.some((row) => row.places.includes(place))) return place;
  const look = lookOf(scene, place);
  return hand.places.find((other) => open.has(other) && scene.piles[other]?.[0] && lookOf(scene, other) === look) || place;
}

/** Return the visible look of the piece on a place, and its name without the number. */
function lookOf({ kinds, piles, picture }, place) {
  const { title, figure, card } = kinds[piles[place][0] - 1];
  const stem = figure || card ? title.replace(/ \d+$/, "") : title;
  return JSON.stringify([stem, picture.symbols[picture.held[place][0].symbol].shapes]);
}

function handOf(view, hand) {
  const { scene, seat } = view;
  const title = titleOf(hand, seat);
  const rowed = new Set(hand.rows.flatMap((row) => [...row.places, ...row.upon]));
  const rest = hand.places.filter((place) => !rowed.has(place));
  const rows = hand.rows.map((row) => rowOf(view, row));
  const content = contentOf(view, hand, rest);
  if (!rows.length && !content) return null;
  const heading = element("span.title", hand.owner > 0 && chip(scene, hand.owner), title);
  const classes = ["hand", hand.owner > 0 && hand.owner === scene.mover && "mover", hand.pile && "pile-of-cards"];
  return element("div", { class: classes, role: "group", "aria-label": title }, !rows.length && heading, rows, content);
}

/** Return the display name of a hand. */
function titleOf(hand, seat) {
  if (!hand.owner) return hand.title;
  return hand.owner === seat ? `Your ${hand.title.toLowerCase()}` : `${hand.title} of player ${hand.owner}`;
}

function count(words) {
  return element("span.count-of", words);
}

/** Return a hand's places as buttons, or its number of pieces if nobody can choose or see. */
function contentOf(view, hand, places) {
  const { scene, open, seat } = view;
  const held = places.filter((place) => place in scene.piles || open.has(place));
  if (!held.length) return hand.pile || hand.rows.length ? null : [count("empty")];
  const buttons = () => held.map((place) => handPlace(view, place));
  if (!held.some((place) => open.has(place))) {
    const back = (place) => icon(scene, scene.picture.held[place], "card");
    const covered = held.every((place) => !scene.piles[place]?.[0]);
    if (hand.pile && covered) return [back(held[0]), count(`×${hand.size}`)];
    if (covered && !hand.owner) return [count("face down")];
    if (held.length > FEW && !hand.owner) {
      return [folded(`${numberIn(scene, held)} ${hand.pile ? "cards" : "left"}`, { class: "bag" }, buttons())];
    }
    if (hasCards(scene) && hand.owner && hand.owner !== seat && covered) {
      return [element("div.fan", held.slice(0, FEW).map(back)), count(`×${held.length}`)];
    }
  }
  return [element("div.places", buttons())];
}

function numberIn(scene, places) {
  return places.reduce((sum, place) => sum + (scene.piles[place] ? numbersOf(scene.piles[place]).count : 0), 0);
}

/** Return a row of a hand, with the pieces on its places. */
function rowOf(view, row) {
  const { scene, open } = view;
  const { piles, kinds, picture } = scene;
  if (row.folded) return element("p.count-of", `${row.title}: ${numberIn(scene, row.places)} left`);
  const places = row.places.map((place, n) => {
    const upon = row.upon[n];
    const target = open.has(upon) ? upon : place;
    const stands = upon in piles;
    if (!(place in piles) && !open.has(target) && !stands) return "";
    const control = handPlace(view, target, place, stands && `${contentsOf(scene, upon)} on it`);
    if (stands) control.append(icon(scene, picture.held[upon], "standing"));
    const number = place in piles ? orderOf(kinds[piles[place][0] - 1]) : "";
    if (number) control.append(element("span.number-of", number));
    return control;
  });
  const waits = row.upon.some((place) => place in piles) && !row.places.some((place) => place in piles);
  return element(
    "div.line-of-tiles",
    { role: "group", "aria-label": row.title },
    element("span.title", row.title),
    element("div.places", places),
    waits && count("nothing lies here yet; these choose first, from left to right"),
  );
}

/** Return the number of a large tile, which orders the tiles of a line; "" without one. */
function orderOf(kind) {
  return kind?.large && kind.title.endsWith(` ${Number(kind.mark)}`) ? String(Number(kind.mark)) : "";
}

/** Return the button of a place; `lies` is the place of the shown piece, and `also` is a further text. */
function handPlace({ scene, open, picked, press, shownAt, hints }, place, lies = place, also = "") {
  const stands = likeness(scene, open, picked, place);
  const pressed = [...shownAt].some(([real, at]) => picked.includes(real) && at === place) || (picked.includes(place) && (shownAt.get(place) || place) === place);
  const [used, opens] = [scene.used.includes(place), open.has(stands)];
  const contents = contentsOf(scene, lies);
  const words = [contents, used && "used", opens && "can be played", also].filter(Boolean).join(", ");
  const control = button(lies in scene.piles && pictured(scene, lies, used), () => press(place), {
    "data-place": place,
    "data-stands-for": stands === place ? undefined : stands,
    "aria-label": words,
    title: contents,
    "aria-pressed": String(pressed),
    class: [opens && "open", pressed && "picked"],
  });
  if (control.querySelector("text")) {
    // A name that differs from the words on the card or piece must be text, not an attribute.
    control.append(element("span.said", words));
    control.removeAttribute("aria-label");
  }
  return hinted(control, hints[stands]);
}

/** Return one of the pieces of a place, and how many there are; all of a stack. */
function pictured(scene, place, used) {
  const { what, count: number, below } = numbersOf(scene.piles[place]);
  const isCard = what ? scene.kinds[what - 1].card : hasCards(scene);
  const many = number > 1 && !below.length && element("span.many", `×${number}`);
  const shown = icon(scene, scene.picture.held[place], isCard && "card");
  shown.classList.toggle("used", used);
  return [shown, many];
}
