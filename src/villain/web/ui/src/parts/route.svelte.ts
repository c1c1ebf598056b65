// Which view is shown: the part of the address after #.

class Route {
  hash = $state(location.hash);

  constructor() {
    addEventListener("hashchange", () => (this.hash = location.hash));
  }

  /** The parts of the path: #/replay/abc?x=1 gives ["replay", "abc"]. */
  get parts(): string[] {
    const path = this.hash.replace(/^#\/?/, "").split("?")[0] ?? "";
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  get view(): string {
    return this.parts[0] ?? "play";
  }

  get asked(): URLSearchParams {
    return new URLSearchParams(this.hash.split("?")[1] ?? "");
  }
}

export const route = new Route();

export function go(...parts: string[]): void {
  location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
}
