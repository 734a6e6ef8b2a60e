import { EVENT_SCHEMAS } from '../classroom-events/event-schemas.js';
import { VERSION } from '../http/version.js';

const text = { type: 'string' } as const;

const types = Object.keys(EVENT_SCHEMAS);

/** Names of components may not hold everything that names of types do. */
const nameOf = (type: string): string => type.replaceAll('.', '_');

/** AsyncAPI takes schemas without their own dialect and address. */
const inlined = (schema: object): object =>
  Object.fromEntries(
    Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id'),
  );

/** CloudEvents 1.0 in the binary mode of the Kafka binding; the structured mode is read as well. */
const HEADERS = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type'],
  properties: {
    ce_specversion: { const: '1.0' },
    ce_id: { ...text, description: 'With ce_source: an event that comes again changes nothing.' },
    ce_source: text,
    ce_type: { enum: types },
    ce_time: { ...text, format: 'date-time' },
    'content-type': { const: 'application/json' },
  },
} as const;

/** What the service reads from Kafka and what it sends to sockets, as an AsyncAPI 3 document. */
export const ASYNCAPI = {
  asyncapi: '3.0.0',
  info: {
    title: 'Sextant notifications',
    version: VERSION,
    description: 'Events of the classroom, which become notifications, and the realtime signal.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  channels: {
    classroomEvents: {
      address: 'classroom-events',
      description:
        'The topic is an option: `--kafka-topic`. Events of one thing should have one key; what cannot be used is a dead letter (`GET /internal/dead-letters`).',
      messages: Object.fromEntries(
        types.map((type) => [nameOf(type), { $ref: `#/components/messages/${nameOf(type)}` }]),
      ),
      bindings: { kafka: { bindingVersion: '0.5.0' } },
    },
    signal: {
      address: '/socket.io',
      description:
        'Socket.io 4, namespace /. The handshake carries an access token of auth-server as auth.token and is refused with UNAUTHORIZED without a valid one, with TOO_MANY_CONNECTIONS where the user has too many open; the socket ends with the token. The server puts each socket into the room {academyId}/{userId} of its token.',
      messages: { listen: { $ref: '#/components/messages/listen' } },
    },
  },
  operations: {
    readEvents: {
      action: 'receive',
      channel: { $ref: '#/channels/classroomEvents' },
      summary: 'Services of the house publish; notifications reads.',
    },
    signalUsers: {
      action: 'send',
      channel: { $ref: '#/channels/signal' },
      summary: 'There is something new: clients ask for the list again.',
    },
  },
  components: {
    messages: {
      ...Object.fromEntries(
        Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [
          nameOf(type),
          {
            name: type,
            title: (schema as { readonly description: string }).description,
            contentType: 'application/json',
            headers: HEADERS,
            payload: { $ref: `#/components/schemas/${nameOf(type)}` },
          },
        ]),
      ),
      listen: {
        name: 'listen',
        title: 'The event `listen` (spec 2, part 6)',
        contentType: 'text/plain',
        payload: { const: 'update notifications' },
      },
    },
    schemas: Object.fromEntries(
      Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [nameOf(type), inlined(schema)]),
    ),
  },
} as const;
