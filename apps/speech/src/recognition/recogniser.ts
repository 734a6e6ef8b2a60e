/** Told by the log, by readiness and by each request that needs one. */
export const NO_RECOGNISER =
  'No recogniser is installed: recordings are not transcribed and consent is not verified. Run: npm run models -- add whisper-base';

/** What a recogniser heard. */
export interface Transcript {
  readonly text: string;
  /** Name and version of the recogniser, for the consent record. */
  readonly by: string;
}

/** Writes down what is said in a recording of a challenge. */
export abstract class Recogniser {
  /** Whether it can work at all in this installation. */
  abstract isAvailable(): Promise<boolean>;
  /** Longest recording that it hears to its end; absent: whatever is taken. */
  abstract readonly maxSeconds?: number | undefined;
  /** @param pcm mono, 16,000 samples a second @param workspace whose turn it is */
  abstract transcribe(pcm: Int16Array, workspace: string): Promise<Transcript>;
}
