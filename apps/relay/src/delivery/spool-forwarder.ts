import { sizeOf, type RelayEvent, type StoredEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import type { Spool } from '../spool/spool.js';

export interface SpoolForwarderUses {
  /** Where the events are until somebody else has them. */
  readonly spool: Pick<Spool, 'unrouted' | 'route'>;
  /** Resolves when they are stored elsewhere. */
  readonly take: (events: readonly RelayEvent[]) => Promise<void>;
  readonly observer: Pick<Observer, 'trouble'>;
  /** Nothing is left. */
  readonly emptied?: () => void;
}

/** Read at a time: few at first and after large ones, since nobody knows how large the next are. */
const FIRST_READ = 10;
const AT_ONCE = 100;
const HEAVY_BYTES = 4 * 1024 * 1024;
/** Given at a time. Whoever takes it has a bound on what waits, and would refuse more for ever. */
const MAX_TAKE_BYTES = 16 * 1024 * 1024;
const RETRY_MS = 1000;

/**
 * Brings events from one spool to another, oldest first. They are forgotten here once they are stored
 * there: a crash in between brings them twice, and never not at all.
 */
export class SpoolForwarder {
  #running: Promise<boolean> | undefined;
  #isAsked = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #readAtOnce = FIRST_READ;

  constructor(private readonly uses: SpoolForwarderUses) {}

  /** There is something. */
  start(): void {
    if (this.#isOver) return;
    this.#isAsked = true;
    // Who refused a moment ago is asked when the pause is over, however much comes meanwhile.
    if (this.#timer !== undefined) return;
    this.#running ??= this.#run();
  }

  /** Brings what is left, unless nobody takes it: then it stays for the next start. */
  async close(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#bring();
  }

  /** @returns whether all of it was taken */
  async #run(): Promise<boolean> {
    let isTaken = true;
    while (this.#isAsked && isTaken) {
      this.#isAsked = false;
      isTaken = await this.#bring();
    }
    this.#running = undefined;
    if (isTaken) this.uses.emptied?.();
    if (!isTaken && !this.#isOver) this.#timer = setTimeout(() => this.#again(), RETRY_MS);
    return isTaken;
  }

  #again(): void {
    this.#timer = undefined;
    this.start();
  }

  async #bring(): Promise<boolean> {
    const { spool, observer } = this.uses;
    try {
      for (;;) {
        const stored = await spool.unrouted(this.#readAtOnce);
        if (stored.length === 0) return true;
        const isHeavy = bytesOf(stored) > HEAVY_BYTES;
        this.#readAtOnce = isHeavy ? FIRST_READ : Math.min(AT_ONCE, this.#readAtOnce * 2);
        for (const portion of portionsOf(stored)) await this.#give(portion);
      }
    } catch (error) {
      observer.trouble('reviews.not_taken_over', error);
      return false;
    }
  }

  async #give(stored: readonly StoredEvent[]): Promise<void> {
    const { spool, take } = this.uses;
    await take(stored.map(({ event }) => event));
    await spool.route({ seqs: stored.map(({ seq }) => seq), deliveries: [], deadLetters: [] });
  }
}

const bytesOf = (stored: readonly StoredEvent[]): number =>
  stored.reduce((sum, { event }) => sum + sizeOf(event), 0);

/** One after the other, each within the bound; one event alone may be larger. */
function portionsOf(stored: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] {
  const portions: StoredEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of stored) {
    bytes += sizeOf(one.event);
    if (bytes > MAX_TAKE_BYTES) {
      portions.push([]);
      bytes = sizeOf(one.event);
    }
    portions.at(-1)?.push(one);
  }
  return portions;
}
