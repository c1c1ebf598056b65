// Numbers and words as people read them.

const MINUS = "\u2212";

function trimmed(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString("en", {
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  });
  return value < 0 && text !== "0" ? MINUS + text : text;
}

/** Chips as big blinds: 7.5, 100, 0.5. */
export function inBlinds(chips: number, bigBlind: number): string {
  return trimmed(chips / bigBlind, 1);
}

/** Big blinds with their unit. */
export function blinds(chips: number, bigBlind: number): string {
  return `${inBlinds(chips, bigBlind)} bb`;
}

/** Chips, for the title of a number in big blinds. */
export function chips(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "chip" : "chips"}`;
}

/** A number with its sign: +7.5, −3, 0. */
export function signed(value: number, digits = 1): string {
  const text = value.toFixed(digits).replace("-", MINUS);
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text === `${MINUS}${(0).toFixed(digits)}` ? (0).toFixed(digits) : text;
}

/** A share as a percentage. Small ones keep a digit. */
export function percent(share: number | null | undefined, digits?: number): string {
  if (share === null || share === undefined || Number.isNaN(share)) return "";
  const value = 100 * share;
  if (value > 0 && value < 0.01) return "< 0.01 %";
  const places = digits ?? (value !== 0 && value < 1 ? (value < 0.1 ? 2 : 1) : 0);
  return `${value.toFixed(places)} %`;
}

/** How a chance compares with that of any hand, in two parts: the number and the words. */
export function comparison(ratio: number): [string, string] {
  if (ratio >= 0.95) return [`${ratio.toFixed(ratio < 10 ? 1 : 0)} times`, "as likely as any hand"];
  const less = 1 / ratio;
  if (less >= 1000) return ["Over 1,000 times", "less likely than any hand"];
  return [`${less.toFixed(less < 10 ? 1 : 0)} times`, "less likely than any hand"];
}

/** The mean of some numbers, and 1.96 standard errors of it. */
export function meanAndBand(values: readonly number[]): { mean: number; band: number | null } {
  const n = values.length;
  if (!n) return { mean: 0, band: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, band: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, band: 1.96 * Math.sqrt(variance / n) };
}

/** "you call 2 bb" as a sentence begins; names stay as they are written. */
export function sentence(words: string): string {
  return /^(you|the) /.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
}
