// The line to a table: what the server tells, and what we say.
import type { Costliest, Dial, Happened, Opened, Read, Said, Session, Told, View } from "../messages";
import { socketAddress } from "../parts/ask";
import { toasts } from "../parts/toasts.svelte";

/** There is no such table or the key is not its key; or it is there, and cannot be opened. */
const SETTLED = [4404, 4422];
const WAITS = [300, 600, 1200, 2500, 5000];
/** The session's numbers are shown at most so often (milliseconds). */
const SESSION_EVERY = 400;

export class TableLink {
  view = $state.raw<View | null>(null);
  /** What happened in the last update that was shown, in order. */
  happened = $state.raw<Happened[]>([]);
  session = $state.raw<Session | null>(null);
  read = $state.raw<Read | null>(null);
  costliest = $state.raw<Costliest | null>(null);
  dial = $state.raw<Dial | null>(null);
  open = $state(false);
  lost = $state(false);
  /** Why the server does not let us in, if it does not. */
  refusal = $state("");
  /** It will not let us in later either, unless somebody mends something. */
  settled = $state(false);
  /** More than one update came since the last frame: nothing should move. */
  hurried = $state(false);

  #socket: WebSocket | null = null;
  #closed = false;
  #tries = 0;
  #retry = 0;
  #waiting: View | null = null;
  #heard: Happened[] = [];
  #updates = 0;
  #frame = 0;
  #session: Session | null = null;
  #sessionTimer = 0;
  /** What is looked at, to be said again after a break. */
  #look: Said | null = null;
  #review: Said | null = null;

  constructor(private opened: Opened) {
    this.#connect();
  }

  get exportLinks(): { phh: string; pokerstars: string } {
    const { table, key } = this.opened;
    const link = (format: string) =>
      `/api/tables/${encodeURIComponent(table)}/export?key=${encodeURIComponent(key)}&format=${format}`;
    return { phh: link("phh"), pokerstars: link("pokerstars") };
  }

  say(said: Said): void {
    if (said.type === "look") this.#look = said;
    if (said.type === "review") this.#review = said;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
    else if (said.type === "act") toasts.say("The connection is lost; trying again.");
  }

  /** Ask once more to be let in. */
  again(): void {
    this.refusal = "";
    this.settled = false;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#sessionTimer);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    const { table, key } = this.opened;
    const path = `/api/tables/${encodeURIComponent(table)}?key=${encodeURIComponent(key)}`;
    const socket = new WebSocket(socketAddress(path));
    this.#socket = socket;
    socket.onopen = () => {
      this.open = true;
      if (this.#look) this.say(this.#look);
      if (this.#review) this.say(this.#review);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Told);
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      this.open = false;
      // A code of the server's own: it has answered, and says no.
      if (event.code >= 4000) this.refusal = event.reason || `the server refused (${event.code})`;
      this.settled = SETTLED.includes(event.code);
      this.lost = !this.settled;
      if (this.settled) return;
      const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
      this.#retry = window.setTimeout(() => this.#connect(), wait);
    };
  }

  #hear(told: Told): void {
    // Only now are we in: a socket is opened before it is refused.
    this.lost = false;
    this.refusal = "";
    this.#tries = 0;
    if (told.type === "update") {
      this.#waiting = told.view;
      this.#updates += 1;
      this.#heard = [...this.#heard, ...told.happened].slice(-12);
      if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#show());
    } else if (told.type === "read") {
      this.read = told;
    } else if (told.type === "costliest") {
      this.costliest = told;
    } else if (told.type === "dial") {
      this.dial = told;
    } else if (told.type === "session") {
      this.#session = told;
      if (this.#sessionTimer) return;
      this.session = told;
      this.#sessionTimer = window.setTimeout(() => {
        this.#sessionTimer = 0;
        this.session = this.#session;
      }, SESSION_EVERY);
    } else {
      toasts.say(told.words);
    }
  }

  /** Once a frame, show the newest table; what came between is not drawn. */
  #show(): void {
    this.#frame = 0;
    this.hurried = this.#updates > 1;
    this.happened = this.#heard;
    this.view = this.#waiting;
    this.#updates = 0;
    this.#heard = [];
  }
}
