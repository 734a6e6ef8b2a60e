import { KEYS, SCHEMAS } from './schemas.js';
import { VERSION } from '../http/version.js';

/** AsyncAPI takes schemas without their own dialect and address. */
const inlined = ({
  $schema: _dialect,
  $id: _address,
  ...schema
}: Readonly<Record<string, unknown>>) => schema;

const text = { type: 'string' } as const;

/** CloudEvents 1.0.2 in the binary mode of the Kafka binding: what every record carries. */
const cloudEventHeaders = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'content-type'],
  properties: {
    ce_specversion: { const: '1.0' },
    ce_id: { ...text, description: 'The same again when an event is delivered again.' },
    ce_source: { ...text, examples: ['/relay/relay/alertmanager'] },
    ce_type: text,
    ce_subject: { ...text, examples: ['HighLatency/web-1'] },
    ce_time: { ...text, format: 'date-time' },
    ce_dataschema: { ...text, examples: ['urn:sextant:relay:schema:AlertmanagerEvent:1'] },
    ce_partitionkey: { ...text, description: 'The key of the record.' },
    ce_severity: { ...text, description: 'The label severity of an alert.' },
    ce_traceparent: { ...text, description: 'W3C trace context.' },
    ce_deadlettersink: { ...text, description: 'On the topic of dead letters: the sink.' },
    ce_deadletterreason: { ...text, description: 'On the topic of dead letters: why.' },
    'content-type': { ...text, examples: ['application/json'] },
  },
} as const;

const message = ([name, schema]: readonly [string, Readonly<Record<string, unknown>>]) => ({
  name,
  title: String(schema['description']),
  ...(name === 'CloudEvent' ? {} : { contentType: 'application/json' }),
  traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
  payload: { $ref: `#/components/schemas/${name}` },
  bindings: {
    kafka: { key: { ...text, description: KEYS[name] }, bindingVersion: '0.5.0' },
  },
});

const schemas = Object.entries(SCHEMAS);

/** The contract with subscribers, as an AsyncAPI 3 document. */
export const ASYNCAPI = {
  asyncapi: '3.0.0',
  info: {
    title: 'Sextant relay',
    version: VERSION,
    description:
      'CloudEvents of alerts and of changes in clusters. Delivered at least once, in order per key; drop what has a `ce_id` that you have seen.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  channels: {
    events: {
      address: 'events',
      description: 'The topic is an option: `--kafka-out-topic`.',
      messages: Object.fromEntries(
        schemas.map(([name]) => [name, { $ref: `#/components/messages/${name}` }]),
      ),
      bindings: { kafka: { bindingVersion: '0.5.0' } },
    },
  },
  operations: {
    publishEvents: {
      action: 'send',
      channel: { $ref: '#/channels/events' },
      summary: 'relay publishes; subscribers read.',
    },
  },
  components: {
    messages: Object.fromEntries(schemas.map((each) => [each[0], message(each)])),
    messageTraits: { cloudEvent: { headers: cloudEventHeaders } },
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, inlined(schema)])),
  },
} as const;
