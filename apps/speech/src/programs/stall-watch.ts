import { processorMsOf } from './processor-time.js';

/** What waits for something, and uses no processor, hangs after so many times its time, or so much longer. */
const CLOCK_TIMES = 6;
const MOST_LONGER_MS = 60_000;

/**
 * Tells when a process has said nothing for so long that it hangs: by the clock where it cannot be told what it has used of processors,
 * by that otherwise. A machine that has no time for it makes no job too hard.
 */
export class StallWatch {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pid: number | undefined,
    private readonly stallMs: number,
    private readonly onStall: () => void,
  ) {}

  /** It has said something, or begins a job. */
  restart(): void {
    this.stop();
    const longerMs = Math.min((CLOCK_TIMES - 1) * this.stallMs, MOST_LONGER_MS);
    const endMs = performance.now() + this.stallMs + longerMs;
    this.#wait(() => this.#look(processorMsOf(this.pid), endMs));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** @param before what it had used at the first look: none is taken before that, since most answers come sooner */
  #look(before: number | undefined, endMs: number): void {
    const used = processorMsOf(this.pid);
    const isUsedUp = before === undefined || used === undefined || used - before >= this.stallMs;
    if (isUsedUp || performance.now() >= endMs) this.onStall();
    else this.#wait(() => this.#look(before, endMs));
  }

  #wait(then: () => void): void {
    this.#timer = setTimeout(then, this.stallMs).unref();
  }
}
