// Numbers and words as people read them.

const MINUS = "\u2212";

// Made once: making one is slow, and a table writes fifty numbers a frame.
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Chips as big blinds: 7.5, 100, 0.5. */
export function inBlinds(chips: number, bigBlind: number): string {
  return oneDecimal.format(chips / bigBlind).replace("-", MINUS);
}

/** Big blinds with their unit. */
export function blinds(chips: number, bigBlind: number): string {
  return `${inBlinds(chips, bigBlind)}\u00a0bb`;
}

/** Chips, for the title of a number in big blinds. */
export function chips(count: number): string {
  return `${whole.format(count)} ${count === 1 ? "chip" : "chips"}`;
}

/** A count, with commas. */
export function thousands(number: number): string {
  return whole.format(number);
}

/** A number with its sign: +7.5, −3, 0. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : MINUS) + text;
}

/** A share as a percentage. Small ones keep a digit. */
export function percent(share: number | null | undefined, digits?: number): string {
  if (share === null || share === undefined || Number.isNaN(share)) return "";
  const value = 100 * share;
  if (digits === undefined && value > 0 && value < 0.01) return "< 0.01 %";
  if (digits === 0 && value > 0 && value < 0.5) return "< 1 %";
  if (digits === undefined && value < 1) return `${Number(value.toPrecision(2))} %`;
  return `${value.toFixed(digits ?? 0)} %`;
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

/** A number and how far it may be off, with no more digits than that deserves: −40 ± 120. */
export function estimate(value: number, band: number): string {
  const digits = Math.max(-3, Math.min(1, Math.ceil(-Math.log10(Math.max(band, 1e-6)) + 0.3)));
  const step = 10 ** -digits;
  const places = Math.max(0, digits);
  const to = (number: number) => Math.round(number / step) * step;
  return `${signed(to(value), places)} ± ${to(band).toFixed(places)}`;
}

/** A name as it stands at the beginning: Out of position. */
export function begun(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** "you call 2 bb" as a sentence begins; names stay as they are written. */
export function sentence(words: string): string {
  const whole = words.replaceAll(" bb", "\u00a0bb");
  return /^(you|the) /.test(whole) ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
}
