import type { EngineState } from '../speech-engine.js';
import { joined } from '../../audio/joined.js';
import { resampled } from '../../audio/resampled.js';
import type { FliteJob, FlitePart } from './flite.js';
import type { ProgramPool } from '../../programs/program-pool.js';
import { arpabet } from './arpabet.js';
import {
  lengthOf,
  type Phrase,
  type PhraseSpeaker,
  type SpokenPhrase,
} from '../alignment/phrase-speaker.js';

const SAMPLE_RATE = 16000;
/** Of its voices the one with 8,000 samples a second is left out. */
const VOICES = ['kal16', 'awb', 'rms', 'slt'];

/** flite as WebAssembly: four English voices made from recordings. */
export class FliteSpeaker implements PhraseSpeaker {
  readonly name = 'flite';
  readonly knowsTimes = true;

  constructor(private readonly pool: ProgramPool<FliteJob, FlitePart>) {}

  state(): EngineState {
    if (this.pool.isServing) return 'ready';
    return this.pool.isFailing ? 'unavailable' : 'starting';
  }

  start(): void {
    this.pool.start();
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async say({
    words,
    ipa = [],
    voice,
    rate,
    pitch,
    signal,
    ...turn
  }: Phrase): Promise<SpokenPhrase> {
    if (!VOICES.includes(voice)) throw new Error(`flite has no voice ${voice}`);
    const parts: FlitePart[] = [];
    await this.pool.run({
      // Pitch is changed by playing it faster or slower, which the duration makes up for.
      job: {
        words: words.map((text, index) => ({ text, phones: phonesOf(ipa[index]) })),
        voice,
        stretch: pitch / rate,
      },
      onPart: (part) => parts.push(part),
      signal,
      cost: lengthOf(words),
      ...turn,
    });
    const { workspace } = turn;
    const pcm = joined(parts.map((part) => part.pcm));
    const sampleRate = Math.round(SAMPLE_RATE * pitch);
    return {
      pcm: await resampled({ pcm, sampleRate, workspace }, SAMPLE_RATE),
      wordStartsMs: parts.flatMap((part) => part.wordStartsMs).map((ms) => ms / pitch),
    };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

const phonesOf = (ipa: string | undefined): readonly string[] | undefined =>
  ipa === undefined ? undefined : arpabet(ipa);
