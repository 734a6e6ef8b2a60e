import { FairShares } from '@sextant/platform-http/admission';

/** Texts that were asked for together and are answered together, or fail together. */
export class Batch {
  readonly #answers: string[] = [];
  readonly #settle: BatchOutcome;
  #missing: number;
  #isSettled = false;

  /** @param texts at least one */
  constructor(
    readonly owner: string,
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
}

/** Batches of one owner, which have their turns one after the other. */
interface Line {
  readonly batches: Waiting[];
  turn: number;
  characters: number;
}

/**
 * Takes turns between owners by the characters that they were served, and between the batches of an owner, so that a short
 * request does not wait for the whole of a long one, nor for the many of somebody else.
 *
 * Within a batch the order is kept. O(owners that wait) for each item.
 */
export class BatchQueue {
  readonly #lines = new Map<string, Line>();
  readonly #shares = new FairShares();

  /** UTF-16 code units of an owner that wait to be sent. */
  charactersOf(owner: string): number {
    return this.#lines.get(owner)?.characters ?? 0;
  }

  add(batch: Batch): void {
    const line = this.#lines.get(batch.owner) ?? { batches: [], turn: 0, characters: 0 };
    line.batches.push({ batch, next: 0 });
    line.characters += lengthFrom(batch, 0);
    this.#lines.set(batch.owner, line);
  }

  /** The next text of the batch whose turn it is. */
  take(): Item | undefined {
    const owner = this.#shares.next(this.#lines.keys());
    const line = this.#lines.get(owner ?? '');
    if (line === undefined) return undefined;
    const waiting = line.batches[line.turn % line.batches.length];
    if (waiting === undefined) return undefined;
    const { batch, next: index } = waiting;
    const text = batch.texts[index] ?? '';
    this.#shares.served(batch.owner, text.length);
    line.characters -= text.length;
    waiting.next += 1;
    line.turn = (line.turn % line.batches.length) + 1;
    if (waiting.next >= batch.texts.length) this.drop(batch);
    return { batch, index, text };
  }

  /** Forgets what is left of a batch. */
  drop(batch: Batch): void {
    const line = this.#lines.get(batch.owner);
    const at = line?.batches.findIndex((waiting) => waiting.batch === batch) ?? -1;
    const waiting = line?.batches[at];
    if (line === undefined || waiting === undefined) return;
    line.characters -= lengthFrom(batch, waiting.next);
    line.batches.splice(at, 1);
    if (at < line.turn) line.turn -= 1;
    if (line.batches.length === 0) this.#lines.delete(batch.owner);
  }
}

const lengthFrom = ({ texts }: Batch, first: number): number =>
  texts.slice(first).reduce((sum, text) => sum + text.length, 0);
