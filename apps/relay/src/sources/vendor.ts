import { Ajv, type ErrorObject } from 'ajv';
import { eventId, type AlertIdentity, type RelayEvent } from '../events/event.js';
import type { Authentication } from './authentication.js';
import type { Arrival, HttpSource, Received } from './http-source.js';
import { invalid, isRfc3339, objectAt, type JsonObject } from './payload.js';

/** JSON Schema. Members that the upstream tool's templates find always have a default. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a source may ask of the world outside. */
export interface VendorUses {
  /** @throws {Error} when there is no text to be had there */
  readonly textOf: (url: string) => Promise<string>;
  /** Where SNS keeps certificates and confirms, if not at AWS. */
  readonly snsUrl?: string | undefined;
  /** Topics of SNS whose messages are taken. */
  readonly snsTopics: readonly string[];
}

/** One thing that a body tells of. */
export interface Reading {
  /** What happened, as the end of the CloudEvents type: `incident.open`. */
  readonly what: string;
  /** Events of one key are delivered in order. */
  readonly key: string;
  readonly subject: string;
  /** RFC 3339; the time of arrival if absent or none. */
  readonly time?: string | undefined;
  /** What makes it the same one again; the whole of it if absent. */
  readonly id?: string | undefined;
  /** Values that are no text, or an empty one, are left out. */
  readonly labels: JsonObject;
  readonly data: JsonObject;
  /** For what fires and is resolved: chats edit its message, pagers close their incident. */
  readonly alert?: AlertIdentity;
}

/**
 * One vendor's webhook. Everything that is its own stands in one file of this folder, and its name in
 * `vendors.ts`: its option, its route, its documents and its default message follow.
 */
export interface Vendor<Name extends string = string> {
  /** Of its options, `--http-<name>-url`, and of its label `source`. */
  readonly name: Name;
  readonly title: string;
  /** The template's `.type`, as the upstream tool names it where it has the source. */
  readonly event: string;
  readonly authentication: Authentication;
  /** Of the event's data, and of the body unless that has another one. */
  readonly schema: Schema;
  readonly payload?: Schema;
  /** What the key of its events is, for subscribers. */
  readonly key: string;
  /** What the vendor documents. */
  readonly example: JsonObject;
  readonly exampleHeaders?: Readonly<Record<string, string>>;
  /** What sinks without a template of their own say: actions that print print a value of `.data`. */
  readonly template: string;
  readonly takesType?: (contentType: string) => boolean;
  readonly handshake?: NonNullable<HttpSource['handshake']>;
  /** @throws {Problem} `invalid_payload` */
  readonly read?: (body: JsonObject, arrival: Arrival) => readonly Reading[];
  /** For a source that is more than a reading of its bodies. */
  open?(uses: VendorUses): Pick<HttpSource, 'receive' | 'parse'>;
}

export const vendor = <const Name extends string>(definition: Vendor<Name>): Vendor<Name> =>
  definition;

const ANSWER = { Message: 'OK' };

/** The source that a vendor's definition makes. */
export function vendorSource(
  definition: Vendor,
  secret: string | undefined,
  uses: VendorUses,
): HttpSource {
  const { name, authentication } = definition;
  return {
    name,
    ...(definition.takesType === undefined ? {} : { takesType: definition.takesType }),
    ...(definition.handshake === undefined ? {} : { handshake: definition.handshake }),
    admits: (head) => authentication.admits(head, secret),
    verifies: (head, body, nowMs) =>
      secret === undefined || authentication.verifies?.({ head, body, nowMs }, secret) !== false,
    ...(definition.open?.(uses) ?? { receive: reader(definition) }),
  };
}

function reader({ read, schema, payload = schema, ...of }: Vendor) {
  const check = checker(payload);
  return (body: unknown, arrival: Arrival): Received => {
    const checked = check(body);
    const readings = read?.(checked, arrival) ?? [];
    const events = readings.map((reading) => eventOf(of, reading, arrival));
    return { events, dropped: events.length === 0 ? { nothing: 1 } : {}, answer: ANSWER };
  };
}

const ajv = new Ajv({ strict: false, useDefaults: true, allErrors: false });

/** @returns what checks a body, fills in its defaults, and throws `invalid_payload` */
export function checker(schema: Schema): (body: unknown) => JsonObject {
  const validate = ajv.compile(schema);
  return (body) => {
    const object = objectAt(body, 'The body');
    if (!validate(object)) invalid(complaint(validate.errors?.[0]));
    return object;
  };
}

/** `/alerts/0/status` is `alerts[0].status`. */
function complaint(error: ErrorObject | undefined): string {
  const path = (error?.instancePath ?? '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
  return `${path === '' ? 'The body' : path} ${error?.message ?? 'is not valid'}.`;
}

export function eventOf(
  { name, event }: Pick<Vendor, 'name' | 'event'>,
  reading: Reading,
  arrival: Arrival,
): RelayEvent {
  const { data, alert } = reading;
  const isTimed = isRfc3339(reading.time);
  const time = isTimed ? reading.time : new Date(arrival.nowMs).toISOString();
  // Without a time of its own the same words may be said twice, and mean it.
  const id = reading.id ?? JSON.stringify(isTimed ? [data, time] : [data, arrival.nowMs]);
  return {
    id: eventId(name, id),
    source: name,
    channel: arrival.channel,
    type: event,
    eventType: `org.sextant.relay.${name}.${wordsOf(reading.what)}.v1`,
    key: reading.key === '' ? name : reading.key,
    subject: reading.subject === '' ? name : reading.subject,
    time,
    receivedMs: arrival.nowMs,
    labels: { source: name, ...textsOf(reading.labels) },
    data,
    ...(alert === undefined ? {} : { alert }),
    ...(arrival.traceparent === undefined ? {} : { traceparent: arrival.traceparent }),
  };
}

/** Senders choose what happened: only its letters count. */
const wordsOf = (what: string): string =>
  what
    .toLowerCase()
    .split('.')
    .map((word) => word.replaceAll(/[^a-z0-9]+/g, '').slice(0, 63))
    .filter((word) => word !== '')
    .join('.');

const textsOf = (values: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    ),
  );
