import { CircuitBreaker } from '@sextant/platform-security/circuit-breaker';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { PushOutcome } from './push.js';

/** Users in a row whose messages are denied: then it is our key, and not their subscription (our choice). */
const DENIED_USERS = 5;
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Hosts that deny; users choose them. */
const MAX_HOSTS = 1000;

interface Host {
  readonly breaker: CircuitBreaker;
  /** Since something was taken: one user alone, who has subscribed with another key, pauses nobody. */
  readonly denied: Set<string>;
}

/** What a request to a host reports. */
export interface HostCall {
  answered(outcome: PushOutcome, user: string): void;
  abandoned(): void;
}

/** Push services that do not take our key: they are left alone for a while, and nothing is lost. */
export class PausedHosts {
  readonly #hosts = new Map<string, Host>();

  constructor(private readonly clock: Clock) {}

  /** Those that nothing is sent to now. */
  hosts(): readonly string[] {
    return [...this.#hosts].filter(([, { breaker }]) => breaker.waitMs() > 0).map(([name]) => name);
  }

  takes(name: string): boolean {
    return (this.#hosts.get(name)?.breaker.waitMs() ?? 0) === 0;
  }

  begin(name: string): HostCall {
    const call = this.#hosts.get(name)?.breaker.begin();
    return {
      answered: ({ kind }, user) => {
        if (kind === 'denied') this.#deny(name, user, call);
        else if (kind === 'delivered') this.#hosts.delete(name);
        else call?.abandoned();
      },
      abandoned: () => call?.abandoned(),
    };
  }

  #deny(name: string, user: string, call: ReturnType<CircuitBreaker['begin']>): void {
    const host = this.#hosts.get(name) ?? this.#add(name);
    const isTrial = host.breaker.isOpen;
    if (host.denied.has(user) && !isTrial) {
      call?.abandoned();
      return;
    }
    host.denied.add(user);
    (call ?? host.breaker.begin())?.failed();
  }

  #add(name: string): Host {
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size >= MAX_HOSTS && oldest !== undefined) this.#hosts.delete(oldest);
    const limits = { failures: DENIED_USERS, pauseMs: PAUSE_MS, maxPauseMs: LONGEST_PAUSE_MS };
    const host = { breaker: new CircuitBreaker(this.clock, limits), denied: new Set<string>() };
    this.#hosts.set(name, host);
    return host;
  }
}
