// The tables whose keys this browser holds: where it sits, and those it has left. A key is the only
// way back to a table, so none goes unless the person says so.
import type { Opened } from "../messages";
import { keep, recall } from "./kept";

/** A table that was left, and when (milliseconds). */
export interface Left extends Opened {
  at?: number;
}

export function heldTable(): Opened | null {
  return recall<Opened | null>("table", null);
}

/** The last one first. */
export function leftTables(): Left[] {
  // There was only one, once.
  const kept = recall<Left | Left[] | null>("before", null);
  return kept === null ? [] : [kept].flat();
}

/** Sit down; should another window have sat down elsewhere, that table is kept too. */
export function sitAt(opened: Opened): void {
  const held = heldTable();
  if (held && held.table !== opened.table) putAside(held);
  keep("table", { table: opened.table, key: opened.key });
}

export function leaveTable(opened: Opened): void {
  putAside(opened);
  rise(opened);
}

export function forgetTable(opened: Opened): void {
  keep("before", leftTables().filter((one) => one.table !== opened.table));
  rise(opened);
}

function putAside({ table, key }: Opened): void {
  const others = leftTables().filter((one) => one.table !== table);
  keep("before", [{ table, key, at: Date.now() }, ...others]);
}

function rise(opened: Opened): void {
  if (heldTable()?.table === opened.table) keep("table", null);
}
