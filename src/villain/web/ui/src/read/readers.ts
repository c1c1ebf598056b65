// Which models read a table, and why another does not.
import type { ReaderLine } from "../messages";

const GAMES: Record<string, string> = { limit: "limit", nolimit: "no-limit" };

/** The models that read a game with so many players. */
export function readersAt(models: readonly ReaderLine[], betting: string, players: number): string[] {
  return models.filter((model) => model.games[betting]?.includes(players)).map((model) => model.name);
}

/** What a model reads instead of this table, where it does not read it: "memory:blend reads two players". */
export function elsewhere(models: readonly ReaderLine[], name: string, betting: string, players: number): string {
  const games = models.find((model) => model.name === name)?.games;
  const sizes = games?.[betting];
  if (!games || sizes?.includes(players)) return "";
  if (sizes?.length) return `${name} reads tables of ${sizes.join(" or ")} only`;
  const others = Object.keys(games).map((game) => GAMES[game] ?? game);
  return `${name} reads ${others.join(" and ")} only`;
}
