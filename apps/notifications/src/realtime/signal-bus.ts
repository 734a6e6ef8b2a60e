import type { OnApplicationShutdown } from '@nestjs/common';
import type { ServerOptions } from 'socket.io';

/** Carries signals to the other replicas. */
export abstract class SignalBus implements OnApplicationShutdown {
  /** What `io.adapter` takes; its own where there are no others. */
  abstract readonly adapter: ServerOptions['adapter'] | undefined;
  abstract isConnected(): boolean;
  /** Resolves when the bus has what was published so far; rejects when it has not. */
  abstract published(): Promise<void>;
  /** Calls when this replica hears the others (again): until then it may have missed signals. */
  abstract onJoined(listener: () => void): void;
  /** Closes its connections, when no socket is left. */
  abstract onApplicationShutdown(): void;
}

/** Of a service that has no other replicas. */
export const localBus: SignalBus = {
  adapter: undefined,
  isConnected: () => true,
  published: () => Promise.resolve(),
  onJoined: () => undefined,
  onApplicationShutdown: () => undefined,
};
