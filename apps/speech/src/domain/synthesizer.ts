import { Limiter } from './audio/loudness.js';
import type { PcmSpool, PcmSpools } from './pcm-spool.js';
import type { EngineAudio, SpeechEngine } from './speech-engine.js';
import { MarkTimer, type WordMark } from './speech-marks.js';
import type { Utterance } from './text/utterance.js';
import type { Voice } from './voices/voice.js';
import { SPEECH_ERRORS } from './speech-errors.js';

export interface SynthesisRequest {
  readonly utterance: Utterance;
  readonly voice: Voice;
  /** Factor on top of the voice's pace. */
  readonly rate: number;
  /** Factor that brings the voice to the target loudness; absent: as it is. */
  readonly gain?: number | undefined;
  readonly signal: AbortSignal;
}

/** A stretch of finished speech and the marks that became certain with it. */
export interface SpeechPart {
  readonly pcm: Int16Array;
  readonly marks: readonly WordMark[];
}

/** Speech as it is being made. */
export interface Synthesis {
  readonly sampleRate: number;
  readonly estimatesMarks: boolean;
  /** One reader. Fails when the engine does. */
  parts(): AsyncGenerator<SpeechPart>;
  /** Milliseconds of what has been read. */
  durationMs(): number;
}

/** Chooses the engine of a voice and puts marks, the finaliser and the spool behind it. */
export class Synthesizer {
  constructor(
    private readonly engines: readonly SpeechEngine[],
    private readonly spools: PcmSpools,
  ) {}

  start(request: SynthesisRequest): Synthesis {
    const { voice } = request;
    const engine = this.engineOf(voice);
    const sampleRate = engine.sampleRateOf(voice.engineVoice);
    const timer = new MarkTimer(request.utterance, sampleRate);
    return {
      sampleRate,
      estimatesMarks: engine.estimatesMarks,
      parts: () => this.speak(engine, request, timer),
      durationMs: () => Math.round(timer.durationMs),
    };
  }

  /** @throws {Problem} `engine_unavailable` */
  engineOf({ engine: name }: Pick<Voice, 'engine'>): SpeechEngine {
    const engine = this.engines.find((each) => each.name === name);
    if (engine === undefined || engine.state() === 'unavailable') {
      throw SPEECH_ERRORS.engineUnavailable({ headers: { 'Retry-After': '10' } });
    }
    return engine;
  }

  private async *speak(
    engine: SpeechEngine,
    { utterance, voice, rate, gain, signal }: SynthesisRequest,
    timer: MarkTimer,
  ): AsyncGenerator<SpeechPart> {
    const sampleRate = engine.sampleRateOf(voice.engineVoice);
    const finaliser = new Finaliser(gain, sampleRate);
    const spool = this.spools.create();
    const stop = new AbortController();
    const starts: EngineAudio['starts'][number][] = [];
    void engine
      .speak({
        utterance,
        voice: voice.engineVoice,
        rate: voice.rate * rate,
        pitch: voice.pitch,
        signal: AbortSignal.any([signal, stop.signal]),
        take: (audio) => {
          starts.push(...audio.starts);
          spool.write(audio.pcm);
        },
      })
      .then(
        () => spool.end(),
        (error: unknown) => spool.end(error),
      );
    try {
      yield* finished(spool, finaliser, (pcm) => timer.push({ pcm, starts: starts.splice(0) }));
      yield { pcm: finaliser.end(), marks: timer.end() };
    } finally {
      stop.abort();
      await spool.close();
    }
  }
}

async function* finished(
  spool: PcmSpool,
  finaliser: Finaliser,
  marksOf: (pcm: Int16Array) => WordMark[],
): AsyncGenerator<SpeechPart> {
  for await (const pcm of spool.read()) yield { pcm: finaliser.push(pcm), marks: marksOf(pcm) };
}

/** The one place that all speech passes through on its way out, whatever the route. */
class Finaliser {
  readonly #limiter: Limiter | undefined;

  constructor(gain: number | undefined, sampleRate: number) {
    this.#limiter = gain === undefined ? undefined : new Limiter(gain, sampleRate);
  }

  push(pcm: Int16Array): Int16Array {
    return this.#limiter?.push(pcm) ?? pcm;
  }

  end(): Int16Array {
    return this.#limiter?.end() ?? new Int16Array(0);
  }
}
