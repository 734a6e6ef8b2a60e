import { setTimeout } from 'node:timers/promises';

import { lastLines } from '../lib/children.mjs';
import { say } from '../lib/progress.mjs';

/** How a service ends whose settings are no good: it would end in the same way again. */
export const BAD_SETTINGS = 'exit code 2';

/** A run that stays up this long was a good one: the next end is the first in a row. */
export const STEADY_MS = 30_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
const MOST_ENDS = 10;

/**
 * Starts a program, and starts it again whenever it ends: after 1 s, 2 s, 4 s and so on up to 30 s. It
 * is given up after ten ends in a row. A full disk counts for none of them: nothing can run on it.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {(isAgain: boolean) => Promise<import('../lib/children.mjs').Child>} options.launch
 * @param {AbortSignal} options.signal ends the waiting and the starting
 * @param {boolean} [options.isWatched] whether somebody calls `isSteady()`; else it is steady by its age
 * @param {() => boolean} [options.isDiskFull]
 * @param {(lines: string, ending: string) => string | undefined} [options.hopeless] why a start can never succeed
 * @param {(line: string) => void} [options.tell]
 * @param {{ nowMs(): number, wait(ms: number, signal: AbortSignal): Promise<void> }} [options.clock]
 * @returns {Promise<{ child: Child, isSteady(): void, over: Promise<void> }>} once it runs for the first time;
 *   `over`: it is not started any more
 */
export async function keepRunning(options) {
  const keeper = new Keeper({ ...DEFAULTS, ...options });
  const child = await keeper.launch(false);
  const over = keeper.follow(child);
  return { child, isSteady: () => keeper.isSteady(), over };
}

export const realClock = {
  nowMs: () => performance.now(),
  /** Until the time has passed, or the signal comes. */
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};

const DEFAULTS = {
  isWatched: false,
  isDiskFull: () => false,
  hopeless: () => undefined,
  tell: say,
  clock: realClock,
};

class Keeper {
  #options;
  #ends = 0;
  #startedMs = 0;

  constructor(options) {
    this.#options = options;
  }

  isSteady() {
    this.#ends = 0;
  }

  async launch(isAgain) {
    const child = await this.#options.launch(isAgain);
    this.#startedMs = this.#options.clock.nowMs();
    return child;
  }

  /** Until it is given up, or everything stops. */
  async follow(first) {
    const { signal, tell } = this.#options;
    let child = first;
    while (child !== undefined) {
      const ending = await child.exited;
      if (signal.aborted) return;

      if (this.#isSteadyByAge()) this.#ends = 0;
      const lines = lastLines(child.logFile, 20, isWorthTelling);
      const why = this.#options.hopeless(lines, ending);
      const delayMs = why === undefined ? this.#nextDelayMs() : undefined;
      const end = `${child.name} (process ${child.pid}) ended with ${ending}; ${next(delayMs)}.`;
      tell(lines === '' ? end : `${end} Last lines of ${child.logFile}:\n${lines}`);
      if (why !== undefined) tell(why);
      child = await this.#again(delayMs);
    }
  }

  #isSteadyByAge() {
    const { isWatched, clock } = this.#options;
    return !isWatched && clock.nowMs() - this.#startedMs >= STEADY_MS;
  }

  async #again(firstDelayMs) {
    const { name, signal, tell, clock } = this.#options;
    for (let delayMs = firstDelayMs; delayMs !== undefined;) {
      await clock.wait(delayMs, signal);
      if (signal.aborted) return undefined;
      try {
        const child = await this.launch(true);
        tell(`${name} was started again (process ${child.pid}).`);
        return child;
      } catch (error) {
        if (signal.aborted) return undefined;
        delayMs = this.#nextDelayMs();
        tell(`${name} cannot be started (${error.message}); ${next(delayMs)}.`);
      }
    }
    return undefined;
  }

  /** @returns undefined when it is given up */
  #nextDelayMs() {
    if (this.#options.isDiskFull()) return LONGEST_DELAY_MS / 3;
    this.#ends += 1;
    if (this.#ends >= MOST_ENDS) return undefined;
    return Math.min(FIRST_DELAY_MS * 2 ** (this.#ends - 1), LONGEST_DELAY_MS);
  }
}

/** Not what the supervisor itself has asked. */
const isWorthTelling = (line) => !/"path":"\/health\/ready","status":200/.test(line);

const next = (delayMs) =>
  delayMs === undefined
    ? 'it is not started again, the others go on'
    : `it is started again in ${Math.round(delayMs / 1000)} s`;
