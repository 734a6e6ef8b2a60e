import type { Heard } from './transcriber.js';

/** What somebody is saying between two pauses. */
export interface SpokenSoFar {
  /** Of this utterance alone. */
  readonly id: string;
  /** From its beginning: mono, 16,000 samples a second. */
  readonly pcm: Int16Array;
  /** Nothing follows. */
  readonly isOver: boolean;
  /** Whose turn it is. */
  readonly workspace: string;
  /** Whether it goes on with what was let in. */
  readonly isBegun: boolean;
  readonly signal: AbortSignal;
}

/** Listens while somebody speaks: what it heard once it does not hear again. */
export abstract class StreamingTranscriber {
  /** Whether there is one in this installation; else nothing of it may be used. */
  abstract readonly isInstalled: boolean;
  /** Its model. */
  abstract readonly by: string;
  /**
   * All of it so far.
   *
   * @throws {Problem} `queue_full`, `engine_busy` when too many wait @throws what failed, or the signal's reason
   */
  abstract hear(spoken: SpokenSoFar): Promise<Heard>;
}
