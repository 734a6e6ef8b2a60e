import type { Problem } from '@sextant/platform-http/errors';
import type { EngineState, SpeakRequest, SpeechEngine, WordStart } from '../speech-engine.js';
import type { Sentence, SpokenWord } from '../../text/words/utterance.js';
import { espeakLanguage } from '../../languages/espeak-languages.js';
import { joined } from '../../audio/joined.js';
import { engineFailure } from '../../programs/engine-failure.js';
import type { PhraseSpeaker } from './phrase-speaker.js';
import { wordsIn, type Sound } from './warped-times.js';

/** What is said in one breath, after a pause. */
interface Breath {
  readonly pauseMs: number;
  readonly words: readonly SpokenWord[];
}

/** Words after which a phrase may be cut, where a sentence is too long for an engine. */
const MAX_WORDS = 40;
/** Some twenty seconds at an engine's own pace: it says them well before it is taken for one that hangs. */
const MAX_CHARACTERS = 300;

/**
 * An engine that speaks phrases. Where it has no times of words, espeak-ng says the same sentence, and its times are
 * found again in the sentence as it was spoken. Each sentence by itself, so that errors do not add up; flagged as estimated.
 */
export class AlignedEngine implements SpeechEngine {
  constructor(
    private readonly speaker: PhraseSpeaker,
    private readonly timing: SpeechEngine,
  ) {}

  get name(): string {
    return this.speaker.name;
  }

  get estimatesMarks(): boolean {
    return !this.speaker.knowsTimes;
  }

  state(): EngineState {
    return this.speaker.state();
  }

  modelStates(): Readonly<Record<string, string>> {
    return this.speaker.modelStates?.() ?? {};
  }

  whyWaiting(voice: string): Problem | undefined {
    return this.speaker.whyWaiting?.(voice);
  }

  start(): void {
    this.speaker.start();
  }

  sampleRateOf(voice: string): number {
    return this.speaker.sampleRateOf(voice);
  }

  async speak(request: SpeakRequest): Promise<void> {
    const { signal, take } = request;
    const sampleRate = this.sampleRateOf(request.voice);
    let samples = 0;
    try {
      for (const [index, breath] of breaths(request, this.speaker.sentencePauseMs).entries()) {
        if (index > 0) await request.room?.();
        signal.throwIfAborted();
        const silence = new Int16Array(Math.round((breath.pauseMs / 1000) * sampleRate));
        const offsetMs = ((samples + silence.length) / sampleRate) * 1000;
        if (silence.length > 0) take({ pcm: silence, starts: [] });
        const { pcm, starts } = await this.breathe(breath, request, index > 0);
        take({
          pcm,
          starts: starts.map(({ word, startMs }) => ({ word, startMs: startMs + offsetMs })),
        });
        samples += silence.length + pcm.length;
      }
    } catch (error) {
      throw engineFailure(error, signal);
    }
  }

  async close(): Promise<void> {
    await this.speaker.close();
  }

  private async breathe(
    { words }: Breath,
    request: SpeakRequest,
    isBegun: boolean,
  ): Promise<{ pcm: Int16Array; starts: readonly WordStart[] }> {
    const [first] = words;
    if (first === undefined) return { pcm: new Int16Array(0), starts: [] };
    const { utterance, voice, rate, pitch, signal, workspace } = request;
    const { style } = first;
    const [timed, spoken] = await Promise.all([
      this.speaker.knowsTimes ? undefined : this.times(words, request, isBegun),
      this.speaker.say({
        words: words.map(({ text }) => text),
        ipa: words.map((word) => word.style.ipa),
        voice,
        rate: rate * style.rate,
        pitch: pitch * style.pitch,
        language: style.language ?? utterance.language,
        signal,
        workspace,
        isBegun,
      }),
    ]);
    const pcm = amplified(spoken.pcm, style.volumeDb);
    if (timed === undefined) return { pcm, starts: told(words, spoken.wordStartsMs ?? []) };
    const sound = { pcm: spoken.pcm, sampleRate: this.sampleRateOf(voice) };
    return { pcm, starts: await warped(timed, sound) };
  }

