// How much to raise to.
import type { LegalView, View } from "../messages";

export interface Preset {
  name: string;
  words: string;
  key: string;
  to: number;
}

const SHARES: [string, string, number][] = [
  ["½", "half the pot", 1 / 2],
  ["⅔", "two thirds of the pot", 2 / 3],
  ["Pot", "the pot", 1],
];

export function mayRaise(legal: LegalView | null): legal is LegalView {
  return legal !== null && legal.most > 0 && legal.most >= legal.least;
}

/** Within what is legal, whole chips. */
export function within(legal: LegalView, to: number): number {
  return Math.min(legal.most, Math.max(legal.least, Math.round(to)));
}

/** A raise by a share of the pot as it would be after a call. */
export function presets(view: View, legal: LegalView): Preset[] {
  const own = view.seats.find((seat) => seat.chair === view.you)?.bet ?? 0;
  const called = own + legal.call;
  const shares = SHARES.map(([name, words, share], index) => ({
    name,
    words,
    key: String(index + 1),
    to: within(legal, called + share * (view.pot + legal.call)),
  }));
  return [...shares, { name: "All-in", words: "all your chips", key: "4", to: legal.most }];
}

/** The slider is finer where the amounts are small. */
export function atSlider(legal: LegalView, position: number): number {
  return within(legal, legal.least + (legal.most - legal.least) * position ** 2);
}

export function sliderAt(legal: LegalView, to: number): number {
  return legal.most > legal.least ? Math.sqrt((to - legal.least) / (legal.most - legal.least)) : 1;
}
