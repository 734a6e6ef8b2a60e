import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { eventId, type RelayEvent } from '../events/event.js';
import { Delivering } from '../delivery/delivering.js';
import { Intake } from '../intake/intake.js';
import type { Heartbeat } from '../options/structured-options.js';
import { CurrentConfig } from '../options/current-config.js';
import { Observer } from '../observability/observer.js';
import { Spool } from '../spool/spool.js';

/** As it is kept from one beat, and one process, to the next. */
interface Pulse {
  readonly lastMs: number;
  /** Whether it has been told that it stopped. */
  readonly isMissed: boolean;
}

const LOOK_MS = 1000;
const PLACE = { sink: 'heartbeats', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/** Takes out of what has come what only says that its sender lives. */
export abstract class Beats {
  /** @returns the others */
  abstract take(events: readonly RelayEvent[]): Promise<readonly RelayEvent[]>;
}

/** Dead man's switches. Where replicas share the spool all take beats, and one looks whether they come. */
@Injectable()
export class Heartbeats implements Beats, OnApplicationBootstrap, BeforeApplicationShutdown {
  /** When this process began: what did not reach a relay that was away is nobody's fault. */
  readonly #sinceMs: number;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly spool: Spool,
    private readonly intake: Intake,
    private readonly observer: Observer,
    private readonly clock: Clock,
    private readonly config: CurrentConfig,
    private readonly delivering: Delivering,
  ) {
    this.#sinceMs = clock.nowMs();
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#inTurn(() => this.#lookAtAll()), LOOK_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn.catch(() => undefined); // whoever began it was told
  }

  /** One after the other: a look must not write over a beat. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }

  /** Takes the beats out of what has come. @returns the others */
  async take(events: readonly RelayEvent[]): Promise<readonly RelayEvent[]> {
    const { heartbeats = [] } = this.config.value;
    if (heartbeats.length === 0) return events;
    const beating = heartbeats.filter((heartbeat) =>
      events.some((event) => isBeat(event, heartbeat)),
    );
    for (const { name } of beating) await this.#inTurn(() => this.#beat(name));
    return events.filter((event) => !heartbeats.some((heartbeat) => isOf(event, heartbeat)));
  }

  async #beat(name: string): Promise<void> {
    const pulse = await this.#pulse(name);
    await this.#keep(name, { lastMs: this.clock.nowMs(), isMissed: pulse?.isMissed === true });
  }

  async #lookAtAll(): Promise<void> {
    if (!this.delivering.isLeading) return;
    for (const heartbeat of this.config.value.heartbeats ?? []) {
      await this.#lookAt(heartbeat).catch((error: unknown) =>
        this.observer.trouble('heartbeats.failed', error),
      );
    }
  }

  /** Told when it stops and when it comes again; noted down after that, so that it is told at least once. */
  async #lookAt(heartbeat: Heartbeat): Promise<void> {
    const nowMs = this.clock.nowMs();
    const { lastMs, isMissed } = (await this.#pulse(heartbeat.name)) ?? {
      ...{ lastMs: this.#sinceMs, isMissed: false },
    };
    const quietMs = nowMs - (isMissed ? lastMs : Math.max(lastMs, this.#sinceMs));
    const isQuiet = quietMs > heartbeat.withinMs;
    if (isQuiet === isMissed) return;
    const event = heartbeatEvent(heartbeat, { lastMs, nowMs, isQuiet });
    await this.intake.accept({ source: 'heartbeats', events: [event], bytes: 0 });
    await this.#keep(heartbeat.name, { lastMs, isMissed: isQuiet });
  }

  async #pulse(name: string): Promise<Pulse | undefined> {
    const kept = await this.spool.reply(PLACE, name);
    return kept?.reply as Pulse | undefined;
  }

  async #keep(name: string, pulse: Pulse): Promise<void> {
    const kept = { ...PLACE, key: name, reply: { ...pulse }, atMs: this.clock.nowMs() };
    await this.spool.settle({ ...NOTHING, replies: [kept] });
  }
}

const isOf = ({ labels }: RelayEvent, { matchers }: Heartbeat): boolean =>
  matchers.every((matches) => matches(labels));

/** One that is resolved says that it does not come any more. */
const isBeat = (event: RelayEvent, heartbeat: Heartbeat): boolean =>
  isOf(event, heartbeat) && event.labels['status'] !== 'resolved';

interface Look {
  readonly lastMs: number;
  readonly nowMs: number;
  readonly isQuiet: boolean;
}

function heartbeatEvent({ name, withinMs }: Heartbeat, look: Look): RelayEvent {
  const status = look.isQuiet ? 'firing' : 'resolved';
  const fingerprint = eventId('heartbeat', name).slice(0, 16);
  const lastSeen = new Date(look.lastMs).toISOString();
  return {
    id: eventId('heartbeat', name, status, lastSeen),
    source: 'heartbeats',
    channel: 'heartbeats',
    type: 'HeartbeatEvent',
    eventType: `org.sextant.relay.heartbeat.${status}.v1`,
    key: fingerprint,
    subject: name,
    time: new Date(look.nowMs).toISOString(),
    receivedMs: look.nowMs,
    labels: { source: 'heartbeats', alertname: name, status, severity: 'critical' },
    data: { name, status, last_seen: lastSeen, within_seconds: withinMs / 1000 },
    alert: { fingerprint, status, startsAt: lastSeen },
  };
}