  private async times(
    words: readonly SpokenWord[],
    { utterance, signal, workspace }: SpeakRequest,
    isBegun: boolean,
  ): Promise<Timed> {
    const pcm: Int16Array[] = [];
    const starts: WordStart[] = [];
    const language = words[0]?.style.language ?? utterance.language;
    await this.timing.speak({
      utterance: {
        ...utterance,
        language,
        sentences: [{ start: 0, end: 0, value: '', items: words }],
      },
      voice: espeakLanguage(language) ?? 'en-us',
      rate: 1,
      pitch: 1,
      signal,
      workspace,
      isBegun,
      take: (audio) => {
        pcm.push(audio.pcm);
        starts.push(...audio.starts);
      },
    });
    return { starts, pcm: joined(pcm), sampleRate: this.timing.sampleRateOf('') };
  }
}

/** What espeak-ng said, and when it said which word. */
interface Timed extends Sound {
  readonly starts: readonly WordStart[];
}

/**
 * Splits at pauses, changes of pace, pitch or language, and the ends of sentences.
 *
 * @param sentencePauseMs between two sentences, where the text has no pause
 */
function breaths({ utterance, rate, pitch }: SpeakRequest, sentencePauseMs = 0): Breath[] {
  const result: Breath[] = [];
  const isLong = (words: readonly SpokenWord[], { style }: SpokenWord): boolean =>
    isTooLong(words, (pitch * style.pitch) / (rate * style.rate));
  for (const { items } of utterance.sentences) {
    let pauseMs = mayPause(result, items) ? sentencePauseMs : 0;
    let words: SpokenWord[] = [];
    const flush = (): void => {
      if (words.length > 0) {
        result.push({ pauseMs, words });
        pauseMs = 0;
        words = [];
      }
    };
    for (const item of items) {
      if (item.kind === 'break') {
        flush();
        pauseMs += item.ms;
        continue;
      }
      const last = words.at(-1);
      if (last !== undefined && (!isSameDelivery(last, item) || isLong(words, last))) flush();
      words.push(item);
    }
    flush();
    if (pauseMs > 0) result.push({ pauseMs, words: [] });
  }
  return result;
}

/** Whether a sentence follows words, and the text has no pause between the two. */
const mayPause = (before: readonly Breath[], [first]: Sentence['items']): boolean =>
  (before.at(-1)?.words.length ?? 0) > 0 && first?.kind !== 'break';

/** @param stretch times as long as at the engine's own pace: a slow voice needs it, and a high one before it is resampled */
function isTooLong(words: readonly SpokenWord[], stretch: number): boolean {
  const factor = Math.max(1, stretch);
  const characters = words.reduce((sum, { text }) => sum + text.length + 1, 0);
  return words.length * factor >= MAX_WORDS || characters * factor >= MAX_CHARACTERS;
}

const isSameDelivery = ({ style: a }: SpokenWord, { style: b }: SpokenWord): boolean =>
  a.rate === b.rate &&
  a.pitch === b.pitch &&
  a.volumeDb === b.volumeDb &&
  // A model is told the language of a phrase.
  a.language === b.language;

const told = (words: readonly SpokenWord[], startsMs: readonly number[]): WordStart[] =>
  words.map(({ word }, index) => ({ word, startMs: startsMs[index] ?? startsMs.at(-1) ?? 0 }));

async function warped({ starts, ...timed }: Timed, spoken: Sound): Promise<WordStart[]> {
  const startsMs = starts.map(({ startMs }) => startMs);
  const found = await wordsIn(timed, spoken, startsMs);
  return starts.map(({ word }, at) => ({ word, startMs: found[at] ?? 0 }));
}

function amplified(pcm: Int16Array, volumeDb: number): Int16Array {
  if (volumeDb === 0) return pcm;
  const gain = 10 ** (volumeDb / 20);
  return pcm.map((sample) => Math.max(-32768, Math.min(32767, Math.round(sample * gain))));
}
