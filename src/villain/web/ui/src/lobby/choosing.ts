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

/** A clone of a player of the hand store: his name follows. */
export const CLONE = "person:like=";

/** The agents by family, in their order. */
export function families(agents: readonly AgentLine[]): [string, AgentLine[]][] {
  const all = new Map<string, AgentLine[]>();
  for (const agent of agents) all.set(agent.family, [...(all.get(agent.family) ?? []), agent]);
  return [...all];
}

/** Whether somebody is among these agents; a clone plays whatever a person does. */
export function sits(name: string, agents: readonly AgentLine[]): boolean {
  const known = name.startsWith(CLONE) ? "person" : name;
  return agents.some((agent) => agent.name === known);
}

/** Whether both are the same opponents, in whatever order. */
export function sameOpponents(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

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

/** So many opponents: those there are, then the usual ones who are not there yet, then others in turn. */
export function seated(
  opponents: readonly string[],
  count: number,
  agents: readonly AgentLine[],
  usual: readonly string[] = [],
): string[] {
  if (!agents.length) return opponents.slice(0, count);
  const kept = opponents.filter((name) => sits(name, agents)).slice(0, count);
  const fresh = usual.filter((name) => sits(name, agents) && !kept.includes(name));
  kept.push(...fresh.slice(0, count - kept.length));
  while (kept.length < count) kept.push(agents[kept.length % agents.length]?.name ?? "");
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
