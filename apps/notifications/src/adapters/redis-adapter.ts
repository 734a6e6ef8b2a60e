import { createAdapter } from '@socket.io/redis-adapter';
import { Redis, ReplyError } from 'ioredis';

/** Carries signals to the other replicas. */
export interface SignalBus {
  /** What `io.adapter` takes. */
  readonly adapter: ReturnType<typeof createAdapter>;
  isConnected(): boolean;
  /** Resolves when Redis has what was published so far; rejects when it has not. */
  published(): Promise<void>;
  /** Calls when this replica hears the others (again): until then it may have missed signals. */
  onJoined(listener: () => void): void;
  close(): void;
}

/**
 * The Redis adapter of Socket.io, told of every message that Redis did not take: the adapter itself
 * publishes and looks away.
 */
export function redisSignalBus(url: string): SignalBus {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 2000 };
  const publisher = new Redis(url, options);
  // A subscription waits for the connection, and is made again with the next one.
  const subscriber = new Subscriber(url, { maxRetriesPerRequest: null });
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
    adapter: createAdapter(watched, subscriber, { key: 'sextant:notifications:socket.io' }),
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
    close: () => {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/**
 * A subscription is made by the adapter, and made again by ioredis with each connection; neither
 * looks at how it ends. One that fails because the connection ends must not end the process; one
 * that Redis refuses must: the replicas would not hear each other.
 */
class Subscriber extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    if (command.name.endsWith('subscribe')) {
      command.promise.catch((error: unknown) => {
        if (error instanceof ReplyError) throw error;
      });
    }
    return super.sendCommand(command, stream);
  }
}
