import type { Observer } from '../observability/observer.js';

export interface WorkerOptions {
  /** In logs, when it fails. */
  readonly name: string;
  /** Longest pause between two looks for work. */
  readonly pollMs: number;
  /** Does some work. @returns whether there may be more at once */
  readonly work: () => Promise<boolean>;
  readonly observer: Pick<Observer, 'trouble'>;
}

/** Does what waits in the storage: at once when woken, else every now and then. */
export class Worker {
  #running: Promise<void> | undefined;
  #stopped = false;
  #isWoken = false;
  #rouse: () => void = () => undefined;

  constructor(private readonly options: WorkerOptions) {}

  start(): void {
    this.#running ??= this.#run();
  }

  wake(): void {
    this.#isWoken = true;
    this.#rouse();
  }

  /** Ends after the work in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rouse();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, pollMs, work, observer } = this.options;
    while (!this.#stopped) {
      this.#isWoken = false;
      try {
        if (await work()) continue;
      } catch (error) {
        observer.trouble(`${name}.failed`, error);
      }
      await this.#sleep(pollMs);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#stopped || this.#isWoken ? 0 : ms);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
