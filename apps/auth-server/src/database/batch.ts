import { isInTransaction, outsideTransactions } from '@sextant/platform-data/postgres';

interface Waiting<In, Out> {
  readonly input: In;
  readonly resolve: (output: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers in the order of the inputs. */
export type BatchWork<In, Out> = (inputs: readonly In[]) => Promise<readonly Out[]>;

/**
 * Puts what is asked for at the same time into one statement.
 *
 * Alone, a call leaves at once; while statements are on their way, what arrives waits for the next
 * one. Under load that makes few large statements out of many small ones and costs an idle server
 * nothing.
 */
export class Batch<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #running = 0;
  #scheduled = false;

  /**
   * @param inFlight most statements at the same time
   * @param size most inputs in one statement
   */
  constructor(
    private readonly work: BatchWork<In, Out>,
    private readonly inFlight = 3,
    private readonly size = 200,
  ) {}

  run(input: In): Promise<Out> {
    // A transaction has a connection of its own, and shares no statement with others.
    if (isInTransaction()) return this.work([input]).then(([output]) => output as Out);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.inFlight) return;
    this.#scheduled = true;
    // Whoever is the first may begin a transaction before the last of those who share the statement is answered.
    outsideTransactions(() =>
      setImmediate(() => {
        this.#scheduled = false;
        void this.#flush();
      }),
    );
  }

  async #flush(): Promise<void> {
    const taken = this.#waiting.splice(0, this.size);
    if (taken.length === 0) return;
    this.#running += 1;
    try {
      const outputs = await this.work(taken.map(({ input }) => input));
      for (const [index, { resolve }] of taken.entries()) resolve(outputs[index] as Out);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }
}
