import type { RelayEvent } from '../events/event.js';
import { sharedSecret } from './authentication.js';
import {
  cloudEventData,
  fromCloudEvent,
  structuredCloudEvent,
  type IncomingCloudEvent,
} from './cloud-event.js';
import type { Arrival, RequestHead } from './http-source.js';
import { jsonOf } from './json-body.js';
import { invalid } from './payload.js';
import { object, text } from './schema.js';
import { vendor } from './vendor.js';

const STRUCTURED = /^application\/cloudevents\+json\s*(;|$)/i;
const BATCH = /^application\/cloudevents-batch\+json\s*(;|$)/i;
/** As many as other senders may bring at once: each is a row of one commit. */
const MAX_BATCH = 20_000;
const ANSWER = { Message: 'OK' };

/**
 * CloudEvents over HTTP (HTTP protocol binding 1.0.2): binary, structured and batched. What came as a
 * CloudEvent goes on to the queue as the same one.
 */
export const cloudevents = vendor({
  name: 'cloudevents',
  title: 'CloudEvents over HTTP (binary, structured, batched)',
  event: 'CloudEvent',
  authentication: sharedSecret({ query: 'access_token' }),
  schema: object({ id: text, source: text, type: text, specversion: { const: '1.0' } }, [
    ...['id', 'source', 'type', 'specversion'],
  ]),
  key: "The event's partitionkey, subject or type.",
  example: {
    specversion: '1.0',
    type: 'com.example.someevent',
    source: '/mycontext',
    id: 'C234-1234-1234',
    time: '2018-04-05T17:31:00Z',
    datacontenttype: 'application/json',
    data: { appinfoA: 'abc', appinfoB: 123, appinfoC: true },
  },
  exampleHeaders: { 'content-type': 'application/cloudevents+json' },
  template: '{{ .data.type }}{{ with .data.subject }} {{ . }}{{ end }} {{ toJSON .data.data }}',
  takesType: () => true,
  // HTTP 1.1 Web Hooks for Event Delivery 1.0.2, section 4: who may send is asked again by the secret.
  handshake(head) {
    const origin = head.header('webhook-request-origin');
    return origin === undefined ? undefined : { 'WebHook-Allowed-Origin': origin, Allow: 'POST' };
  },
  open: () => ({
    parse: (body, head) => incomingOf(body, head),
    receive(incoming, arrival) {
      const events = (incoming as readonly IncomingCloudEvent[]).map((one) =>
        checked(one, arrival),
      );
      return { events, dropped: {}, answer: ANSWER };
    },
  }),
});

function checked(incoming: IncomingCloudEvent, arrival: Arrival): RelayEvent {
  if (incoming.attributes['specversion'] !== '1.0') invalid('specversion must be 1.0.');
  return fromCloudEvent(incoming, arrival, 'cloudevents');
}

/** @throws {Problem} `malformed_json`, `invalid_payload` */
function incomingOf(body: Buffer, head: RequestHead): readonly IncomingCloudEvent[] {
  const contentType = head.header('content-type') ?? '';
  if (STRUCTURED.test(contentType)) return [structuredCloudEvent(jsonOf(body), undefined)];
  if (!BATCH.test(contentType)) return [binary(body, head, contentType)];
  const events = jsonOf(body);
  if (!Array.isArray(events)) return invalid('A batch must be a list of events.');
  if (events.length > MAX_BATCH) return invalid(`A batch must have at most ${MAX_BATCH} events.`);
  return events.map((event) => structuredCloudEvent(event, undefined));
}

/** Section 3.1: attributes are headers that begin with `ce-`, their values percent-encoded. */
function binary(body: Buffer, head: RequestHead, contentType: string): IncomingCloudEvent {
  const attributes = head.headerNames
    .filter((name) => name.startsWith('ce-'))
    .map((name) => [name.slice('ce-'.length), decoded(head.header(name) ?? '')] as const);
  const typed = contentType === '' ? {} : { datacontenttype: contentType };
  return {
    attributes: { ...Object.fromEntries(attributes), ...typed },
    ...dataOf(body, contentType),
    key: undefined,
  };
}

function dataOf(body: Buffer, contentType: string) {
  if (body.length === 0) return { data: null };
  return cloudEventData(body, contentType === '' ? undefined : contentType);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    return value; // a lone percent sign is itself
  }
}
