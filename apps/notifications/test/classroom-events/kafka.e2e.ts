import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadKafka } from '@sextant/platform-events/kafka';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { createTopic } from '@sextant/platform-testing';
import type { Admin, Kafka, Producer } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { audience, calendarAt, eventOf, unique } from '../events.js';
import { person } from '../people.js';
import { start, until, type Answer, type Running } from '../running.js';

const API = '/api/notifications';
const brokers = process.env['KAFKA_BROKERS'];

(brokers === undefined ? describe.skip : describe)('the Kafka feed, needs KAFKA_BROKERS', () => {
  let kafka: Kafka;
  let admin: Admin;
  let producer: Producer;
  let running: Running;
  let env: Record<string, string>;
  let topic: string;

  beforeAll(async () => {
    const { kafkaClient } = await loadKafka();
    kafka = kafkaClient({ brokers: (brokers ?? '').split(','), clientId: 'test' }, silentLogger);
    admin = kafka.admin();
    producer = kafka.producer();
    await Promise.all([admin.connect(), producer.connect()]);
    topic = `classroom-${randomUUID()}`;
    await createTopic(admin, topic, 2);
    env = { KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC: topic, KAFKA_GROUP: randomUUID() };
    running = await start({ env });
  });
  afterAll(async () => {
    await Promise.all([admin.disconnect(), producer.disconnect()]);
    await running.close();
  });

  const structured = (event: object) => ({
    value: JSON.stringify(event),
    headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
  });
  const binary = ({ data, ...attributes }: ReturnType<typeof eventOf>) => ({
    value: JSON.stringify(data),
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(Object.entries(attributes).map(([name, text]) => [`ce_${name}`, text])),
    },
  });
  const received = async (name: string, at = running) =>
    (await at.as(name).call('GET', `${API}?type=received`)).body.notifications;

  it('notifies of events in both modes, once each, and buries what is none', async () => {
    const [ann, bob] = [unique('ann'), unique('bob')];
    const first = eventOf('post.created', audience(ann));

    await producer.send({
      topic,
      messages: [
        { key: 'k', value: 'no JSON' },
        { key: 'k', value: null },
        { key: 'k', ...structured(calendarAt('2026-12-31T23:59:60Z')) },
        { key: 'k', ...structured(eventOf('post.deleted', audience(ann))) },
        { key: 'k', ...structured(eventOf('post.created', { ...audience(ann), title: '' })) },
        { key: 'k', ...structured(first) },
        { key: 'k', ...binary(first) },
        { key: 'k', ...binary(eventOf('enrollment.invited', audience(bob))) },
      ],
    });
    await until(async () => (await received(bob)).length > 0, 30_000);

    expect(await received(ann)).toHaveLength(1);
    const { body } = await running.service.call('GET', '/internal/dead-letters');
    expect(body.deadLetters.map(({ reason }) => reason).sort()).toEqual([
      'The message is not JSON.',
      'The type post.deleted is not known.',
      'data/startsAt must be a time from 1970 to 9999, without a leap second',
      'data/title must NOT have fewer than 1 characters',
      'specversion must be 1.0.',
    ]);
    expect(body.deadLetters.some(({ event }) => event.includes('no JSON'))).toBe(true);
  });

  const letters = async () =>
    (await running.service.call('GET', '/internal/dead-letters?limit=1000')).body.deadLetters;
  const buried = async (text: string) => {
    await until(async () => (await letters()).some(({ event }) => event.includes(text)), 30_000);
    return (await letters()).find(({ event }) => event.includes(text))?.id ?? '';
  };

  it('is shown by the health of the service', async () => {
    await until(async () => {
      const { body } = await running.service.call('GET', '/health');
      const { checks } = body as unknown as { checks: { parts: { kafka: string } } };
      return checks.parts.kafka === 'joined';
    }, 30_000);
  });

  it('lists dead letters in pages, and shows one whole', async () => {
    const long = `${unique('long')} ${'x'.repeat(10_000)}`;
    const other = unique('no-json');
    await producer.send({ topic, messages: [{ value: other }, { value: long }] });
    // They may be in two partitions: the list stands still when both are there.
    await buried(other);
    const id = await buried(long.slice(0, 10));

    const seen: string[] = [];
    let path: string | undefined = '/internal/dead-letters?limit=1';
    while (path !== undefined) {
      const answer: Answer = await running.service.call('GET', path);
      seen.push(...answer.body.deadLetters.map((letter) => letter.id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    const { body } = await running.service.call('GET', `/internal/dead-letters/${id}`);

    expect(seen).toEqual((await letters()).map((letter) => letter.id));
    expect(seen.length).toBeGreaterThan(1);
    expect(body).toMatchObject({ deadLetter: { id, event: expect.stringContaining(long) } });
  });

  it('uses a dead letter again, once, when it can be used by now', async () => {
    const name = unique('ann');
    const event = eventOf('post.created', audience(name), {
      time: new Date(Date.now() + 5 * 60_000 + 6000).toISOString(),
    });
    await producer.send({ topic, messages: [structured(event)] });
    const id = await buried(event.id);
    const replay = () => running.service.call('POST', `/internal/dead-letters/${id}/replay`);

    const early = await replay();
    await until(async () => (await replay()).status === 202, 20_000);
    const gone = await replay();
    await producer.send({ topic, messages: [structured({ ...event, time: undefined })] });
    await producer.send({ topic, messages: [structured(eventOf('post.created', audience(name)))] });
    await until(async () => (await received(name)).length > 1, 30_000);

    expect(early).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching('future') },
    });
    expect(gone).toMatchObject({ status: 404, body: { message: 'DEAD_LETTER_NOT_FOUND' } });
    expect(await received(name)).toHaveLength(2);
  });

  it('takes a dead letter without a time for as old as its burial', async () => {
    const { user } = person(unique('teacher'));
    const changed = (active: unknown) =>
      eventOf(
        'registration.changed',
        { user, academyId: 'academy-1', active },
        { time: undefined },
      );
    const letter = JSON.stringify({
      place: 'x 1',
      headers: { 'content-type': 'application/cloudevents+json' },
      value: JSON.stringify(changed(true)),
    });
    const at = new Date(Date.now() - 60_000);
    const { storage } = running.stored;
    await storage.deadLetters.bury({ id: 'aged', at, reason: 'r', event: letter });
    await running.service.call('POST', '/internal/events', changed(false));

    const { status } = await running.service.call('POST', '/internal/dead-letters/aged/replay');

    expect(status).toBe(202);
    expect(await storage.people.isRegistered(user, 'academy-1')).toBe(false);
  });

  it('says that a letter was too long to be kept whole', async () => {
    const { storage } = running.stored;
    await storage.deadLetters.bury({ id: 'cut', at: new Date(), reason: 'r', event: '{"place":' });

    const answer = await running.service.call('POST', '/internal/dead-letters/cut/replay');

    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The event was too long to be kept whole.' },
    });
  });

  it('throws a dead letter away', async () => {
    const text = unique('no-json-either');
    await producer.send({ topic, messages: [{ value: text }] });
    const path = `/internal/dead-letters/${await buried(text)}`;

    const first = await running.service.call('DELETE', path);
    const second = await running.service.call('DELETE', path);

    expect([first.status, second.status]).toEqual([200, 404]);
    expect((await letters()).some(({ event }) => event.includes(text))).toBe(false);
  });

  it('tells metrics how far it is behind and that it is joined', async () => {
    const name = unique('ann');
    await producer.send({ topic, messages: [binary(eventOf('post.created', audience(name)))] });
    await until(async () => (await received(name)).length === 1, 30_000);

    const page = await (await fetch(`${running.url}/metrics`)).text();

    expect(page).toMatch(/^notifications_feed_joined\{.*\} 1$/m);
    expect(page).toMatch(/^notifications_feed_lag\{.*partition="\d".*\} 0$/m);
    const count = await running.stored.storage.deadLetters.count();
    expect(page).toContain(`notifications_dead_letters{app="notifications"} ${count}`);
  });

  it('goes on after a restart where it was', async () => {
    const [ann, bob] = [unique('ann'), unique('bob')];
    await producer.send({ topic, messages: [binary(eventOf('post.created', audience(ann)))] });
    await until(async () => (await received(ann)).length === 1, 30_000);
    const next = await start({ env, beside: running });
    await producer.send({ topic, messages: [binary(eventOf('post.created', audience(bob)))] });

    await until(async () => (await received(bob, next)).length === 1, 30_000);

    expect(await received(ann, next)).toHaveLength(1);
    await next.close();
  });
});
