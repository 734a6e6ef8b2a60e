import { Injectable } from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { EventFeed } from '../classroom-events/event-feed.js';
import { Signals } from '../notifications/signals.js';
import { RealtimeSettings } from '../realtime/realtime.settings.js';

/**
 * Shows Kafka and Redis. They never make the service unready: requests are answered without them, and what
 * they have not got waits.
 */
@Injectable()
export class PartsProbe implements Probe {
  readonly name = 'parts';

  constructor(
    private readonly feed: EventFeed,
    private readonly signals: Signals,
    private readonly settings: RealtimeSettings,
  ) {}

  check(): Promise<ProbeResult> {
    const isSharing = this.settings.redisUrl === undefined ? undefined : this.signals.isConnected();
    return Promise.resolve({
      status: 'up',
      kafka: wordOf(this.feed.state?.isJoined, 'joined', 'not joined'),
      redis: wordOf(isSharing, 'connected', 'not connected'),
    });
  }
}

const wordOf = (is: boolean | undefined, yes: string, no: string): string =>
  is === undefined ? 'not used' : is ? yes : no;
