import type { Playback } from './playback.js';

/** Plays a file that is there as a whole. */
export class FilePlayer implements Playback {
  readonly #audio = new Audio();
  readonly #address: string;
  readonly isWhole = true;

  readonly #knownMs: number;

  /** @param knownMs what is known of its length before the browser has read it */
  constructor(file: Blob, knownMs = 0) {
    this.#knownMs = knownMs;
    this.#address = URL.createObjectURL(file);
    this.#audio.preload = 'metadata';
    this.#audio.src = this.#address;
  }

  get isPlaying(): boolean {
    return !this.#audio.paused && !this.#audio.ended;
  }

  get positionMs(): number {
    return 1000 * this.#audio.currentTime;
  }

  get durationMs(): number {
    const { duration } = this.#audio;
    return Number.isFinite(duration) ? 1000 * duration : this.#knownMs;
  }

  async play(fromMs?: number): Promise<void> {
    if (fromMs !== undefined) this.seek(fromMs);
    await this.#audio.play();
  }

  pause(): void {
    this.#audio.pause();
  }

  seek(ms: number): void {
    this.#audio.currentTime = ms / 1000;
  }

  setSpeed(speed: number): void {
    this.#audio.playbackRate = speed;
    // The browser goes back to this one when it loads.
    this.#audio.defaultPlaybackRate = speed;
  }

  close(): void {
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    URL.revokeObjectURL(this.#address);
  }
}
