/** In the thread of the sound (Web Audio API, section 1.32); TypeScript's DOM library does not have it. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

/** 50 ms: so much is missed at most when somebody stops. */
const CHUNK = Math.round(sampleRate / 20);

/** Hands the first channel of its input on as 16-bit samples. */
class Pcm16 extends AudioWorkletProcessor {
  #pcm = new Int16Array(CHUNK);
  #filled = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) this.#push(sample);
    return true;
  }

  #push(sample: number): void {
    this.#pcm[this.#filled] = Math.round(32_767 * Math.max(-1, Math.min(1, sample)));
    this.#filled += 1;
    if (this.#filled < CHUNK) return;
    this.port.postMessage(this.#pcm, [this.#pcm.buffer]);
    this.#pcm = new Int16Array(CHUNK);
    this.#filled = 0;
  }
}

registerProcessor('pcm16', Pcm16);
