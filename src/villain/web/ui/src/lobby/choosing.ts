// Choosing opponents.
import type { AgentLine, Settings } from "../messages";

/** Settings with everything said. */
export type Chosen = Required<Settings>;

export const GAMES: ["nolimit" | "limit", string][] = [
  ["nolimit", "No-limit"],
  ["limit", "Limit"],
];
export const SPEEDS: [Chosen["speed"], string][] = [
  ["calm", "Calm"],
  ["normal", "Normal"],
  ["quick", "Quick"],
  ["instant", "Instant"],
];

/** The agents that play a game with so many players. */
export function playing(agents: readonly AgentLine[], betting: string, players: number): AgentLine[] {
  return agents.filter((agent) => agent.games[betting]?.includes(players));
}

/** Those that play it with another number of players only, and with how many: "huang (with 2 players)". */
export function elsewhere(agents: readonly AgentLine[], betting: string, players: number): string[] {
  return agents.flatMap((agent) => {
    const sizes = agent.games[betting];
    return sizes && !sizes.includes(players) ? [`${agent.name} (with ${sizes.join(" or ")} players)`] : [];
  });
}

/** So many opponents: those there are, then others in turn. */
export function seated(opponents: readonly string[], count: number, agents: readonly AgentLine[]): string[] {
  const names = agents.map((agent) => agent.name);
  if (!names.length) return opponents.slice(0, count);
  const kept = opponents.filter((name) => names.includes(name)).slice(0, count);
  // First those that model their opponents: they are what one comes for.
  const pool = [...agents].sort((one, two) => Number(two.models) - Number(one.models)).map((agent) => agent.name);
  while (kept.length < count) kept.push(pool[kept.length % pool.length] ?? "");
  return kept;
}

/** The same number of opponents, drawn anew; different ones as long as there are some. */
export function mixed(count: number, agents: readonly AgentLine[]): string[] {
  const drawn: string[] = [];
  let pool: string[] = [];
  while (drawn.length < count && agents.length) {
    if (!pool.length) pool = agents.map((agent) => agent.name);
    drawn.push(...pool.splice(Math.floor(Math.random() * pool.length), 1));
  }
  return drawn;
}
