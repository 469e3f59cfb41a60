// Pieces as figures of our own, by what they are called; drawn in a square from -50 to 50.

// Each figure is a list of paths, filled with the colour of the piece and outlined.
const CROWN = ["M-32,26h64v10h-64z", "M-34,20L-38,-18L-19,2L0,-28L19,2L38,-18L34,20z"];
const BODY = "c-14,8 -18,18 -20,26h40c-2,-8 -6,-18 -20,-26z";
const BASE = "M-30,38h60v-8q-4,-6 -10,-6h-40q-6,0 -10,6z";
const FIGURES = {
  pawn: [BASE, `M0,-4${BODY}`, "M-14,-16a14,14 0 1,0 28,0a14,14 0 1,0 -28,0z"],
  rook: [BASE, "M-20,24L-16,-8H16L20,24z", "M-24,-8v-24h12v9h7v-9h10v9h7v-9h12v24z"],
  knight: [BASE, "M-22,24c0,-16 12,-20 12,-30l-14,6l-8,-8c8,-14 14,-24 28,-28l4,-8l6,8c16,6 20,24 18,60z"],
  bishop: [BASE, "M-18,24c0,-6 8,-8 8,-14h20c0,6 8,8 8,14z", "M0,-34c16,12 20,22 18,32q-2,10 -18,10q-16,0 -18,-10c-2,-10 2,-20 18,-32z", "M-5,-40a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z"],
  queen: [BASE, "M-22,24L-34,-18L-17,2L-12,-30L0,0L12,-30L17,2L34,-18L22,24z"],
  king: [BASE, "M-22,24C-40,0 -30,-14 -16,-14C-8,-14 0,-6 0,2C0,-6 8,-14 16,-14C30,-14 40,0 22,24z", "M-4,-12v-10h-9v-8h9v-10h8v10h9v8h-9v10z"],
  crown: CROWN,
  castle: ["M-34,36V-6h68V36h-24V16a10,10 0 0,0 -20,0V36z", "M-34,-6V-30h14v10h12v-10h16v10h12v-10h14V-6z"],
  meeple: ["M0,-38a13,13 0 0,1 11,20c12,4 26,10 26,18c0,6 -10,6 -18,5c4,10 12,22 12,28c0,3 -3,4 -6,4h-16l-9,-16l-9,16h-16c-3,0 -6,-1 -6,-4c0,-6 8,-18 12,-28c-8,1 -18,1 -18,-5c0,-8 14,-14 26,-18a13,13 0 0,1 11,-20z"],
  bee: ["M-6,-10C-40,-44 -52,-8 -10,4z", "M6,-10C40,-44 52,-8 10,4z", "M0,-24c16,0 18,20 16,34c-2,16 -8,26 -16,30c-8,-4 -14,-14 -16,-30c-2,-14 0,-34 16,-34z", "M-16,2h32v8h-32z", "M-14,20h28l-4,8h-20z", "M-10,-30a10,10 0 1,0 20,0a10,10 0 1,0 -20,0z"],
  spider: ["M-14,8a14,16 0 1,0 28,0a14,16 0 1,0 -28,0z", "M-9,-14a9,9 0 1,0 18,0a9,9 0 1,0 -18,0z", "M-10,-2L-34,-14L-42,2L-32,-8L-11,3z", "M10,-2L34,-14L42,2L32,-8L11,3z", "M-12,8L-36,6L-44,24L-32,12L-12,13z", "M12,8L36,6L44,24L32,12L12,13z", "M-8,-10L-26,-32L-36,-24L-26,-26L-10,-5z", "M8,-10L26,-32L36,-24L26,-26L10,-5z", "M-8,18L-26,30L-24,44L-21,33L-5,23z", "M8,18L26,30L24,44L21,33L5,23z"],
  beetle: ["M-26,4C-26,-18 -14,-22 0,-22C14,-22 26,-18 26,4C26,26 12,38 0,38C-12,38 -26,26 -26,4z", "M-2,-20h4v58h-4z", "M-13,-24a13,11 0 0,1 26,0z", "M-8,-32L-16,-46L-12,-47L-3,-34z", "M8,-32L16,-46L12,-47L3,-34z", "M-26,0L-42,-8v5l16,9z", "M26,0L42,-8v5l-16,9z", "M-24,18L-40,28v5l18,-9z", "M24,18L40,28v5l-18,-9z"],
  grasshopper: ["M-42,10C-30,-8 10,-16 38,-2C30,14 -20,22 -42,10z", "M-6,2L10,-38L26,8L20,8L10,-22L2,4z", "M10,-38L36,36h-7L4,-30z", "M-30,8L-38,34h6L-24,12z", "M-14,12L-20,36h6L-8,13z", "M-38,0L-48,-24h4L-33,-4z"],
  ant: ["M-10,-26a10,10 0 1,0 20,0a10,10 0 1,0 -20,0z", "M-8,-4a8,12 0 1,0 16,0a8,12 0 1,0 -16,0z", "M-13,24a13,18 0 1,0 26,0a13,18 0 1,0 -26,0z", "M-6,-33L-18,-46h4L-3,-35z", "M6,-33L18,-46h-4L3,-35z", "M-7,-10L-36,-22v5L-8,-3z", "M7,-10L36,-22v5L8,-3z", "M-8,-3L-40,4v5L-8,4z", "M8,-3L40,4v5L8,4z", "M-7,4L-32,36h6L-4,10z", "M7,4L32,36h-6L4,10z"],
  mosquito: ["M-6,-8C-40,-34 -48,0 -8,4z", "M6,-8C40,-34 48,0 8,4z", "M-6,-18h12v34l-6,26l-6,-26z", "M-7,-24a7,7 0 1,0 14,0a7,7 0 1,0 -14,0z", "M-2,-30h4v-18h-4z", "M-6,8L-28,34h6L-4,16z", "M6,8L28,34h-6L4,16z"],
  ladybug: ["M-32,8a32,28 0 1,0 64,0a32,28 0 1,0 -64,0z", "M-2,-20h4v56h-4z", "M-16,-18a16,14 0 0,1 32,0z", "M-20,2a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z", "M8,2a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z", "M-16,20a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z", "M4,20a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z"],
  pillbug: ["M-24,30C-34,-10 -16,-34 0,-34C16,-34 34,-10 24,30z", "M-25,-6h50v5h-50z", "M-28,8h56v5h-56z", "M-28,22h55v5h-55z", "M-6,-32L-14,-46h4L-1,-34z", "M6,-32L14,-46h-4L1,-34z"],
  wheat: ["M-3,40V-10h6V40z", "M0,-40c8,8 8,16 0,24c-8,-8 -8,-16 0,-24z", "M2,-10c4,-12 12,-14 20,-14c0,10 -8,18 -20,20z", "M-2,-10c-4,-12 -12,-14 -20,-14c0,10 8,18 20,20z", "M2,12c4,-12 12,-14 20,-14c0,10 -8,18 -20,20z", "M-2,12c-4,-12 -12,-14 -20,-14c0,10 8,18 20,20z"],
  forest: ["M-5,40V24h10V40z", "M0,-42L24,-8H14L32,24H-32L-14,-8H-24z"],
  water: ["M-40,-14q10,-14 20,0t20,0t20,0t20,0v8q-10,14 -20,0t-20,0t-20,0t-20,0z", "M-40,14q10,-14 20,0t20,0t20,0t20,0v8q-10,14 -20,0t-20,0t-20,0t-20,0z"],
  grass: ["M-6,32C-8,6 -20,-8 -32,-16C-22,4 -20,16 -18,32z", "M6,32C8,6 20,-8 32,-16C22,4 20,16 18,32z", "M-5,32C-8,0 0,-26 4,-36C8,-20 10,6 5,32z"],
  swamp: ["M-22,36V-10h5V36z", "M-25,-10a6,16 0 0,1 11,0z", "M-3,36V-24h6V36z", "M-7,-20a7,18 0 0,1 14,0z", "M17,36V-4h5V36z", "M14,-4a6,16 0 0,1 11,0z"],
  mine: ["M-40,-8C-24,-34 24,-34 40,-8C24,-20 -24,-20 -40,-8z", "M-5,-26h10V42h-10z"],
  seed: ["M-30,6C-26,-22 14,-34 30,-14C36,6 8,30 -14,26C-24,24 -32,18 -30,6z"],
  pyramid: ["M0,-38L36,32H-36z", "M0,-38L10,32H-10z"],
};
// Other names for the same figures, and names that have one in them.
const ALIKE = {
  castle: ["castle"], crown: ["king of a line"], meeple: ["follower", "meeple"], bee: ["queen bee", "bee"],
  knight: ["horse", "horseman"], rook: ["chariot", "tower"], seed: ["seed", "bean"], mine: ["mine"],
  forest: ["forest", "woods", "tree"], water: ["water", "lake"], grass: ["grass", "meadow"],
};
// Shogi's pieces, each by the two signs that are cut into it, or one.
const KANJI = {
  osho: "王", ginsho: "銀", kinsho: "金", fuhyo: "歩", kyosha: "香", keima: "桂", hisha: "飛", kakugyo: "角",
  tokin: "と", narikyo: "杏", narikei: "圭", narigin: "全", ryuo: "龍", ryuma: "馬", gyokusho: "玉",
};

/** Return the paths of the figure of a component by its name, none where nothing is known. */
export function figureOf(title) {
  const name = title.toLowerCase().replace(/[\s\d]+$/, "");
  for (const [figure, names] of Object.entries(ALIKE)) if (names.includes(name)) return FIGURES[figure];
  const last = name.split(" ").at(-1);
  return FIGURES[name] || FIGURES[last] || [];
}

/** Return the sign of a piece of Shogi by its name, "" of others. */
export function kanjiOf(title) {
  return KANJI[title.toLowerCase().replace(/[\s\d_]+$/, "")] || "";
}
