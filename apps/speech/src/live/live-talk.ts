import type { Listener } from './live-outbox.js';

/** Somebody to whom a session tells its messages. */
export interface LiveListener<M> extends Listener<M> {
  /** Another one listens now, or nobody will. */
  end(): void;
}

/** What connections and the list of sessions know of a session, whatever it is about. */
export interface LiveTalk {
  readonly outbox: {
    /** Whether everything after this number can still be told. */
    reaches(sequence: number): boolean;
    detach(listener: Listener<never>): void;
  };
  /** Whether more is to be taken: who sends faster than is worked waits. */
  readonly hasRoom: boolean;
  /** Whether there is something to do, although nothing comes. */
  readonly isBusy: boolean;
  /** Until the end: of the session, or of its first failure. Never rejects. */
  run(): Promise<void>;
  /** Tells why, and ends. */
  fail(error: unknown): void;
  /** At once: nobody listens any more. */
  close(): void;
}

/** A message that may be the last one. */
export interface LastMessage {
  readonly kind: string;
  /** Of `failed`. */
  readonly error?: unknown;
}
