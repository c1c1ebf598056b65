// What the server tells of a player: the same as `villain profile --json`, and his winnings.

export interface PlayerRow {
  name: string;
  site: string;
  hands: number;
  bb_per_100: number | null;
  vpip: number | null;
  pfr: number | null;
  afq: number | null;
}

export interface ProfileLine {
  key: string;
  name: string;
  definition: string;
  done: number;
  chances: number;
  rate: number | null;
  low: number | null;
  high: number | null;
  shrunk: number | null;
  shrunk_low: number | null;
  shrunk_high: number | null;
  population: number | null;
}

export interface Profile {
  name: string;
  site: string;
  hands: number;
  bb_per_100: { mean: number; low: number; high: number };
  games: Record<string, unknown>[];
  style: { words: string; probabilities: Record<string, number> };
  statistics: ProfileLine[];
  positions: Record<string, Record<string, number | [number, number]>>;
  leaks: string[];
  winnings?: {
    net: number[];
    expected: number[];
    at_showdown: number[];
    without_showdown: number[];
    hands_at: number[];
  } | null;
}
