export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a transcriber heard. */
export interface Heard {
  readonly text: string;
  /** With their times; of transcribers that tell them. */
  readonly words?: readonly HeardWord[];
  /** Name and version of the transcriber. */
  readonly by: string;
}

/** Writes down whatever is said. */
export abstract class Transcriber {
  /** Whether it can work at all in this installation. */
  abstract isAvailable(): Promise<boolean>;
  /** The one language that it hears (BCP 47); absent: those of its model. */
  abstract readonly language?: string;
  /** Longest recording that it hears to its end; absent: whatever is taken. */
  abstract readonly maxSeconds?: number | undefined;
  /** Whether its model is still being loaded. */
  abstract isLoading?(): boolean;
  /** @param pcm mono, 16,000 samples a second */
  abstract write(pcm: Int16Array): Promise<Heard>;
}
