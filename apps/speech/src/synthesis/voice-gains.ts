import { LRUCache } from 'lru-cache';
import { collected } from './streams/encoded-stream.js';
import { gainToTarget } from '../audio/loudness.js';
import type { Synthesizer } from './synthesizer.js';
import { composeUtterance } from '../text/compose-utterance.js';
import type { Voice } from '../voices/catalogue/voice.js';

const MEASURED_SENTENCE = 'The quick brown fox jumps over the lazy dog, one two three four five.';
/** A neural model on a slow machine: whoever asks later is given what was measured. */
const MEASURE_MS = 300_000;
/** More than the shared catalogue; clones come and go. */
const REMEMBERED = 1000;

/** Factors that bring voices to the target loudness: a stream cannot be measured before it is made. */
export class VoiceGains {
  readonly #gains = new LRUCache<string, Promise<number>>({ max: REMEMBERED });

  constructor(private readonly synthesizer: Synthesizer) {}

  /** That of one sentence, measured when the voice is first asked for. @throws {Problem} when the engine fails */
  of(voice: Voice, workspace: string): Promise<number> {
    const key = `${voice.engine} ${voice.engineVoice} ${voice.pitch}`;
    const known = this.#gains.get(key);
    if (known !== undefined) return known;
    const measured = this.measure(voice, workspace);
    measured.catch(() => this.#gains.delete(key));
    this.#gains.set(key, measured);
    return measured;
  }

  private async measure(voice: Voice, workspace: string): Promise<number> {
    const utterance = composeUtterance(MEASURED_SENTENCE, {
      language: voice.locale,
      normalize: false,
    });
    const signal = AbortSignal.timeout(MEASURE_MS);
    const synthesis = this.synthesizer.start({ utterance, voice, rate: 1, signal, workspace });
    const { sampleRate } = synthesis;
    return await gainToTarget({ pcm: await collected(synthesis), sampleRate, workspace });
  }
}
