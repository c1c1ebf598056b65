// What is said of a seat, to who hears the page or points at it.
import type { Count, SeatView } from "../messages";
import { inBlinds } from "../parts/numbers";

/** A count as a percentage without its sign; a dash while there is none. */
export function rate(count: Count): string {
  return count.chances ? String(Math.round((100 * count.done) / count.chances)) : "–";
}

/** The colour of the last action: that of folding, calling or raising. */
export function toneOf(seat: SeatView): "fold" | "call" | "raise" {
  if (/^(fold|muck|blind|post)/i.test(seat.last)) return "fold";
  return /^(raise|bet|all)/i.test(seat.last) ? "raise" : "call";
}

/** The whole seat in a sentence. */
export function seatLabel(seat: SeatView, bigBlind: number, own: boolean, turn: boolean): string {
  return [
    own ? `${seat.name}, your seat` : seat.name,
    seat.position,
    `${inBlinds(seat.stack, bigBlind)} big blinds`,
    seat.bet ? `bet ${inBlinds(seat.bet, bigBlind)}` : "",
    seat.folded ? "folded" : seat.all_in ? "all in" : seat.last,
    turn ? "to act" : "",
    seat.won ? `won ${inBlinds(seat.won, bigBlind)} big blinds` : "",
    seat.made,
  ].filter(Boolean).join(", ");
}

/** What he is, the way he plays, and how often he plays and raises, with the counts. */
export function habits(seat: SeatView): string {
  const { vpip, pfr } = seat;
  return (
    `${seat.way ? `${seat.way} ` : ""}${seat.kind ? `${seat.kind}. ` : ""}VPIP ${rate(vpip)} % (${vpip.done} of ${vpip.chances} hands), ` +
    `PFR ${rate(pfr)} % (${pfr.done} of ${pfr.chances})`
  );
}
