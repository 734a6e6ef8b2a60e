import { joined } from '../audio/joined.js';
import { levelsOf, quietestIn, speechLevel } from '../recognition/speech-activity.js';
import { MAX_STRETCH_SECONDS } from '../recognition/stretches.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';

/** What somebody said between two pauses. Times are from the beginning of the session. */
export interface Utterance {
  /** Mono, 16,000 samples a second. */
  readonly pcm: Int16Array;
  readonly startMs: number;
}

export type Cut =
  | { readonly kind: 'begun'; readonly startMs: number }
  | ({ readonly kind: 'ended' } & Utterance);

/** 20 ms. */
const FRAME = ANALYSIS_RATE / 50;
/** The noise may become louder, and the speaker quieter: by so much a frame. */
const NOISE_RISES = 1.005;
/** Of a microphone that was muted: from no noise at all none would ever rise. */
const LEAST_NOISE = 10;
const PEAK_FALLS = 0.999;
/** So many frames of speech begin an utterance: a click is none. */
const BEGIN_FRAMES = 3;
/** A pause of 0.6 s ends one. */
const END_FRAMES = 30;
/** What is kept before and behind it: consonants are quiet. */
const MARGIN_FRAMES = 10;
const MAX_FRAMES = MAX_STRETCH_SECONDS * 50;
const LAST_SECONDS = 6;

/** Cuts sound that is still coming at pauses. O(1) a frame. */
export class UtteranceCutter {
  /** Of the utterance, or the last ones before one begins. */
  #frames: Int16Array[] = [];
  #rest = new Int16Array(0);
  /** Frames so far. */
  #count = 0;
  #isSpeaking = false;
  #loudFrames = 0;
  #quietFrames = 0;
  #noise = Infinity;
  #peak = 0;

  /** @param endsAtPauses whether a pause ends an utterance; else `flush` alone, and the longest that is heard at once */
  constructor(private readonly endsAtPauses = true) {}

  /** Milliseconds of what came. */
  get durationMs(): number {
    return ((this.#count * FRAME + this.#rest.length) / ANALYSIS_RATE) * 1000;
  }

  /** What is being said, as far as it came. */
  get current(): Utterance | undefined {
    return this.#isSpeaking ? { pcm: joined(this.#frames), startMs: this.startMs } : undefined;
  }

  /** Samples of what is being said. */
  get currentLength(): number {
    return this.#isSpeaking ? this.#frames.length * FRAME : 0;
  }

  push(pcm: Int16Array): Cut[] {
    const cuts: Cut[] = [];
    const all = this.#rest.length === 0 ? pcm : joined([this.#rest, pcm]);
    let at = 0;
    for (; at + FRAME <= all.length; at += FRAME)
      cuts.push(...this.take(all.slice(at, at + FRAME)));
    this.#rest = all.slice(at);
    return cuts;
  }

  /** Ends what is being said, whether somebody pauses or not. */
  flush(): Cut[] {
    if (!this.#isSpeaking) return [];
    return [this.end(this.#frames.length)];
  }

  private get startMs(): number {
    return ((this.#count - this.#frames.length) * FRAME * 1000) / ANALYSIS_RATE;
  }

  private take(frame: Int16Array): Cut[] {
    this.#count += 1;
    this.#frames.push(frame);
    const isLoud = this.isSpeech(levelsOf(frame)[0] ?? 0);
    this.#loudFrames = isLoud ? this.#loudFrames + 1 : 0;
    this.#quietFrames = isLoud ? 0 : this.#quietFrames + 1;
    return this.#isSpeaking ? this.goOn() : this.begin();
  }

  private isSpeech(level: number): boolean {
    this.#noise = Math.max(LEAST_NOISE, Math.min(level, this.#noise * NOISE_RISES));
    this.#peak = Math.max(level, this.#peak * PEAK_FALLS);
    return level > speechLevel(this.#noise, this.#peak);
  }

  private begin(): Cut[] {
    if (this.#loudFrames < BEGIN_FRAMES) {
      while (this.#frames.length > MARGIN_FRAMES) this.#frames.shift();
      return [];
    }
    this.#isSpeaking = true;
    return [{ kind: 'begun', startMs: this.startMs }];
  }

  private goOn(): Cut[] {
    if (this.endsAtPauses && this.#quietFrames >= END_FRAMES) {
      return [this.end(this.#frames.length - END_FRAMES + MARGIN_FRAMES)];
    }
    if (this.#frames.length < MAX_FRAMES) return [];
    // Nobody pauses: it is cut where it is quietest, and goes on at once.
    const pcm = joined(this.#frames);
    const from = pcm.length - LAST_SECONDS * ANALYSIS_RATE;
    const frames = Math.max(1, Math.floor(quietestIn(pcm, from, pcm.length) / FRAME));
    const ended = this.end(frames);
    this.#isSpeaking = true;
    return [ended, { kind: 'begun', startMs: this.startMs }];
  }

  /** Of the first frames. */
  private end(frames: number): Cut {
    const ended = {
      kind: 'ended' as const,
      pcm: joined(this.#frames.slice(0, frames)),
      startMs: this.startMs,
    };
    this.#frames = this.#frames.slice(frames);
    this.#isSpeaking = false;
    this.#loudFrames = 0;
    this.#quietFrames = 0;
    return ended;
  }
}
