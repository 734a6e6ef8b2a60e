import type { Clock } from '@sextant/platform-clock';
import { alertIdentity, type RelayEvent } from './event.js';

/** The oldest are forgotten first: then a notice is told once more, never swallowed. */
const MAX_KNOWN = 50_000;

/**
 * Knows what a chat target was told lately, in this process's memory: after a restart an alert may be
 * told once more.
 */
export class Dedup {
  readonly #toldMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Whether the target was told of this alert, in this state, less than `windowMs` ago. */
  isRepeated(event: RelayEvent, where: readonly string[], windowMs: number): boolean {
    const identity = alertIdentity(event);
    if (windowMs === 0 || identity === undefined) return false;
    const { fingerprint, status, startsAt } = identity;
    const name = JSON.stringify([...where, fingerprint, status, startsAt]);
    const nowMs = this.clock.nowMs();
    const toldMs = this.#toldMs.get(name);
    if (toldMs !== undefined && nowMs - toldMs < windowMs) return true;
    this.#toldMs.delete(name);
    this.#toldMs.set(name, nowMs);
    this.#forget();
    return false;
  }

  #forget(): void {
    if (this.#toldMs.size <= MAX_KNOWN) return;
    const [oldest] = this.#toldMs.keys();
    if (oldest !== undefined) this.#toldMs.delete(oldest);
  }
}
