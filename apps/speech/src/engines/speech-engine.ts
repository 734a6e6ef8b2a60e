import type { Problem } from '@sextant/platform-http/errors';
import type { Utterance } from '../text/words/utterance.js';

/** When the engine begins to say a word. */
export interface WordStart {
  /** Index in `Utterance.words`. */
  readonly word: number;
  /** Milliseconds from the beginning of the utterance. */
  readonly startMs: number;
}

/** A stretch of speech and the words that begin in it. */
export interface EngineAudio {
  /** Mono, at the voice's own rate. */
  readonly pcm: Int16Array;
  readonly starts: readonly WordStart[];
}

export interface SpeakRequest {
  readonly utterance: Utterance;
  /** The engine's own name of the voice. */
  readonly voice: string;
  /** Factor of the voice's own pace. */
  readonly rate: number;
  /** Factor of the voice's own pitch. */
  readonly pitch: number;
  readonly signal: AbortSignal;
  /** Whose turn it is where many wait. */
  readonly workspace: string;
  /** Whether it goes on with something that was let in. */
  readonly isBegun?: boolean;
  /** Takes what has been said so far, in order, as soon as it is. Must not block. */
  readonly take: (audio: EngineAudio) => void;
  /** Awaited before each further job of a long text: resolves when whoever listens is not too far behind. */
  readonly room?: () => Promise<void>;
}

/** `degraded`: it failed of late, and is tried now and then; `unavailable`: nobody need ask. */
export type EngineState = 'ready' | 'starting' | 'degraded' | 'unavailable';

/** All engines, the one that times words for others first. */
export abstract class SpeechEngines {
  abstract readonly all: readonly SpeechEngine[];
}

/** One way to make speech; it knows its own voices. */
export interface SpeechEngine {
  readonly name: string;
  /** Which of its builds is in use, where there are several. */
  readonly build?: string;
  /** Whether word times are guessed from another engine's, instead of known. */
  readonly estimatesMarks: boolean;
  state(): EngineState;
  /** Of an engine with models: each by name with `ready`, `loading`, or why it is not used. */
  modelStates?(): Readonly<Record<string, string>>;
  /** Why speech of this voice does not come at once; nothing when it should. */
  whyWaiting?(voice: string): Problem | undefined;
  /** Makes it ready, in the background. */
  start(): void;
  /** Samples a second of what it makes with this voice. */
  sampleRateOf(voice: string): number;
  /**
   * Resolves when all has been taken.
   *
   * @throws {Problem} `upstream_failure` when the engine failed, `queue_full` and `engine_busy` when too many wait
   */
  speak(request: SpeakRequest): Promise<void>;
  close(): Promise<void>;
}
