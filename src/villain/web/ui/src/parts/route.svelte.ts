// Which view is shown: the part of the address after #.

const VIEWS = ["play", "replay", "study", "watch", "players"];
/** The view of an address that leads to none of them. */
export const NOWHERE = "nowhere";

/** The parts of the path; null if it cannot be read, as with a % that no number follows. */
function split(hash: string): string[] | null {
  const path = hash.replace(/^#\/?/, "").split("?")[0] ?? "";
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

class Route {
  hash = $state(location.hash);
  #parts = $derived(split(this.hash));

  constructor() {
    addEventListener("hashchange", () => (this.hash = location.hash));
  }

  /** The parts of the path: #/replay/abc?x=1 gives ["replay", "abc"]. */
  get parts(): string[] {
    return this.#parts ?? [];
  }

  get view(): string {
    const view = this.#parts ? (this.#parts[0] ?? "play") : NOWHERE;
    return VIEWS.includes(view) ? view : NOWHERE;
  }

  get asked(): URLSearchParams {
    return new URLSearchParams(this.hash.split("?")[1] ?? "");
  }
}

export const route = new Route();

export function go(...parts: string[]): void {
  location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
}
