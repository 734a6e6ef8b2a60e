import type { Clock } from '@sextant/platform-runtime/clock';
import { alertIdentity, type RelayEvent } from '../events/event.js';

/** The oldest are forgotten first: then a notice is told once more, never swallowed. */
const MAX_KNOWN = 50_000;

/** What is told once: an alert in a state, to a target. Nothing for what is no alert. */
export function noticeName(
  event: RelayEvent,
  where: readonly [sink: string, target: string],
): string | undefined {
  const identity = alertIdentity(event);
  if (identity === undefined) return undefined;
  const { fingerprint, status, startsAt } = identity;
  return JSON.stringify([...where, fingerprint, status, startsAt]);
}

/**
 * Knows what a chat target was told lately, in this process's memory: after a restart an alert may be
 * told once more.
 */
export class Dedup {
  readonly #toldMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Whether the target was told of this alert, in this state, less than `windowMs` ago. */
  isRepeated(name: string, windowMs: number): boolean {
    const toldMs = this.#toldMs.get(name);
    return toldMs !== undefined && this.clock.nowMs() - toldMs < windowMs;
  }

  /** To be called once it is certain that the target will be told. */
  told(name: string): void {
    this.#toldMs.delete(name);
    this.#toldMs.set(name, this.clock.nowMs());
    this.#forgetOldest();
  }

  /** The target was not told after all. */
  notTold(event: RelayEvent, where: readonly [sink: string, target: string]): void {
    const name = noticeName(event, where);
    if (name !== undefined) this.#toldMs.delete(name);
  }

  #forgetOldest(): void {
    if (this.#toldMs.size <= MAX_KNOWN) return;
    const [oldest] = this.#toldMs.keys();
    if (oldest !== undefined) this.#toldMs.delete(oldest);
  }
}
