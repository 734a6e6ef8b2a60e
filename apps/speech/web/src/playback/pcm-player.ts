import type { Playback } from './playback.js';
import { stretched } from './stretch.js';

/** Of `pcm_24000`: 16 bits a sample, the lower byte first, one channel. */
export const SAMPLE_RATE = 24_000;
const FULL_SCALE = 32_768;

/** What is handed to the browser at once, and how far ahead: a page in the background is woken once a second. */
const CHUNK = SAMPLE_RATE / 4;
const AHEAD_SECONDS = 2;
const LOOK_MS = 100;

/** A piece that was handed over: when it is heard by the context's clock, and what it is of. */
interface Scheduled {
  readonly source: AudioBufferSourceNode;
  readonly begins: number;
  readonly ends: number;
  /** In samples of the speech. */
  readonly from: number;
  readonly to: number;
}

/**
 * Plays speech while it comes, by Web Audio: pieces follow each other without a gap, and its clock is the one that words are
 * lit by.
 */
export class PcmPlayer implements Playback {
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE });
  #speech = new Float32Array(SAMPLE_RATE);
  #samples = 0;
  /** A byte of a sample whose other one has not come yet. */
  #odd = new Uint8Array();
  #speed = 1;
  #scheduled: readonly Scheduled[] = [];
  /** What is handed over next, and where the wave before it goes on. */
  #next = 0;
  #natural: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  isWhole = false;

  /** Takes what has come; it is heard when its time is there. */
  append(bytes: Uint8Array): void {
    const all = new Uint8Array([...this.#odd, ...bytes]);
    const count = Math.floor(all.length / 2);
    this.#odd = all.slice(2 * count);
    this.#reserve(count);
    const view = new DataView(all.buffer);
    for (let at = 0; at < count; at += 1) {
      this.#speech[this.#samples + at] = view.getInt16(2 * at, true) / FULL_SCALE;
    }
    this.#samples += count;
    if (this.isPlaying) this.#schedule();
  }

  /** Nothing more comes. */
  end(): void {
    this.isWhole = true;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  get durationMs(): number {
    return (1000 * this.#samples) / SAMPLE_RATE;
  }

  get positionMs(): number {
    const now = this.#context.currentTime;
    const heard = this.#scheduled.findLast(({ begins }) => begins <= now);
    const first = this.#scheduled[0]?.from ?? this.#next;
    const sample = heard === undefined ? first : placeIn(heard, now);
    return (1000 * sample) / SAMPLE_RATE;
  }

  async play(fromMs = this.positionMs): Promise<void> {
    this.pause();
    this.#next = Math.round((fromMs * SAMPLE_RATE) / 1000);
    this.#natural = undefined;
    await this.#context.resume();
    if (this.#context.state === 'closed' || this.isPlaying) return;
    this.#timer = setInterval(() => this.#schedule(), LOOK_MS);
    this.#schedule();
  }

  pause(): void {
    this.#next = Math.round((this.positionMs * SAMPLE_RATE) / 1000);
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const { source } of this.#scheduled) source.stop();
    this.#scheduled = [];
  }

  seek(ms: number): void {
    if (this.isPlaying) void this.play(ms);
    else this.#next = Math.round((ms * SAMPLE_RATE) / 1000);
  }

  setSpeed(speed: number): void {
    if (speed === this.#speed) return;
    this.#speed = speed;
    if (this.isPlaying) void this.play();
  }

  close(): void {
    this.pause();
    void this.#context.close();
  }

  #reserve(count: number): void {
    const needed = this.#samples + count;
    if (needed <= this.#speech.length) return;
    const larger = new Float32Array(2 * needed);
    larger.set(this.#speech.subarray(0, this.#samples));
    this.#speech = larger;
  }

  /** Hands over what is heard soon. */
  #schedule(): void {
    const now = this.#context.currentTime;
    this.#scheduled = this.#scheduled.filter(({ ends }, at, { length }) => {
      return ends > now || at === length - 1;
    });
    for (;;) {
      const begins = Math.max(now, this.#scheduled.at(-1)?.ends ?? now);
      const isEnough = begins > now + AHEAD_SECONDS || this.#next >= this.#samples;
      if (isEnough || !this.#isThere()) return;
      this.#hand(begins);
    }
  }

  /** Another speed needs all that a piece is made of. */
  #isThere(): boolean {
    if (this.isWhole || this.#speed === 1) return true;
    return this.#next + 2 * this.#speed * CHUNK <= this.#samples;
  }

  #hand(begins: number): void {
    const [from, speed] = [this.#next, this.#speed];
    const speech = this.#speech.subarray(0, this.#samples);
    const asked = { from, natural: this.#natural, speed, most: CHUNK };
    const { samples, end, natural } = stretched(speech, asked);
    const buffer = this.#context.createBuffer(1, samples.length, SAMPLE_RATE);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start(begins);
    const ends = begins + buffer.duration;
    this.#scheduled = [...this.#scheduled, { source, begins, ends, from, to: end }];
    this.#next = end;
    this.#natural = natural;
  }
}

/** Which sample is heard; the last one of what is over. */
function placeIn({ begins, ends, from, to }: Scheduled, now: number): number {
  const share = Math.min(1, (now - begins) / (ends - begins));
  return from + share * (to - from);
}
