export type SpeechOutcome = 'complete' | 'failed' | 'given_up';

/** Is told what is spoken, for the operators' metrics. */
export abstract class SpeechObserver {
  /** The first samples are there. @param seconds since the work began, waiting for a process included */
  abstract began(engine: string, seconds: number): void;
  /** @param audioSeconds that were made, of a speech that failed or was given up too */
  abstract ended(engine: string, outcome: SpeechOutcome, audioSeconds: number): void;
}

export const silentObserver: SpeechObserver = {
  began: () => undefined,
  ended: () => undefined,
};
