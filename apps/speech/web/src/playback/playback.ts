/** Something that can be heard, wherever its sound comes from. */
export interface Playback {
  readonly isPlaying: boolean;
  /** Where one is, in milliseconds. */
  readonly positionMs: number;
  /** As far as it is known. */
  readonly durationMs: number;
  /** Whether all of it is there: only then it has an end. */
  readonly isWhole: boolean;
  play(fromMs?: number): Promise<void>;
  pause(): void;
  /** Goes to a place, and plays on only if it plays. */
  seek(ms: number): void;
  /** 1 is the speed that it was spoken with; the pitch stays. */
  setSpeed(speed: number): void;
  close(): void;
}

/** A word and when it is heard. */
export interface TimedWord {
  /** Milliseconds. */
  readonly start_time: number;
  readonly end_time: number;
}
