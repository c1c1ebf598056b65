// The players of the hand store who can be cloned: those with the most hands, by name.
import { get } from "../parts/ask";

const LEAST_HANDS = 20;
const MOST_NAMES = 300;

export const clonable = $state<{ names: string[] }>({ names: [] });

export async function loadClonable(): Promise<void> {
  try {
    const { players } = await get<{ players: { name: string }[] }>("/api/players", { least: LEAST_HANDS });
    clonable.names = [...new Set(players.map((one) => one.name))].slice(0, MOST_NAMES);
  } catch {
    // A name can be typed; the server says whether there is such a player.
  }
}
