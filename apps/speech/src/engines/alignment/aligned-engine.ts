import type { Problem } from '@sextant/platform-http/errors';
import type { EngineState, SpeakRequest, SpeechEngine, WordStart } from '../speech-engine.js';
import type { SpokenWord } from '../../text/words/utterance.js';
import { espeakLanguage } from '../../languages/espeak-languages.js';
import { joined } from '../../audio/joined.js';
import { engineFailure } from '../../programs/engine-failure.js';
import { breathsOf, type Breath } from './breaths.js';
import type { PhraseSpeaker, SpokenPhrase } from './phrase-speaker.js';
import { trimmed, voiced, type SaidPiece, type Trimmed } from './silence.js';
import { wordsIn, type Sound } from './warped-times.js';

/** Some twenty seconds at an engine's own pace: it says them well before it is taken for one that hangs. */
const MOST_CHARACTERS = 300;

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
    const { sentencePauseMs = 0, mostCharacters = MOST_CHARACTERS } = this.speaker;
    const { firstCharacters = mostCharacters } = this.speaker;
    const breaths = breathsOf({ ...request, sentencePauseMs, mostCharacters, firstCharacters });
    let coming = this.sound(breaths[0], request, 0);
    try {
      for (const [index, breath] of breaths.entries()) {
        signal.throwIfAborted();
        const silence = new Int16Array(Math.round((breath.pauseMs / 1000) * sampleRate));
        if (silence.length > 0) take({ pcm: silence, starts: [] });
        samples += silence.length;
        const sound = await coming;
        // The engine is at work while words are found in what it has said.
        coming = this.sound(breaths[index + 1], request, index + 1);
        const spoken = await this.spoken(breath, request, sound);
        const { pcm, fromMs } = this.joining(spoken, breath, breaths[index + 1]);
        const offsetMs = (samples / sampleRate) * 1000 - fromMs;
        const starts = spoken.starts.map(({ word, startMs }) => ({
          word,
          startMs: startMs + offsetMs,
        }));
        take({ pcm, starts });
        samples += pcm.length;
      }
    } catch (error) {
      throw engineFailure(error, signal);
    }
  }

  async close(): Promise<void> {
    await this.speaker.close();
  }

  /** Without the silence at cuts, of an engine that takes each piece for a sentence. */
  private joining(said: SaidBreath, { cut: begin }: Breath, next: Breath | undefined): Trimmed {
    if (this.speaker.mostCharacters === undefined) return { pcm: said.pcm, fromMs: 0 };
    return trimmed(said, { begin, end: next?.cut });
  }

  /** Begins at once; what goes wrong is told to whoever waits for it, if anybody does. */
  private sound(
    breath: Breath | undefined,
    request: SpeakRequest,
    index: number,
  ): Promise<SaidSound> {
    const sound = this.say(breath?.words ?? [], request, index > 0);
    sound.catch(() => undefined);
    return sound;
  }

  private async say(
    words: readonly SpokenWord[],
    request: SpeakRequest,
    isBegun: boolean,
  ): Promise<SaidSound> {
    const [first] = words;
    if (first === undefined) return { spoken: { pcm: new Int16Array(0) } };
    if (isBegun) await request.room?.();
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
    return { spoken, timed };
  }

  private async spoken(
    { words }: Breath,
    { voice }: SpeakRequest,
    { spoken, timed }: SaidSound,
  ): Promise<SaidBreath> {
    const sampleRate = this.sampleRateOf(voice);
    const pcm = amplified(spoken.pcm, words[0]?.style.volumeDb ?? 0);
    const heard = voiced(spoken.pcm, sampleRate);
    const starts =
      timed === undefined
        ? told(words, spoken.wordStartsMs ?? [])
        : await warped(timed, { pcm: spoken.pcm, sampleRate });
    return { pcm, sampleRate, heard, starts };
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

interface SaidBreath extends SaidPiece {
  readonly starts: readonly WordStart[];
}

/** What the engine said, and what espeak-ng says of it. */
interface SaidSound {
  readonly spoken: SpokenPhrase;
  readonly timed?: Timed | undefined;
}

/** What espeak-ng said, and when it said which word. */
interface Timed extends Sound {
  readonly starts: readonly WordStart[];
}

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
