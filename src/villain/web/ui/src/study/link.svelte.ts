// A study as the server has it: asked again while it is solved, and when somebody walks on.
import type { SetLock, StudyBeside, StudyCombos, StudyNode, StudyStatus } from "../messages";
import { get, post, Refused } from "../parts/ask";
import { toasts } from "../parts/toasts.svelte";

export type RunKey = StudyNode["run"];

const OFTEN = 500;
/** Milliseconds between two looks at a study that is done: it is kept while somebody looks. */
const SELDOM = 20_000;

export class StudyLink {
  status = $state.raw<StudyStatus | null>(null);
  node = $state.raw<StudyNode | null>(null);
  /** The study is gone, or never was. */
  gone = $state("");
  line = $state("");
  run = $state<RunKey>("equilibrium");
  #timer = 0;
  #closed = false;
  #asking = false;
  #wanted = "";
  #combos = new Map<string, Promise<StudyCombos>>();
  #beside = new Map<string, Promise<StudyBeside>>();

  constructor(readonly study: string) {
    void this.#tick();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  get address(): string {
    return `/api/study/${encodeURIComponent(this.study)}`;
  }

  /** Walk to a line of a solution. */
  show(line: string, run: RunKey): void {
    if (line === this.line && run === this.run && this.node) return;
    this.line = line;
    this.run = run;
    void this.#look();
  }

  combos(node: StudyNode, hand: string, player: number): Promise<StudyCombos> {
    const key = [node.version, node.run, node.line, player, hand].join("|");
    let found = this.#combos.get(key);
    if (!found) {
      if (this.#combos.size > 400) this.#combos.clear();
      found = get<StudyCombos>(`${this.address}/combos`, { hand, player, line: node.line, run: node.run });
      this.#combos.set(key, found);
    }
    return found;
  }

  beside(version: number, line: string, hand: string): Promise<StudyBeside> {
    const key = `${version}|${line}|${hand}`;
    let found = this.#beside.get(key);
    if (!found) {
      if (this.#beside.size > 200) this.#beside.clear();
      found = get<StudyBeside>(`${this.address}/beside`, { line, hand });
      this.#beside.set(key, found);
    }
    return found;
  }

  async lock(asked: SetLock): Promise<boolean> {
    return this.#say("lock", asked);
  }
  async unlock(): Promise<boolean> {
    return this.#say("unlock", {});
  }
  async dial(share: number): Promise<boolean> {
    return this.#say("dial", { share });
  }
  async goOn(): Promise<boolean> {
    return this.#say(`on?run=${this.run}`, {});
  }
  async stop(): Promise<boolean> {
    return this.#say("stop", {});
  }

  async #say(what: string, body: unknown): Promise<boolean> {
    try {
      this.#take(await post<StudyStatus>(`${this.address}/${what}`, body));
      return true;
    } catch (error) {
      toasts.blame(error);
      return false;
    } finally {
      this.#again(OFTEN);
    }
  }

  #again(after: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = window.setTimeout(() => void this.#tick(), after);
  }

  async #tick(): Promise<void> {
    try {
      this.#take(await get<StudyStatus>(this.address));
    } catch (error) {
      if (error instanceof Refused && error.message.startsWith("this study")) {
        this.gone = error.message;
        return;
      }
      if (!this.status) this.gone = error instanceof Error ? error.message : String(error);
    }
    this.#again(this.status?.working ? OFTEN : SELDOM);
  }

  #take(status: StudyStatus): void {
    this.status = status;
    if (!status.runs.some((run) => run.key === this.run)) this.run = "equilibrium";
    if (this.node?.version !== status.version || this.node.run !== this.run) void this.#look();
  }

  /** Ask what is at the line; while one question is on its way, the newest waits. */
  async #look(): Promise<void> {
    const run = this.status?.runs.find((one) => one.key === this.run);
    if (!run?.distances.length) return;
    this.#wanted = `${this.run}|${this.line}`;
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let asked = ""; asked !== this.#wanted && !this.#closed; ) {
        asked = this.#wanted;
        const found = await get<StudyNode>(`${this.address}/at`, { line: this.line, run: this.run });
        if (asked === this.#wanted) this.node = found;
      }
    } catch (error) {
      if (!this.node || !this.status?.working) toasts.blame(error);
    } finally {
      this.#asking = false;
    }
  }
}
