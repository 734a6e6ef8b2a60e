import type { EngineState } from '../../domain/speech-engine.js';

export interface Phrase {
  readonly text: string;
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
  readonly language: string;
  readonly signal: AbortSignal;
}

/** An engine that says a phrase without telling when it says which word. */
export interface PhraseSpeaker {
  readonly name: string;
  state(): EngineState;
  start(): void;
  sampleRateOf(voice: string): number;
  /** @throws what `engineFailure` makes Problems of */
  say(phrase: Phrase): Promise<Int16Array>;
  close(): Promise<void>;
}
