// Opening a spot from elsewhere: from a step of a replayed hand, or from the table.
import type { Opened, StudyStarted, View } from "../messages";
import { post } from "../parts/ask";
import { go } from "../parts/route.svelte";

/** Why what is on a table cannot be studied; nothing if it can. */
export function whyNot(view: View): string {
  const left = view.seats.filter((seat) => !seat.folded);
  if (view.over || left.length < 2) return "The hand is over: there is nothing left to decide.";
  if (left.length > 2) return `${left.length} players are still in; a spot can be studied when two are left.`;
  if (view.street === 0) return "A spot can be studied from the flop on.";
  if (view.turn === null) return "Nobody is to act here any more: the rest is up to the cards.";
  return "";
}

export async function studyHand(text: string, step: number): Promise<void> {
  const { study } = await post<StudyStarted>("/api/study/hand", { text, step });
  go("study", study);
}

export async function studyTable({ table, key }: Opened, reader: string): Promise<void> {
  const asked = new URLSearchParams({ key, reader });
  const { study } = await post<StudyStarted>(`/api/tables/${encodeURIComponent(table)}/study?${asked}`, {});
  go("study", study);
}
