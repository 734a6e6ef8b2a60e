import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CloudEvent, Kafka as KafkaBinding } from 'cloudevents';
import { randomUUID } from 'node:crypto';
import { brokers, kafkaDesk } from '../kafka-desk.js';
import { startRelay, until } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

(brokers === undefined ? describe.skip : describe)('Kafka as a source, needs KAFKA_BROKERS', () => {
  const desk = kafkaDesk();

  let hook: Stub;

  beforeEach(async () => {
    hook = await stubServer();
  });

  afterEach(() => hook.close());

  /** What was sent to the hook, each event once: Kafka gives a batch again whose offset could not be committed. */
  const relayed = (from = 0) => [
    ...new Map(hook.calls.slice(from).map(({ json }) => [idOf(json), json])).values(),
  ];

  const startReading = (env: Record<string, string> = {}) =>
    startRelay({
      EVENTS_KAFKA_IN_BROKERS: brokers ?? '',
      EVENTS_KAFKA_IN_TOPICS: desk.topic,
      EVENTS_KAFKA_IN_GROUP: desk.topic,
      EVENTS_WEBHOOK_OUT_URL: hook.url,
      ...env,
    });

  it('relays CloudEvents of both modes, and passes over what is none', async () => {
    const made = new CloudEvent<unknown>({
      id: '1',
      source: '/sextant/speech',
      type: 'org.sextant.voice.created',
      subject: 'v1',
      time: '2026-01-01T00:00:00.000Z',
      data: { voice: 'v1' },
    });
    await desk.producer.send({
      topic: desk.topic,
      messages: [
        { key: 'v1', value: '{"voice":"v1"}', headers: binary(made) },
        {
          key: 'v2',
          value: JSON.stringify({ ...made.toJSON(), id: '2', data: { voice: 'v2' } }),
          headers: { 'content-type': 'application/cloudevents+json' },
        },
        { key: 'x', value: 'no JSON' },
        { key: 'x', value: '{"no": "event"}' },
      ],
    });

    desk.running = await startReading();
    await until(() => relayed().length >= 2);

    expect(relayed().sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      expect.objectContaining({
        type: 'CloudEvent',
        channel: desk.topic,
        time: '2026-01-01T00:00:00.000Z',
        data: expect.objectContaining({
          id: '1',
          type: 'org.sextant.voice.created',
          data: { voice: 'v1' },
        }),
      }),
      expect.objectContaining({
        data: expect.objectContaining({ id: '2', data: { voice: 'v2' } }),
      }),
    ]);
    await until(
      async () => (await desk.running.metric('relay_events_dropped_total{source="kafka"')) >= 2,
    );
  });

  it.each([
    ['binary', 'text/plain', 'a plain text', { data: 'a plain text' }],
    ['structured', 'text/plain', 'a plain text', { data: 'a plain text' }],
    ['binary', 'application/json', '{"voice":"v1"}', { data: { voice: 'v1' } }],
    ['structured', 'application/json', '{"voice":"v1"}', { data: { voice: 'v1' } }],
    ['binary', 'image/png', Buffer.from([255, 0, 1]), { data_base64: '/wAB' }],
  ] as const)(
    'passes an event on as the same one, in %s mode, with data of %s',
    async (mode, datacontenttype, value, seen) => {
      const further = `further-${randomUUID()}`;
      await desk.create(further);
      const attributes = { id: '7', source: '/sextant/speech', type: 't', subject: 's' };
      const headers = {
        ...Object.fromEntries(Object.entries(attributes).map(([n, v]) => [`ce_${n}`, v])),
        ...{ ce_specversion: '1.0', ce_own: 'x', 'content-type': datacontenttype },
      };
      await desk.producer.send({ topic: desk.topic, messages: [{ key: 'k', value, headers }] });

      desk.running = await startReading({
        EVENTS_KAFKA_OUT_BROKERS: brokers ?? '',
        EVENTS_KAFKA_OUT_TOPIC: further,
        EVENTS_KAFKA_OUT_MODE: mode,
      });
      const [record] = await desk.read(further, 1);
      await until(() => relayed().length === 1);

      const all = { ...attributes, specversion: '1.0', own: 'x', datacontenttype };
      expect(hook.calls[0]?.json['data']).toEqual({ ...all, ...seen });
      expect(record?.key).toBe('k');
      const sent =
        mode === 'binary'
          ? { value: String(value), headers }
          : { value: expect.any(String), headers: STRUCTURED };
      expect(record).toMatchObject(sent);
      expect(mode === 'binary' ? seen : JSON.parse(record?.value ?? '')).toMatchObject(seen);
    },
  );

  it('goes on after a restart where it was', async () => {
    const send = (id: string) =>
      desk.producer.send({
        topic: desk.topic,
        messages: [
          {
            key: 'k',
            value: '{}',
            headers: binary(new CloudEvent<unknown>({ id, source: '/s', type: 't' })),
          },
        ],
      });
    await send('first');
    desk.running = await startReading();
    await until(async () => (await desk.committed()) === 1);
    await desk.running.close();
    const before = hook.calls.length;

    await send('second');
    desk.running = await startReading();
    await until(() => relayed().length >= 2);

    expect(relayed(before).map(idOf)).toEqual(['second']);
  });
});

const idOf = (json: Readonly<Record<string, unknown>>): unknown =>
  (json['data'] as { readonly id: unknown }).id;

const STRUCTURED = { 'content-type': 'application/cloudevents+json; charset=utf-8' };

const binary = (event: CloudEvent<unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(KafkaBinding.binary(event as CloudEvent).headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
