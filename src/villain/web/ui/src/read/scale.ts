// One scale for probability, the same as in the terminal and the pictures: viridis.

const STOPS = ["440154", "472d7b", "3b528b", "2c728e", "21918c", "28ae80", "5ec962", "addc30", "fde725"].map(
  (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)),
);

const TABLE = Array.from({ length: 101 }, (_, step) => {
  const at = (step / 100) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const mixed = [0, 1, 2].map((part) => {
    const from = STOPS[low]?.[part] ?? 0;
    const to = STOPS[low + 1]?.[part] ?? 0;
    return Math.round(from + (to - from) * (at - low));
  });
  return `rgb(${mixed.join(" ")})`;
});

export function colour(share: number): string {
  const step = Math.round(100 * Math.min(1, Math.max(0, share || 0)));
  return TABLE[step] ?? "transparent";
}

/** Dark letters on bright cells; pale where hardly anything is. */
export function ink(share: number): string {
  return share > 0.42 ? "#000000" : share >= 0.05 ? "#ffffff" : "#b9a3c9";
}

const RANKS = "AKQJT98765432";

/** The 169 starting hands, row by row. */
export const CLASSES = Array.from({ length: 169 }, (_, index) => {
  const row = Math.floor(index / 13);
  const column = index % 13;
  const [high, low] = [RANKS[Math.min(row, column)], RANKS[Math.max(row, column)]];
  return `${high}${low}${row === column ? "" : column > row ? "s" : "o"}`;
});

/** Which of the 169 two cards are, or null when they are hidden. */
export function classOf(cards: readonly string[]): number | null {
  const [one, two] = cards;
  if (!one || !two || cards.length !== 2) return null;
  const [first, second] = [RANKS.indexOf(one[0] ?? ""), RANKS.indexOf(two[0] ?? "")];
  if (first < 0 || second < 0) return null;
  const [high, low] = [Math.min(first, second), Math.max(first, second)];
  return one[1] === two[1] ? 13 * high + low : 13 * low + high;
}

const SUITS = "cdhs";

/** How many holdings of each of the 169 are left when these cards are known. */
export function combosLeft(known: readonly string[]): number[] {
  const gone = new Set(known);
  const left = (rank: string) => [...SUITS].filter((suit) => !gone.has(rank + suit));
  return CLASSES.map((name) => {
    const [high, low] = [left(name[0] ?? ""), left(name[1] ?? "")];
    const suited = high.filter((suit) => low.includes(suit)).length;
    if (name.length === 2) return (high.length * (high.length - 1)) / 2;
    return name.endsWith("s") ? suited : high.length * low.length - suited;
  });
}

/** The share of each of the 169 in a range, whose grid has the weight of one holding of each. */
export function sharesOf(grid: readonly number[], known: readonly string[]): number[] {
  const masses = combosLeft(known).map((count, index) => count * (grid[index] ?? 0));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => (total ? mass / total : 0));
}
