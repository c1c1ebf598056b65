// Quiet notes at the edge of the page, gone after some seconds.

interface Toast {
  id: number;
  words: string;
}

class Toasts {
  list = $state<Toast[]>([]);
  #next = 0;

  say(words: string): void {
    if (this.list.some((toast) => toast.words === words)) return;
    const id = this.#next++;
    this.list = [...this.list.slice(-2), { id, words }];
    setTimeout(() => this.drop(id), 6000);
  }

  /** Say what went wrong, whatever was thrown. */
  blame(error: unknown): void {
    this.say(error instanceof Error ? error.message : "Something went wrong; reload the page.");
  }

  /** What was said on one page is not for the next. */
  clear(): void {
    this.list = [];
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
