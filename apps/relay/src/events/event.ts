import { createHash } from 'node:crypto';

/** Where an event came from: `alertmanager`, `k8s`, `kafka`, `json`, or the name of a vendor. */
export type SourceName = string;

/** A delivery that was asked for by name: a forwarded event, or a dead letter that is tried again. */
export interface Direction {
  readonly sinks: readonly string[];
  /** One target of the one sink; all that the sink selects if absent. */
  readonly target?: string;
}

/** One thing that happened, as it is stored, routed and given to templates. */
export interface RelayEvent {
  /** Deterministic: a sender that repeats itself gives the same id again. */
  readonly id: string;
  readonly source: SourceName;
  /** The path or topic that it came by, without leading slashes. */
  readonly channel: string;
  /** The template's `.type`, such as `AlertmanagerEvent`. */
  readonly type: string;
  /** The CloudEvents type, such as `org.sextant.relay.alertmanager.alert.firing.v1`. */
  readonly eventType: string;
  /** Events of one key are delivered in order. */
  readonly key: string;
  readonly subject: string;
  /** RFC 3339; as the source gave it, else the time of arrival. */
  readonly time: string;
  readonly receivedMs: number;
  /** About how large it is: its share of the body that brought it. */
  readonly bytes?: number;
  /** What matchers, groups and deduplication see. */
  readonly labels: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** What fires and is resolved, where the source tells; see `alertIdentity`. */
  readonly alert?: AlertIdentity;
  /** W3C trace context of the request that brought it. */
  readonly traceparent?: string;
  /** Answers of the sinks that forwarded it, by the sink's name. */
  readonly via?: Readonly<Record<string, unknown>>;
  /** Why it could not be made of what arrived, which is its data then: a dead letter at once. */
  readonly unmapped?: string;
  readonly directed?: Direction;
  /** When it was forwarded or replayed: age and patience count from then on. */
  readonly queuedMs?: number;
}

/** An event with the place in the spool that it has. */
export interface StoredEvent {
  readonly seq: number;
  readonly event: RelayEvent;
}

/** For bounds on memory; events of old spools count as small ones. */
export const sizeOf = ({ bytes = 1024 }: RelayEvent): number => bytes;

/** Since when its deliveries wait, in milliseconds since the epoch. */
export const waitingSinceMs = ({ queuedMs, receivedMs }: RelayEvent): number =>
  queuedMs ?? receivedMs;

/** Longest key and target, in UTF-16 units: databases index them (our choice). */
const MAX_KEY = 512;
const MAX_TARGET = 4096;

/**
 * A key that every spool can hold: PostgreSQL's text has no NUL and its indexes no long values. A long
 * one keeps its beginning and is told apart by a digest.
 */
export const boundedKey = (key: string): string => bounded(key, MAX_KEY);

/** The same for a target, which a selector may have taken out of an event. */
export const boundedTarget = (target: string): string => bounded(target, MAX_TARGET);

function bounded(text: string, limit: number): string {
  const clean = text.replaceAll('\0', '\uFFFD').toWellFormed();
  return clean.length <= limit ? clean : `${clean.slice(0, limit - 40)}#${eventId(text)}`;
}

const LEAP_SECOND = /^(.*T\d\d:\d\d):60(.*)$/;

/** A time as others read it: a leap second of RFC 3339, which neither Date nor most targets take, is the second after it. */
export function withoutLeapSecond(time: string): string {
  const [, minute, rest] = LEAP_SECOND.exec(time) ?? [];
  if (minute === undefined || rest === undefined) return time;
  return new Date(Date.parse(`${minute}:59${rest}`) + 1000).toISOString();
}

/** A deterministic id out of what makes an event the same one again. */
export const eventId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** An alert, in one state; only such events are deduplicated. */
export interface AlertIdentity {
  readonly fingerprint: string;
  /** `firing` or `resolved`. */
  readonly status: string;
  readonly startsAt: string;
}

export function alertIdentity({ source, data, alert }: RelayEvent): AlertIdentity | undefined {
  if (alert !== undefined) return alert;
  if (source !== 'alertmanager') return undefined;
  const { fingerprint, status, startsAt } = data;
  return typeof fingerprint === 'string' &&
    typeof status === 'string' &&
    typeof startsAt === 'string'
    ? { fingerprint, status, startsAt }
    : undefined;
}
