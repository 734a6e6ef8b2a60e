import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Kafka } from 'kafkajs';
import { KafkaClassroomSource, type KafkaSourceUses } from './kafka-classroom-source.js';

const EVENTS = {
  ...{ GROUP_JOIN: 'join', FETCH: 'fetch', CRASH: 'crash' },
  ...{ DISCONNECT: 'disconnect', STOP: 'stop' },
};
type Listener = (event: { readonly payload: { readonly error: Error } }) => void;

/** A consumer that does what it is told, and says what becomes of it. */
class FakeConsumer {
  readonly events = EVENTS;
  readonly #listeners: (readonly [string, Listener])[] = [];
  isDisconnected = false;
  fails = false;
  connectMs = 0;

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
  }
  say(event: keyof typeof EVENTS): void {
    const payload = { error: new Error('Snappy compression not implemented') };
    for (const [name, listener] of this.#listeners)
      if (name === EVENTS[event]) listener({ payload });
  }
  connect(): Promise<void> {
    if (this.fails) return Promise.reject(new Error('no broker'));
    return new Promise((resolve) => setTimeout(resolve, this.connectMs));
  }
  subscribe(): Promise<void> {
    return Promise.resolve();
  }
  run(): Promise<void> {
    this.isDisconnected = false;
    this.say('GROUP_JOIN');
    return Promise.resolve();
  }
  disconnect(): Promise<void> {
    this.isDisconnected = true;
    this.say('DISCONNECT');
    return Promise.resolve();
  }
}

function world(failures = 0, connectMs = 0) {
  const consumers: FakeConsumer[] = [];
  const troubles: string[] = [];
  const kafka = {
    consumer: () => {
      const consumer = new FakeConsumer();
      consumer.fails = consumers.length < failures;
      consumer.connectMs = connectMs;
      consumers.push(consumer);
      return consumer;
    },
  } as unknown as Kafka;
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const source = new KafkaClassroomSource(kafka, {
    clock,
    observer: { trouble: (what: string) => troubles.push(what) },
  } as unknown as KafkaSourceUses);
  return { source, consumers, troubles, clock };
}

describe('the feed from Kafka', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('tries until the brokers are there, and says once what is wrong', async () => {
    const { source, consumers, troubles } = world(2);

    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);
    expect(source.state.isJoined).toBe(false);
    await jest.advanceTimersByTimeAsync(2100);

    expect(consumers.map(({ fails }) => fails)).toEqual([true, true, false]);
    expect(troubles).toEqual(['kafka.join_failed']);
    expect(source.state.isJoined).toBe(true);
  });

  it('joins again by itself after a crash, and says so', async () => {
    const { source, consumers, troubles, clock } = world();
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);

    consumers[0]?.say('CRASH');
    const during = source.state.isJoined;
    await jest.advanceTimersByTimeAsync(1100);
    clock.advance(5000);
    consumers[1]?.say('FETCH');

    expect(consumers).toHaveLength(2);
    expect([during, source.state.isJoined]).toEqual([false, true]);
    expect(troubles).toEqual(['kafka.crashed']);
  });

  it('is not joined as long as what it cannot read ends it at every try', async () => {
    const { source, consumers, clock } = world();
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);

    for (const tries of [1, 2, 3, 4, 5, 6]) {
      consumers.at(-1)?.say('CRASH');
      await jest.advanceTimersByTimeAsync(1100);
      clock.advance(1100);
      // Another broker's partitions can be read.
      consumers.at(-1)?.say('FETCH');
      expect([tries, source.state.isJoined]).toEqual([tries, false]);
    }
    clock.advance(5000);
    consumers.at(-1)?.say('FETCH');

    expect(source.state.isJoined).toBe(true);
  });

  it('does not join after its end', async () => {
    const { source, consumers } = world();
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);
    await source.close();

    consumers[0]?.say('CRASH');
    await jest.advanceTimersByTimeAsync(10_000);

    expect(consumers.map(({ isDisconnected }) => isDisconnected)).toEqual([true]);
    expect(source.state.isJoined).toBe(false);
  });

  it('does not go on with what it was joining at its end', async () => {
    const { source, consumers } = world(0, 500);
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(100);

    const closed = source.close();
    await jest.advanceTimersByTimeAsync(10_000);
    await closed;

    expect(consumers.map(({ isDisconnected }) => isDisconnected)).toEqual([true]);
    expect(source.state.isJoined).toBe(false);
  });

  it('ends in seconds while the brokers are not there, which are tried for a minute', async () => {
    const { source } = world(0, 60_000);
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);
    let hasEnded = false;

    void source.close().then(() => (hasEnded = true));
    await jest.advanceTimersByTimeAsync(10_000);

    expect(hasEnded).toBe(true);
  });

  it('is not away because a consumer that it has replaced goes away', async () => {
    const { source, consumers, clock } = world();
    source.start('topic', 'group');
    await jest.advanceTimersByTimeAsync(1);
    consumers[0]?.say('CRASH');
    await jest.advanceTimersByTimeAsync(1100);
    clock.advance(5000);
    consumers[1]?.say('FETCH');

    consumers[0]?.say('STOP');

    expect(source.state.isJoined).toBe(true);
  });
});
