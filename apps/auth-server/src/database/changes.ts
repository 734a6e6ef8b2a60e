export type ChangedThing = 'clients' | 'scopes' | 'keys' | 'upstreams' | 'revocations';

/** What has changed, in whatever replica. */
export abstract class Changes {
  abstract on(thing: ChangedThing, listener: () => void | Promise<void>): void;
}

/** Changes that are heard of while a connection listens. */
export abstract class LiveChanges extends Changes {
  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;
}
