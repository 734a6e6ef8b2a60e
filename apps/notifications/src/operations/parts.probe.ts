import type { Probe, ProbeResult } from '@sextant/platform-health';

export interface WatchedParts {
  /** Whether events are read from Kafka; absent without brokers. */
  readonly isFed: (() => boolean) | undefined;
  /** Whether the other replicas hear our signals; absent without Redis. */
  readonly isSharing: (() => boolean) | undefined;
}

/**
 * Shows Kafka and Redis. They never make the service unready: requests are answered without them, and what
 * they have not got waits.
 */
export class PartsProbe implements Probe {
  readonly name = 'parts';

  #parts: WatchedParts = { isFed: undefined, isSharing: undefined };

  watch(parts: WatchedParts): void {
    this.#parts = parts;
  }

  check(): Promise<ProbeResult> {
    const { isFed, isSharing } = this.#parts;
    return Promise.resolve({
      status: 'up',
      kafka: wordOf(isFed, 'joined', 'not joined'),
      redis: wordOf(isSharing, 'connected', 'not connected'),
    });
  }
}

const wordOf = (reads: (() => boolean) | undefined, yes: string, no: string): string =>
  reads === undefined ? 'not used' : reads() ? yes : no;
