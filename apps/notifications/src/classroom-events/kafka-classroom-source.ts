import type { DeadLetterStore } from '../delivery/dead-letter-store.js';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Batch, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { UnusableEvent, type ClassroomEvents, type IncomingEvent } from './classroom-events.js';
import type { Observer } from '../observability/observer.js';
import type { FeedState } from './event-feed.js';
import { registerCodecs } from './kafka-codecs.js';
import { letterId, readLetter, toLetter, type KafkaLetter } from './kafka-message.js';

export interface KafkaSourceUses {
  readonly events: Pick<ClassroomEvents, 'use'>;
  readonly deadLetters: DeadLetterStore;
  readonly observer: Observer;
  readonly clock: Clock;
}

const JOIN_RETRY_MS = 1000;
/** Time that joining gets to end by itself before the connection is cut under it. */
const JOIN_END_MS = 3000;
/** Time that reading gets to end: the process has 12 seconds in all where `npm start` runs it. */
const LEAVE_MS = 5000;
/** After a crash it counts as joined when it still reads so much later: what cannot be read ends it at every try. */
const STEADY_MS = 5000;
/** More than brokers take by default; within a document of MongoDB in any script. */
const MAX_LETTER_CHARACTERS = 4 * 1024 * 1024;

/**
 * Events of the classroom from Kafka. An offset is committed when its event was used or buried: a
 * crash brings some again, which changes nothing.
 */
export class KafkaClassroomSource {
  #consumer: Consumer | undefined;
  #joined: Promise<void> | undefined;
  #closed = false;
  #isJoined = false;
  #lastFailure: string | undefined;
  /** Of its clock that always goes forward; nothing when it has read since. */
  #crashedMs: number | undefined;
  readonly #lag = new Map<number, number>();

  constructor(
    private readonly kafka: Kafka,
    private readonly uses: KafkaSourceUses,
  ) {}

  get state(): FeedState {
    return { isJoined: this.#isJoined, lag: this.#lag };
  }

  /** Joins the group, again and again until the brokers are there. */
  start(topic: string, groupId: string): void {
    registerCodecs();
    this.#joined ??= this.#join(topic, groupId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#joined, wait(JOIN_END_MS)]);
    // Brokers that are not there are tried for a minute; what is not committed comes again.
    await Promise.race([this.#leave(), wait(LEAVE_MS)]);
  }

  async #leave(): Promise<void> {
    await this.#consumer?.disconnect();
    await this.#joined;
  }

  async #join(topic: string, groupId: string): Promise<void> {
    while (!this.#closed) {
      const consumer = this.kafka.consumer({
        groupId,
        maxWaitTimeInMs: 250,
        // It would join again by itself, and nobody could tell it to stop.
        retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
      });
      this.#consumer = consumer;
      this.#watch(consumer);
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.#crashed(payload.error);
        this.#joinAgain(topic, groupId);
      });
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [topic], fromBeginning: true });
        await consumer.run({
          eachBatchAutoResolve: false,
          eachBatch: (payload) => this.#batch(payload),
        });
        return;
      } catch (error) {
        this.#failedToJoin(error);
        await consumer.disconnect().catch(() => undefined); // it was never connected
        await wait(JOIN_RETRY_MS);
      }
    }
  }

  /** A topic that is missing stays so for long: what is said once is not said again every second. */
  #failedToJoin(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.#lastFailure) this.uses.observer.trouble('kafka.join_failed', error);
    this.#lastFailure = failure;
  }

  #crashed(error: unknown): void {
    this.#crashedMs = this.uses.clock.monotonicMs();
    this.uses.observer.trouble('kafka.crashed', error);
  }

  #hasRead(): void {
    const sinceMs = this.uses.clock.monotonicMs() - (this.#crashedMs ?? -Infinity);
    if (sinceMs < STEADY_MS) return;
    this.#crashedMs = undefined;
    this.#isJoined = true;
  }

  #watch(consumer: Consumer): void {
    const { GROUP_JOIN, FETCH, CRASH, DISCONNECT, STOP } = consumer.events;
    consumer.on(FETCH, () => {
      if (consumer === this.#consumer) this.#hasRead();
    });
    consumer.on(GROUP_JOIN, () => {
      this.#isJoined = this.#crashedMs === undefined;
      this.#lastFailure = undefined;
      // Others may have the partitions now.
      this.#lag.clear();
    });
    for (const end of [CRASH, DISCONNECT, STOP]) {
      consumer.on(end, () => {
        if (consumer === this.#consumer) this.#isJoined = false;
      });
    }
  }

  #joinAgain(topic: string, groupId: string): void {
    if (this.#closed) return;
    this.#joined = wait(JOIN_RETRY_MS).then(() => this.#join(topic, groupId));
  }

  /** A rejection makes kafkajs read on from the first event that was not used. */
  async #batch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    for (const message of messages) {
      if (!payload.isRunning() || payload.isStale()) return;
      this.#note(payload.batch, Number(message.offset));
      const place = { topic, partition, offset: message.offset };
      await this.#use(toLetter(place, message));
      this.#note(payload.batch, Number(message.offset) + 1);
      payload.resolveOffset(message.offset);
      await payload.heartbeat();
    }
  }

  #note({ partition, highWatermark }: Batch, next: number): void {
    this.#lag.set(partition, Math.max(0, Number(highWatermark) - next));
  }

  async #use(letter: KafkaLetter): Promise<void> {
    const { events, clock } = this.uses;
    let incoming: IncomingEvent | undefined;
    try {
      incoming = readLetter(letter, clock.nowMs());
      await events.use(incoming);
    } catch (error) {
      if (!(error instanceof UnusableEvent)) throw error;
      await this.#bury(letter, incoming, error);
    }
  }

  async #bury(
    letter: KafkaLetter,
    incoming: IncomingEvent | undefined,
    { message: reason }: UnusableEvent,
  ): Promise<void> {
    const { observer, clock } = this.uses;
    observer.event(incoming === undefined ? 'malformed' : 'unusable', 'dead');
    await this.uses.deadLetters.bury({
      id: letterId(letter),
      at: new Date(clock.nowMs()),
      reason: reason.replaceAll('\u0000', ''),
      event: JSON.stringify(letter).slice(0, MAX_LETTER_CHARACTERS),
    });
  }
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
