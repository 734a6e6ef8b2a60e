/** Texts that were asked for together and are answered together, or fail together. */
export class Batch {
  readonly #answers: string[] = [];
  readonly #settle: BatchOutcome;
  #missing: number;
  #isSettled = false;

  /** @param texts at least one */
  constructor(
    readonly texts: readonly string[],
    settle: BatchOutcome,
  ) {
    this.#missing = texts.length;
    this.#settle = settle;
  }

  /** Answered, failed or given up: nobody waits for its texts any more. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  answer(index: number, text: string): void {
    this.#answers[index] = text;
    this.#missing -= 1;
    if (this.#missing > 0 || this.#isSettled) return;
    this.#isSettled = true;
    this.#settle.answered(this.#answers);
  }

  fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#settle.failed(error);
  }
}

export interface BatchOutcome {
  answered(answers: readonly string[]): void;
  failed(error: unknown): void;
}

/** One text of a batch. */
export interface Item {
  readonly batch: Batch;
  readonly index: number;
  readonly text: string;
}

interface Waiting {
  readonly batch: Batch;
  next: number;
  characters: number;
}

/**
 * Takes turns between batches, so that a short request does not wait for the whole of a long one.
 *
 * Within a batch the order is kept. O(1) for each item.
 */
export class BatchQueue {
  readonly #waiting: Waiting[] = [];
  #turn = 0;
  #characters = 0;

  /** UTF-16 code units that wait to be sent. */
  get characters(): number {
    return this.#characters;
  }

  add(batch: Batch): void {
    const characters = batch.texts.reduce((sum, text) => sum + text.length, 0);
    this.#waiting.push({ batch, next: 0, characters });
    this.#characters += characters;
  }

  /** The next text of the batch whose turn it is. */
  take(): Item | undefined {
    const waiting = this.#waiting[this.#turn % Math.max(1, this.#waiting.length)];
    if (waiting === undefined) return undefined;
    const { batch, next: index } = waiting;
    const text = batch.texts[index] ?? '';
    this.#characters -= text.length;
    waiting.characters -= text.length;
    waiting.next += 1;
    this.#turn = (this.#turn % this.#waiting.length) + 1;
    if (waiting.next >= batch.texts.length) this.drop(batch);
    return { batch, index, text };
  }

  /** Forgets what is left of a batch. */
  drop(batch: Batch): void {
    const at = this.#waiting.findIndex((waiting) => waiting.batch === batch);
    const waiting = this.#waiting[at];
    if (waiting === undefined) return;
    this.#characters -= waiting.characters;
    this.#waiting.splice(at, 1);
    if (at < this.#turn) this.#turn -= 1;
  }
}
