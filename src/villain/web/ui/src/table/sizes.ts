// How much to raise to.
import type { LegalView, SizeView } from "../messages";

export interface Preset extends SizeView {
  key: string;
  /** It would be the same as one before it. */
  spare: boolean;
}

export function mayRaise(legal: LegalView | null): legal is LegalView {
  return legal !== null && legal.most > 0 && legal.most >= legal.least;
}

/** Within what is legal, whole chips. */
export function within(legal: LegalView, to: number): number {
  return Math.min(legal.most, Math.max(legal.least, Math.round(to)));
}

/** The sizes that are offered; of several that come to the same the last is left. */
export function presets(legal: LegalView): Preset[] {
  return legal.sizes.map((size, index) => ({
    ...size,
    key: String(index + 1),
    spare: legal.sizes.slice(index + 1).some((later) => later.to === size.to),
  }));
}

/** What a raise begins with: 2.5 times the bet, half the pot. */
export function usual(legal: LegalView): number {
  return legal.sizes[legal.sizes.length > 2 ? 1 : 0]?.to ?? legal.least;
}

/** The slider is finer where the amounts are small. */
export function atSlider(legal: LegalView, position: number): number {
  return within(legal, legal.least + (legal.most - legal.least) * position ** 2);
}

export function sliderAt(legal: LegalView, to: number): number {
  return legal.most > legal.least ? Math.sqrt((to - legal.least) / (legal.most - legal.least)) : 1;
}
