/** What a program in a child process and its parent tell each other. */

/** From the child. */
export type FromProgram<Part> =
  | { readonly type: 'ready' }
  | { readonly type: 'part'; readonly part: Part }
  | ({ readonly type: 'done' } & JobCost)
  /** The job failed; the program goes on. */
  | ({ readonly type: 'failed'; readonly message: string } & JobCost);

/** What the host adds when a job ends. */
interface JobCost {
  /** Processor time of all threads of the process since the job before it. */
  readonly cpuSeconds?: number;
}

/** Given to a program's thread. */
export interface ThreadData {
  /** One element: not 0 when the job in hand is to be ended. Shared, because a synthesis blocks its thread. */
  readonly abort: Int32Array;
}

/** What the program that tries the machine's espeak-ng prints when it can be used. */
export interface EspeakCheck {
  readonly version: string;
  /** Of the voices that were asked for. */
  readonly missingVoices: readonly string[];
}

/** Its exit code when there is no such library, or none for this machine. */
export const NOT_LOADED = 3;
