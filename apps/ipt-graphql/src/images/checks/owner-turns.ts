import { IPT_ERRORS } from '../../errors/ipt-errors.js';

interface Turns {
  isRunning: boolean;
  readonly waiting: (() => void)[];
}

export interface OwnerTurnsOptions {
  /** Tasks that run at once; of one owner only one, so that nobody keeps the others out. */
  readonly running: number;
  /** Tasks of one owner that wait; more are refused. */
  readonly waiting: number;
  /** What is checked, in words, for the refusal. */
  readonly of: string;
}

/** Tasks that take much, a few at once: the turns of owners take turns. */
export class OwnerTurns {
  #running = 0;
  /** By owner, who comes after the others again with each task that was done. */
  readonly #owners = new Map<string, Turns>();

  constructor(private readonly options: OwnerTurnsOptions) {}

  /** @throws {Problem} `METADATA_UPLOAD_FAILED` when too many of the owner wait; what the task throws */
  async take<T>(owner: string, task: () => Promise<T>): Promise<T> {
    await this.#turn(owner);
    try {
      return await task();
    } finally {
      this.#end(owner);
    }
  }

  async #turn(owner: string): Promise<void> {
    const turns = this.#owners.get(owner) ?? { isRunning: false, waiting: [] };
    if (turns.waiting.length >= this.options.waiting) {
      throw IPT_ERRORS.metadataUploadFailed({
        message: `Too many of your ${this.options.of} wait to be checked. Try again in some seconds.`,
      });
    }
    this.#owners.set(owner, turns);
    const turn = new Promise<void>((resolve) => turns.waiting.push(resolve));
    this.#next();
    await turn;
  }

  #end(owner: string): void {
    const turns = this.#owners.get(owner);
    this.#owners.delete(owner);
    // Behind those of the others.
    if (turns !== undefined && turns.waiting.length > 0) {
      this.#owners.set(owner, { ...turns, isRunning: false });
    }
    this.#running -= 1;
    this.#next();
  }

  #next(): void {
    for (const turns of this.#owners.values()) {
      if (this.#running >= this.options.running) return;
      const start = turns.isRunning ? undefined : turns.waiting.shift();
      if (start === undefined) continue;
      turns.isRunning = true;
      this.#running += 1;
      start();
    }
  }
}
