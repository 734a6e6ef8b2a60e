export interface DueLoopRound {
  /**
   * Takes what is due, and says whether it is worth looking again at once. Whatever it throws has been the round's own:
   * the loop goes on after its pause.
   */
  readonly look: () => Promise<boolean>;
  readonly failed: (error: unknown) => void;
}

const POLL_MS = 1000;

/**
 * Looks for due work until it is stopped: again at once while there is some, else after a second or when it is woken.
 * A wake that comes while it looks is kept for the end of that look.
 */
export class DueLoop {
  #isStopped = false;
  #isWoken = false;
  #running: Promise<void> | undefined;
  #rouse: () => void = () => undefined;

  constructor(private readonly round: DueLoopRound) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may be due: it is looked for at once. */
  wake(): void {
    this.#isWoken = true;
    this.#rouse();
  }

  /** Ends after the look that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rouse();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      let isMore = false;
      this.#isWoken = false;
      try {
        isMore = await this.round.look();
      } catch (error) {
        this.round.failed(error);
      }
      if (!isMore) await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    if (this.#isStopped || this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
