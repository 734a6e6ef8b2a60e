import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { committedDocument } from '@sextant/platform-testing';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createRequire } from 'node:module';
import type { RelayEvent } from '../../src/events/event.js';
import { admissionSource } from '../../src/admission/admission-review.js';
import { alertmanagerSource } from '../../src/sources/alertmanager.js';
import { fromCloudEvent } from '../../src/sources/cloud-event.js';
import { toRecord } from '../../src/sinks/kafka-message.js';
import { ASYNCAPI } from '../../src/contract/asyncapi.js';
import { CONFIG_SCHEMA } from '../../src/contract/config-schema.js';
import { SCHEMAS } from '../../src/contract/schemas.js';
import { ADMISSION_EXAMPLE, ALERTMANAGER_EXAMPLE } from '../../src/inputs/input-examples.js';
import { readRelayedEvent } from '../../examples/relay-events.js';
import { review, startRelay, type RunningRelay } from '../running-relay.js';

const arrival = { channel: 'relay/x', nowMs: Date.UTC(2026, 0, 1) };
const addFormats = formats as unknown as (ajv: Ajv) => void;

const ofAlerts = (mode: 'alert' | 'group') =>
  alertmanagerSource(mode).receive(ALERTMANAGER_EXAMPLE, arrival).events;
const ofReview = (body: unknown) =>
  admissionSource({ redact: true, redactCommands: true }).receive(body, arrival).events;

const EVENTS: readonly RelayEvent[] = [
  ...ofAlerts('alert'),
  ...ofAlerts('group'),
  ...ofReview(ADMISSION_EXAMPLE),
  ...ofReview(review({ operation: 'UPDATE', oldObject: { metadata: { name: 'older' } } })),
  ...ofReview(review({ operation: 'DELETE', object: null, oldObject: { metadata: {} } })),
  ...ofReview(review({ operation: 'CONNECT', object: null, subResource: 'exec' })),
  fromCloudEvent(
    { attributes: { id: '1', source: '/s', type: 't', specversion: '1.0' }, data: [1], key: 'k' },
    arrival,
    'kafka',
  ),
];

const recordOf = (event: RelayEvent) =>
  toRecord('binary', {
    text: '',
    deliveries: [
      {
        id: 1,
        seq: 1,
        sink: 'kafka',
        target: '',
        key: event.key,
        notBeforeMs: 0,
        attempts: 0,
        event,
      },
    ],
  });

describe('the schema of the configuration file', () => {
  const validate = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(CONFIG_SCHEMA);

  it('is as committed (UPDATE_DOCS=1 writes it anew)', () => {
    const path = 'docs/api/relay-config.schema.json';
    const { generated, committed } = committedDocument(path, CONFIG_SCHEMA);

    expect(generated).toEqual(committed);
  });

  it.each([
    [{ options: { 'kafka-out-brokers': ['a:1'], 'slack-url': 'https://x' } }, true],
    [{ templates: { a: 'b' }, routes: [{ sinks: ['kafka'], match: ['a=b'] }] }, true],
    [{}, true],
    [{ options: { 'kafka-topc': 'x' } }, false],
    [{ routes: [{ sinks: ['telegraph'] }] }, false],
    [{ routes: [{ match: [] }] }, false],
    [{ more: 1 }, false],
  ])('%j is %s', (file, expected) => {
    expect(validate(file)).toBe(expected);
  });
});

describe('the contract with subscribers', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);

  it.each(EVENTS.map((event) => [event.eventType, event] as const))(
    'describes %s as it is sent',
    (_type, event) => {
      const { headers, value } = recordOf(event);
      const schema = SCHEMAS[event.type] ?? {};
      const trait = ASYNCAPI.components.messageTraits.cloudEvent.headers;

      const isPassedOn = event.source === 'kafka';
      expect(headers['ce_dataschema']).toBe(isPassedOn ? undefined : schema['$id']);
      ajv.validate(schema, JSON.parse(String(value)));
      expect(ajv.errors).toBeNull();
      ajv.validate(trait, headers);
      expect(ajv.errors).toBeNull();
      expect(Object.keys(trait.properties)).toEqual(expect.arrayContaining(Object.keys(headers)));
    },
  );

  it.each(['AlertmanagerEvent', 'K8sEvent'] as const)(
    'would notice a missing member of %s',
    (name) => {
      expect(ajv.validate(SCHEMAS[name] ?? {}, {})).toBe(false);
    },
  );

  it('is an AsyncAPI 3 document', () => {
    const load = createRequire(import.meta.url);
    const schema = load('@asyncapi/specs/schemas/3.0.0.json') as object;
    const draft7 = new Ajv({ strict: false, allErrors: true, validateSchema: false, meta: false });
    addFormats(draft7);

    draft7.validate(schema, JSON.parse(JSON.stringify(ASYNCAPI)));

    expect(draft7.errors).toBeNull();
  });

  it('is as committed (UPDATE_DOCS=1 writes it anew)', () => {
    const { generated, committed } = committedDocument('docs/api/asyncapi/relay.json', ASYNCAPI);

    expect(generated).toEqual(committed);
  });

  it('is what the typed example reads', () => {
    const read = EVENTS.map((event) => {
      const { headers, value } = recordOf(event);
      return readRelayedEvent(headers, value);
    });

    expect(read.map((event) => event?.schema)).toEqual([
      'AlertmanagerEvent',
      undefined,
      'K8sEvent',
      'K8sEvent',
      'K8sEvent',
      'K8sEvent',
      undefined,
    ]);
    expect(read[0]?.data).toMatchObject({ fingerprint: 'ad2b7f1d8b3a5c6e' });
  });

  describe('over HTTP', () => {
    let running: RunningRelay;

    beforeAll(async () => {
      running = await startRelay();
    });

    afterAll(() => running.close());

    it('is served with its schemas', async () => {
      const get = async (path: string) => fetch(running.url + path);

      expect(await (await get('/relay/asyncapi.json')).json()).toEqual(ASYNCAPI);
      expect(await (await get('/relay/schemas/K8sEvent')).json()).toEqual(SCHEMAS['K8sEvent']);
      expect((await get('/relay/schemas/toString')).status).toBe(404);
    });
  });
});
