// Hands, piles and bags: what lies beside the board.

import { cardPicture } from "./cards.js";
import { button, element, hinted } from "./elements.js";
import { chip, piecePicture } from "./pieces.js";
import { contentsOf, numbersOf } from "./scene.js";

// Of a hand nobody may choose from, more places than these are told by their number alone.
const FEW = 8;

/** Return all hands of a scene, those of who looks or moves first. */
export function handsOf(scene, seat, open, picked, press, shownAt = new Map(), hints = {}) {
  const view = { scene, open, picked, press, shownAt, hints };
  const own = seat || scene.mover;
  const rank = (hand) => (hand.owner === own ? 0 : hand.owner ? 2 : 1);
  const order = scene.hands.map((hand, n) => [rank(hand), n, hand]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return tablesOf(scene, order.map(([, , hand]) => handOf(view, hand, seat)).filter(Boolean));
}

/**
 * Return the place of a player's hand that stands for one that is pressed: itself, or one that can
 * be chosen and has a piece that looks the same.
 */
export function likeness(scene, open, picked, place) {
  const what = scene.piles[place]?.[0];
  if (!what || open.has(place) || picked.includes(place)) return place;
  const hand = scene.hands.find((one) => one.owner && one.owner === scene.mover && one.places.includes(place));
  if (!hand || hand.rows.some((row) => row.places.includes(place))) return place;
  const look = lookOf(scene, what);
  return hand.places.find((one) => open.has(one) && scene.piles[one]?.[0] && lookOf(scene, scene.piles[one][0]) === look) || place;
}

/** Return what can be seen of a component, and its name but for a number. */
function lookOf(scene, what) {
  const { title, fill, form, figure, written, tile, faces, signs, parts, card } = scene.kinds[what - 1];
  const stem = figure || card ? title.replace(/ \d+$/, "") : title;
  return JSON.stringify([stem, fill, form, figure, written, tile, faces, signs, parts, card]);
}

function handOf(view, hand, seat) {
  const { scene } = view;
  const title = titleOf(hand, seat);
  const rowed = new Set(hand.rows.flatMap((row) => [...row.places, ...row.upon]));
  const rest = hand.places.filter((place) => !rowed.has(place));
  const rows = hand.rows.map((row) => rowOf(view, row));
  const content = contentOf(view, hand, rest, seat);
  if (!rows.length && !content) return null;
  const classes = ["hand", hand.owner && hand.owner === scene.mover ? "mover" : "", hand.pile ? "pile-of-cards" : ""];
  const who = hand.owner ? [chip(scene.colours[hand.owner - 1], hand.owner)] : [];
  const heading = rows.length ? [] : [element("span", { class: "title" }, ...who, title)];
  const attributes = { class: classes.join(" "), role: "group", "aria-label": title, "data-owner": hand.owner };
  return element("div", attributes, ...heading, ...rows, ...(content || []));
}

/** Return the hands of each player together, where there are cards. */
export function tablesOf(scene, hands) {
  if (!scene.kinds.some((kind) => kind.card)) return hands;
  const tables = new Map();
  for (const hand of hands) {
    const owner = hand.getAttribute("data-owner");
    if (!tables.has(owner)) tables.set(owner, element("div", { class: "table-of", "data-owner": owner }));
    tables.get(owner).append(hand);
  }
  return [...tables.values()];
}

/** Return what people call a hand. */
function titleOf(hand, seat) {
  if (!hand.owner) return hand.title;
  if (hand.owner === seat) return `Your ${hand.title.toLowerCase()}`;
  return `${hand.title} of player ${hand.owner}`;
}

/** Return a hand's places as buttons, or how much is in it where nobody can choose or see. */
function contentOf(view, hand, places, seat) {
  const { scene, open } = view;
  const held = places.filter((place) => place in scene.piles || open.has(place));
  if (!held.length) return hand.pile || hand.rows.length ? null : [element("span", { class: "count-of" }, "empty")];
  const chosen = held.some((place) => open.has(place));
  const covered = held.every((place) => !scene.piles[place]?.[0]);
  const cards = scene.kinds.some((kind) => kind.card);
  if (!chosen && hand.pile && covered) {
    return [cardPicture(scene, [0, 1]), element("span", { class: "count-of" }, `×${hand.size}`)];
  }
  if (!chosen && covered && !hand.owner) return [element("span", { class: "count-of" }, "face down")];
  const many = held.length > FEW && !hand.owner;
  if (!chosen && many) {
    const lines = held.map((place) => handPlace(view, place));
    return [element("details", { class: "bag" }, element("summary", {}, `${numberIn(scene, held)} ${hand.pile ? "cards" : "left"}`), ...lines)];
  }
  if (cards && hand.owner && hand.owner !== seat && covered && !chosen) return backsOf(scene, held);
  return [element("div", { class: "places" }, ...held.map((place) => handPlace(view, place)))];
}

/** Return the backs of cards that the seat may not see, in a fan, with their number. */
function backsOf(scene, held) {
  const fan = held.slice(0, FEW).map(() => cardPicture(scene, [0, 1]));
  return [element("div", { class: "fan" }, ...fan), element("span", { class: "count-of" }, `×${held.length}`)];
}

function numberIn(scene, places) {
  return places.reduce((sum, place) => sum + (scene.piles[place] ? numbersOf(scene.piles[place]).count : 0), 0);
}

/** Return a row of a hand, with what stands upon its places. */
function rowOf(view, row) {
  const { scene, open } = view;
  if (row.folded) {
    const count = numberIn(scene, row.places);
    return element("p", { class: "count-of" }, `${row.title}: ${count} left`);
  }
  const places = row.places.map((place, n) => {
    const upon = row.upon[n];
    const target = upon !== undefined && open.has(upon) ? upon : place;
    if (!(place in scene.piles) && !open.has(target) && !(upon in scene.piles)) return "";
    const control = handPlace(view, target, place);
    if (upon in scene.piles) {
      const standing = piecePicture(scene, scene.piles[upon], 4);
      standing.classList.add("standing");
      control.append(standing);
      control.setAttribute("aria-label", `${control.getAttribute("aria-label")}, ${contentsOf(scene, upon)} on it`);
    }
    const number = place in scene.piles ? orderOf(scene.kinds[scene.piles[place][0] - 1]) : "";
    if (number) control.append(element("span", { class: "number-of" }, number));
    return control;
  });
  const waits = row.upon.some((place) => place in scene.piles) && !row.places.some((place) => place in scene.piles);
  const note = waits ? [element("span", { class: "count-of" }, "nothing lies here yet; these choose first, from left to right")] : [];
  return element(
    "div",
    { class: "line-of-tiles", role: "group", "aria-label": row.title },
    element("span", { class: "title" }, row.title),
    element("div", { class: "places" }, ...places.filter(Boolean)),
    ...note,
  );
}

/** Return the number of a large tile, by which those of a line are in order; "" without one. */
function orderOf(kind) {
  return kind?.parts.length && kind.title.endsWith(` ${Number(kind.mark)}`) ? String(Number(kind.mark)) : "";
}

/** Return the button of a place; `lies` is the place of what is shown on it. */
function handPlace({ scene, open, picked, press, shownAt, hints }, place, lies = place) {
  const pile = scene.piles[lies];
  const words = [contentsOf(scene, lies)];
  const used = scene.used.includes(place);
  const stands = likeness(scene, open, picked, place);
  const opens = open.has(stands);
  const shown = [...shownAt].some(([real, at]) => picked.includes(real) && at === place) || (picked.includes(place) && (shownAt.get(place) || place) === place);
  if (used) words.push("used");
  if (opens) words.push("can be played");
  const control = button("", () => press(place), {
    "data-place": place,
    "aria-label": words.join(", "),
    title: words[0],
    "aria-pressed": String(shown),
    class: [opens ? "open" : "", shown ? "picked" : ""].join(" "),
  });
  if (stands !== place) control.setAttribute("data-stands-for", stands);
  if (pile) control.append(...pictured(scene, pile));
  if (control.querySelector(".icon.card, .icon .disc .mark")) {
    // A name in other words than those on the card or the piece has to be text, not an attribute.
    control.append(element("span", { class: "said" }, words.join(", ")));
    control.removeAttribute("aria-label");
  }
  if (used) control.querySelector(".icon").classList.add("used");
  hinted(control, hints[stands]);
  return control;
}

/** Return one of the pieces of a place, and how many there are; all of a stack. */
function pictured(scene, pile) {
  const { what, count, state, rotation, value, below } = numbersOf(pile);
  const isCard = scene.kinds[what - 1]?.card || (!what && scene.kinds.some((kind) => kind.card));
  const one = [what, 1, state, rotation, value];
  const many = count > 1 && !below.length ? [element("span", { class: "many" }, `×${count}`)] : [];
  if (isCard) return [cardPicture(scene, one), ...many];
  const corners = Object.values(scene.shapes)[0]?.length / 2 || 4;
  return [piecePicture(scene, many.length ? one : pile, corners), ...many];
}
