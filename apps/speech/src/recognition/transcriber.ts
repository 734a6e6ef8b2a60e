export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What is said in a stretch of a recording. */
export interface Heard {
  /** Empty where nothing is said. */
  readonly text: string;
  /** With their times from the beginning of the stretch; of transcribers that tell them. */
  readonly words?: readonly HeardWord[];
  /** BCP 47, where the transcriber tells what it heard. */
  readonly language?: string;
}

export type ListeningTask = 'transcribe' | 'translate';

export interface ListeningRequest {
  /** Mono, 16,000 samples a second; `MAX_STRETCH_SECONDS` at most. */
  readonly pcm: Int16Array;
  /** BCP 47; absent: the transcriber finds out. */
  readonly language?: string | undefined;
  readonly task: ListeningTask;
  /** Whose turn it is. */
  readonly workspace: string;
  /** Whether it goes on with a recording that was let in. */
  readonly isBegun: boolean;
  readonly signal: AbortSignal;
}

/** Writes down whatever is said. */
export abstract class Transcriber {
  /** Name and version. */
  abstract readonly by: string;
  /** Whether it can work at all in this installation. */
  abstract isAvailable(): Promise<boolean>;
  /** Whether it hears this language (BCP 47), to write it down or to translate it into English. */
  abstract hears(language: string | undefined, task: ListeningTask): boolean;
  /** What it hears, for people. */
  abstract readonly languages: string;
  /** Whether its model is still being loaded. */
  abstract isLoading?(): boolean;
  /** @throws {Problem} `queue_full`, `engine_busy` when too many wait @throws what failed, or the signal's reason */
  abstract write(request: ListeningRequest): Promise<Heard>;
}
