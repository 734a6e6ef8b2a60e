import type { Problem } from '@sextant/platform-http/errors';
import { joined } from '../../audio/joined.js';
import { resampled } from '../../audio/resampled.js';
import { ENGINE_ERRORS } from '../../errors/engine-errors.js';
import { VOICE_ERRORS } from '../../voices/catalogue/voice-errors.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import {
  lengthOf,
  type Phrase,
  type PhraseSpeaker,
  type SpokenPhrase,
} from '../alignment/phrase-speaker.js';
import type { EngineState } from '../speech-engine.js';
import type { KnownModel, SherpaModels } from './sherpa-models.js';
import type { SherpaJob } from './sherpa.js';

/** All models at one rate, so that it is known before a model has spoken. */
const SAMPLE_RATE = 24000;
/** Callers who are told to come again do not do so at once. */
const LEAST_SECONDS = 5;

/** The model of an engine's voice: `kokoro#3` is the fourth speaker of `kokoro`. */
export const modelOf = (engineVoice: string): string => engineVoice.split('#')[0] ?? '';

/** The recording that a clone imitates, by the clone's id. */
export type ReferenceOf = (id: string) => Promise<NonNullable<SherpaJob['reference']>>;

/** Neural voices of models on disk: Piper and other VITS, Kokoro, Matcha. */
export class SherpaSpeaker implements PhraseSpeaker {
  readonly name = 'sherpa-onnx';
  readonly knowsTimes = false;
  /** A voice that is given one sentence ends it with some 150 ms of silence; who reads aloud takes a breath. */
  readonly sentencePauseMs = 250;
  /** Its library computes a call to its end, although nobody waits for it any more. */
  readonly mostCharacters = 60;
  /** Piper's joe took 5 ms a character, and the way to the caller 40 ms: the first sound comes within 0.3 s. */
  readonly firstCharacters = 45;

  constructor(
    private readonly models: SherpaModels,
    private readonly referenceOf: ReferenceOf,
  ) {}

  /** The same array until a model comes or goes. */
  voices(): readonly Voice[] {
    return this.models.voices;
  }

  /** Of models that are loading. */
  expected(): readonly Voice[] {
    return this.models.expected;
  }

  /** Without a model there is nothing that could fail. */
  state(): EngineState {
    const { all, areAllRefused } = this.models;
    if (areAllRefused) return 'unavailable';
    const pools = all.filter(({ state }) => state !== 'refused').map(({ pool }) => pool);
    // What left memory comes back when it is asked for.
    const canSpeak = pools.some((pool) => pool.readyCount > 0 || !pool.isStarted);
    if (pools.length === 0 || canSpeak) return 'ready';
    return pools.every((pool) => pool.isFailing) ? 'unavailable' : 'starting';
  }

  modelStates(): Readonly<Record<string, string>> {
    return this.models.states;
  }

  whyWaiting(voice: string): Problem | undefined {
    const known = this.models.find(modelOf(voice));
    const pool = known && this.models.poolOf(known, localeOf(known, voice));
    if (pool === undefined || (pool.readyCount > 0 && pool.busyCount === 0)) return undefined;
    const problem = pool.readyCount === 0 ? ENGINE_ERRORS.engineLoading : ENGINE_ERRORS.modelBusy;
    const seconds = Math.max(LEAST_SECONDS, pool.secondsOfWaiting);
    return problem({ headers: { 'Retry-After': String(seconds) } });
  }

  start(): void {
    this.models.start();
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async say({
    words,
    voice,
    rate,
    pitch,
    language,
    signal,
    ...turn
  }: Phrase): Promise<SpokenPhrase> {
    const [, speaker = '0'] = voice.split('#');
    const known = this.models.find(modelOf(voice));
    if (known === undefined) throw new Error(`there is no model ${modelOf(voice)}`);
    // What is no number is a clone, which the model imitates.
    const index = /^\d+$/.test(speaker) ? Number(speaker) : undefined;
    const reference = index === undefined ? { reference: await this.referenceOf(speaker) } : {};
    const parts: Int16Array[] = [];
    let sampleRate = SAMPLE_RATE;
    const pool = this.models.poolOf(known, spokenLocale(localeOf(known, voice), language));
    const spoken = pool.run({
      // Pitch is changed by playing it faster or slower, which the pace makes up for.
      job: { text: words.join(' '), speaker: index ?? 0, speed: rate / pitch, ...reference },
      onPart: (part) => {
        parts.push(part.pcm);
        sampleRate = part.sampleRate;
      },
      signal,
      cost: lengthOf(words),
      ...turn,
    });
    await this.unlessRefused(known, spoken);
    const { workspace } = turn;
    const whole = { pcm: joined(parts), sampleRate: Math.round(sampleRate * pitch), workspace };
    return { pcm: await resampled(whole, SAMPLE_RATE) };
  }

  async close(): Promise<void> {
    await this.models.close();
  }

  /** Whoever waits for a model while it is tried, and refused, asked for a voice that is none. */
  private async unlessRefused(known: KnownModel, spoken: Promise<void>): Promise<void> {
    try {
      await spoken;
    } catch (error) {
      if (known.state === 'refused') throw VOICE_ERRORS.voiceRefused({ cause: error });
      throw error;
    }
  }
}

/** Of a speaker; `kokoro#3` is the one whose index is 3. */
function localeOf({ model }: KnownModel, voice: string): string {
  const index = Number(voice.split('#')[1] ?? 0);
  return model.speakers.find((speaker) => speaker.index === index)?.locale ?? model.locale;
}

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** A British speaker stays one in a text of English; words of another language are said in that. */
const spokenLocale = (own: string, language: string): string =>
  primary(own) === primary(language) ? own : language;
