// What the person has chosen for this browser: light or dark, motion, hints.
import { keep, recall } from "./kept";

export type Theme = "system" | "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Choices {
  theme = $state<Theme>(recall<Theme>("theme", "system"));
  motion = $state<boolean>(recall("motion", true));
  hints = $state<boolean>(recall("hints", true));
  systemDark = $state(system.matches);
  systemCalm = $state(calm.matches);

  constructor() {
    system.addEventListener("change", (event) => (this.systemDark = event.matches));
    calm.addEventListener("change", (event) => (this.systemCalm = event.matches));
  }

  get dark(): boolean {
    return this.theme === "system" ? this.systemDark : this.theme === "dark";
  }

  /** Whether cards and chips may move. */
  get moving(): boolean {
    return this.motion && !this.systemCalm;
  }

  /** Put the choices where the style sheet sees them, and keep them. */
  apply(): void {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    document.documentElement.dataset.motion = this.motion ? "on" : "off";
    keep("theme", this.theme);
    keep("motion", this.motion);
    keep("hints", this.hints);
  }
}

export const choices = new Choices();
