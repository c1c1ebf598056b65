// The colours of moves as solvers have them: folds blue, checks and calls green, bets red and the
// darker the larger. Values and equities go from red over amber to green.

export interface Coloured {
  kind: string;
  shade: number;
}

/** The colour of a move; of a bet it is between a light and a dark red. */
export function moveColour({ kind, shade }: Coloured): string {
  if (kind === "fold") return "var(--move-fold)";
  if (kind === "check" || kind === "call") return "var(--move-call)";
  return `color-mix(in oklab, var(--move-large) ${Math.round(100 * shade)}%, var(--move-small))`;
}

/** Stripes side by side, as wide as the shares; each is [colour, share]. */
export function stripes(parts: readonly [string, number][]): string {
  const total = parts.reduce((sum, [, share]) => sum + share, 0);
  if (total <= 0) return "none";
  let at = 0;
  const stops = parts
    .filter(([, share]) => share > 0)
    .map(([colour, share]) => {
      const from = at;
      at += (100 * share) / total;
      return `${colour} ${from.toFixed(2)}% ${at.toFixed(2)}%`;
    });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** A colour for where a number lies between a low and a high one. */
export function heat(value: number, low: number, high: number): string {
  const at = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
  const [one, two, part] = at < 0.5 ? ["--heat-low", "--heat-mid", at * 2] : ["--heat-mid", "--heat-high", at * 2 - 1];
  return `color-mix(in oklab, var(${two}) ${Math.round(100 * part)}%, var(${one}))`;
}
