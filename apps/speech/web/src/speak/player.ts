/** Of `pcm_24000`: 16 bits a sample, the lower byte first, one channel. */
export const SAMPLE_RATE = 24_000;
const FULL_SCALE = 32_768;

interface Stretch {
  /** Samples before it. */
  readonly start: number;
  readonly buffer: AudioBuffer;
}

/**
 * Plays speech while it comes, by Web Audio: stretches follow each other without a gap, and its clock is the one that words
 * are lit by.
 */
export class Player {
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE });
  readonly #stretches: Stretch[] = [];
  readonly #sources = new Set<AudioBufferSourceNode>();
  #samples = 0;
  /** A byte of a sample whose other one has not come yet. */
  #odd = new Uint8Array();
  /** Where in the speech playing began, in seconds, and when that was by the context's clock. */
  #from = 0;
  #since: number | undefined;

  /** Takes what has come; it is heard when its time is there. */
  append(bytes: Uint8Array): void {
    const all = new Uint8Array([...this.#odd, ...bytes]);
    const count = Math.floor(all.length / 2);
    this.#odd = all.slice(2 * count);
    if (count === 0) return;
    const view = new DataView(all.buffer);
    const buffer = this.#context.createBuffer(1, count, SAMPLE_RATE);
    const channel = buffer.getChannelData(0);
    for (let at = 0; at < count; at += 1) channel[at] = view.getInt16(2 * at, true) / FULL_SCALE;
    const stretch = { start: this.#samples, buffer };
    this.#stretches.push(stretch);
    this.#samples += count;
    if (this.#since !== undefined) this.#schedule(stretch);
  }

  get isPlaying(): boolean {
    return this.#since !== undefined;
  }

  get durationMs(): number {
    return (1000 * this.#samples) / SAMPLE_RATE;
  }

  /** Where in the speech one is, in milliseconds. */
  get positionMs(): number {
    const passed = this.#since === undefined ? 0 : this.#context.currentTime - this.#since;
    return Math.min(this.durationMs, 1000 * (this.#from + Math.max(0, passed)));
  }

  async play(fromMs = this.positionMs): Promise<void> {
    this.#silence();
    await this.#context.resume();
    this.#from = fromMs / 1000;
    this.#since = this.#context.currentTime;
    for (const stretch of this.#stretches) this.#schedule(stretch);
  }

  pause(): void {
    this.#from = this.positionMs / 1000;
    this.#since = undefined;
    this.#silence();
  }

  async close(): Promise<void> {
    this.#silence();
    await this.#context.close();
  }

  #schedule({ start, buffer }: Stretch): void {
    if (this.#since === undefined) return;
    const begins = start / SAMPLE_RATE;
    if (begins + buffer.duration <= this.#from) return; // before where one listens
    const now = this.#context.currentTime;
    const isNext = begins >= this.#from;
    const when = this.#since + begins - this.#from;
    // It came later than it should have been heard: everything after it waits as long.
    if (isNext && when < now) this.#since += now - when;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.onended = () => this.#sources.delete(source);
    this.#sources.add(source);
    if (isNext) source.start(Math.max(now, when));
    else source.start(now, this.#from - begins);
  }

  #silence(): void {
    for (const source of this.#sources) source.stop();
    this.#sources.clear();
  }
}
