// Finding one's way in a replayed hand.
import type { Frame } from "../messages";

const STREETS = ["Pre-flop", "Flop", "Turn", "River"];

/** The first step of each street that was reached: of the first, where the cards are dealt. */
export function streets(frames: readonly Frame[], start: number): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  frames.forEach((frame, at) => {
    if (at < start) return;
    const name = STREETS[frame.view.street];
    if (name && !found.some((street) => street.name === name)) found.push({ name, at });
  });
  return found;
}

/** What is believed of each chair at a step: the last range inferred up to it. */
export function rangesAt(frames: readonly Frame[], step: number): Record<string, number[]> {
  return Object.assign({}, ...frames.slice(0, step + 1).map((frame) => frame.grids)) as Record<string, number[]>;
}

/** The chair whose range was the last to be inferred up to a step. */
export function lastRead(frames: readonly Frame[], step: number): number | null {
  for (let at = Math.min(step, frames.length - 1); at >= 0; at--) {
    const read = Object.entries(frames[at]?.grids ?? {}).find(([, grid]) => grid.length === 169);
    if (read) return Number(read[0]);
  }
  return null;
}
