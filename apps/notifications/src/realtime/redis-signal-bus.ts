import { createAdapter } from '@socket.io/redis-adapter';
import { Redis, ReplyError } from 'ioredis';
import type { SignalBus } from './signal-bus.js';

/**
 * The Redis adapter of Socket.io, told of every message that Redis did not take: the adapter itself
 * publishes and looks away.
 */
export function redisSignalBus(url: string): SignalBus {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2000 };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, { maxRetriesPerRequest: null, autoResubscribe: false });
  const subscription = new Subscription(subscriber);
  let publishing: Promise<unknown>[] = [];
  const watched = {
    on: publisher.on.bind(publisher),
    off: publisher.off.bind(publisher),
    publish: (channel: string, message: Buffer | string) => {
      const publication = publisher.publish(channel, message);
      publishing.push(publication);
      // `published` tells; until somebody asks, a failure must not end the process.
      publication.catch(() => undefined);
      return publication;
    },
  };
  for (const client of [publisher, subscriber]) client.on('error', () => undefined);
  return {
    adapter: createAdapter(watched, subscription, { key: 'sextant:notifications:socket.io' }),
    isConnected: () => publisher.status === 'ready' && subscriber.status === 'ready',
    published: async () => {
      const waiting = publishing;
      publishing = [];
      await Promise.all(waiting);
    },
    onJoined: (listener) => {
      subscriber.on('ready', () => {
        // The answer comes after those to the subscriptions, which are sent before.
        subscriber.ping().then(listener, () => undefined);
      });
    },
    onApplicationShutdown: () => {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/**
 * Holds what the adapter subscribes to, and subscribes with each connection: neither the adapter nor ioredis looks
 * at how that ends. What fails because the connection ends must not end the process; what Redis refuses must: the
 * replicas would not hear each other.
 */
class Subscription {
  readonly on: Redis['on'];
  readonly off: Redis['off'];
  readonly #channels = new Set<string>();
  readonly #patterns = new Set<string>();

  constructor(private readonly client: Redis) {
    this.on = client.on.bind(client);
    this.off = client.off.bind(client);
    client.on('ready', () => {
      this.#ask('subscribe', this.#channels);
      this.#ask('psubscribe', this.#patterns);
    });
  }

  readonly subscribe = (names: readonly string[]): void => this.#add('subscribe', names);
  readonly psubscribe = (pattern: string): void => this.#add('psubscribe', [pattern]);
  readonly unsubscribe = (names: readonly string[]): void => {
    for (const name of names) this.#channels.delete(name);
    this.#ask('unsubscribe', names);
  };
  readonly punsubscribe = (pattern: string): void => {
    this.#patterns.delete(pattern);
    this.#ask('punsubscribe', [pattern]);
  };

  #add(command: 'subscribe' | 'psubscribe', names: readonly string[]): void {
    const kept = command === 'subscribe' ? this.#channels : this.#patterns;
    for (const name of names) kept.add(name);
    this.#ask(command, names);
  }

  /** Without a connection there is nothing to ask: the next one begins with all of them. */
  #ask(command: Command, names: Iterable<string>): void {
    const all = [...names];
    if (this.client.status !== 'ready' || all.length === 0) return;
    this.client[command](...all).catch((error: unknown) => {
      if (error instanceof ReplyError) throw error;
    });
  }
}

type Command = 'subscribe' | 'psubscribe' | 'unsubscribe' | 'punsubscribe';
