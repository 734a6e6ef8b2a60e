import type { Clock } from '@sextant/platform-runtime/clock';
import { eventId, type RelayEvent } from '../events/event.js';
import type { Intake } from '../intake/intake.js';
import type { Matcher } from '../routing/matcher.js';
import type { Observer } from '../observability/observer.js';
import type { Spool } from '../spool/spool.js';

/** An alert that must keep coming: when it stops, whatever sends it is dead. */
export interface Heartbeat {
  readonly name: string;
  /** All must hold of the labels of a beat. */
  readonly matchers: readonly Matcher[];
  readonly withinMs: number;
}

export interface HeartbeatsUses {
  readonly spool: Pick<Spool, 'reply' | 'settle'>;
  readonly intake: Pick<Intake, 'accept'>;
  readonly observer: Observer;
  readonly clock: Clock;
  readonly heartbeats: () => readonly Heartbeat[];
  /** Where replicas share the spool all take beats, and one looks whether they come. */
  readonly isLeading: () => boolean;
}

/** As it is kept from one beat, and one process, to the next. */
interface Pulse {
  readonly lastMs: number;
  /** Whether it has been told that it stopped. */
  readonly isMissed: boolean;
}

const LOOK_MS = 1000;
const PLACE = { sink: 'heartbeats', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/** Dead man's switches. */
export class Heartbeats {
  /** When this process began: what did not reach a relay that was away is nobody's fault. */
  readonly #sinceMs: number;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly uses: HeartbeatsUses) {
    this.#sinceMs = uses.clock.nowMs();
  }

  start(): void {
    this.#timer = setInterval(() => void this.#inTurn(() => this.#lookAtAll()), LOOK_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
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
    const heartbeats = this.uses.heartbeats();
    if (heartbeats.length === 0) return events;
    const beating = heartbeats.filter((heartbeat) =>
      events.some((event) => isBeat(event, heartbeat)),
    );
    for (const { name } of beating) await this.#inTurn(() => this.#beat(name));
    return events.filter((event) => !heartbeats.some((heartbeat) => isOf(event, heartbeat)));
  }

  async #beat(name: string): Promise<void> {
    const pulse = await this.#pulse(name);
    await this.#keep(name, { lastMs: this.uses.clock.nowMs(), isMissed: pulse?.isMissed === true });
  }

  async #lookAtAll(): Promise<void> {
    if (!this.uses.isLeading()) return;
    for (const heartbeat of this.uses.heartbeats()) {
      await this.#lookAt(heartbeat).catch((error: unknown) =>
        this.uses.observer.trouble('heartbeats.failed', error),
      );
    }
  }

  /** Told when it stops and when it comes again; noted down after that, so that it is told at least once. */
  async #lookAt(heartbeat: Heartbeat): Promise<void> {
    const nowMs = this.uses.clock.nowMs();
    const { lastMs, isMissed } = (await this.#pulse(heartbeat.name)) ?? {
      ...{ lastMs: this.#sinceMs, isMissed: false },
    };
    const quietMs = nowMs - (isMissed ? lastMs : Math.max(lastMs, this.#sinceMs));
    const isQuiet = quietMs > heartbeat.withinMs;
    if (isQuiet === isMissed) return;
    const event = heartbeatEvent(heartbeat, { lastMs, nowMs, isQuiet });
    await this.uses.intake.accept({ source: 'heartbeats', events: [event], bytes: 0 });
    await this.#keep(heartbeat.name, { lastMs, isMissed: isQuiet });
  }

  async #pulse(name: string): Promise<Pulse | undefined> {
    const kept = await this.uses.spool.reply(PLACE, name);
    return kept?.reply as Pulse | undefined;
  }

  async #keep(name: string, pulse: Pulse): Promise<void> {
    const kept = { ...PLACE, key: name, reply: { ...pulse }, atMs: this.uses.clock.nowMs() };
    await this.uses.spool.settle({ ...NOTHING, replies: [kept] });
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
