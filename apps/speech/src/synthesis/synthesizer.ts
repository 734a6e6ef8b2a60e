import { Injectable } from '@nestjs/common';
import type { Problem } from '@sextant/platform-http/errors';
import { SpeechObserver, type SpeechOutcome } from './speech-observer.js';
import { PcmSpools } from './pcm-spool.js';
import { type EngineAudio, type SpeechEngine, SpeechEngines } from '../engines/speech-engine.js';
import { joined } from '../audio/joined.js';
import { chunks, othersTurn } from '../scheduling/turns.js';
import { MarkTimer, type WordMark } from './speech-marks.js';
import type { Utterance } from '../text/words/utterance.js';
import type { Voice } from '../voices/catalogue/voice.js';
import type { Chips } from '../watermark/chips.js';
import { Watermarker } from '../watermark/watermarker.js';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';

export interface SynthesisRequest {
  readonly utterance: Utterance;
  readonly voice: Voice;
  /** Factor on top of the voice's pace. */
  readonly rate: number;
  /** Whose turn it is where many wait. */
  readonly workspace: string;
  /** Ends it at once; its reason is what readers are told. */
  readonly signal: AbortSignal;
  /** Fails when the voice is gone; asked with each sentence. Absent for voices that do not go. */
  readonly requireVoice?: (() => Promise<void>) | undefined;
  /** The mark that all of it carries; absent: none. */
  readonly watermark?: Chips | undefined;
  /** Where it begins in a recording of several, in milliseconds: the mark goes on. */
  readonly fromMs?: number | undefined;
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
  readonly workspace: string;
  /** That of the request: what is made of it ends with it. */
  readonly signal: AbortSignal;
  /** One reader. Fails when the engine does. */
  parts(): AsyncGenerator<SpeechPart>;
  /** Milliseconds of what has been read. */
  durationMs(): number;
}

/** Chooses the engine of a voice and puts the spool and marks behind it. */
@Injectable()
export class Synthesizer {
  constructor(
    private readonly engines: SpeechEngines,
    private readonly spools: PcmSpools,
    private readonly observer: SpeechObserver,
  ) {}

  start(request: SynthesisRequest): Synthesis {
    const { voice } = request;
    const engine = this.engineOf(voice);
    const sampleRate = engine.sampleRateOf(voice.engineVoice);
    const timer = new MarkTimer(request.utterance, sampleRate);
    return {
      sampleRate,
      estimatesMarks: engine.estimatesMarks,
      workspace: request.workspace,
      signal: request.signal,
      parts: () => this.watch(engine, request, timer),
      durationMs: () => Math.round(timer.durationMs),
    };
  }

  /** @throws {Problem} `engine_unavailable` */
  engineOf({ engine: name }: Pick<Voice, 'engine'>): SpeechEngine {
    const engine = this.engines.all.find((each) => each.name === name);
    if (engine === undefined || engine.state() === 'unavailable') {
      throw ENGINE_ERRORS.engineUnavailable({ headers: { 'Retry-After': '10' } });
    }
    return engine;
  }

  /** Why speech of this voice does not come at once; nothing when it should. */
  whyWaiting({ engine: name, engineVoice }: Voice): Problem | undefined {
    return this.engines.all.find((each) => each.name === name)?.whyWaiting?.(engineVoice);
  }

  /** Speaks, and tells the observer. A reader that stops reading has given it up. */
  private async *watch(
    engine: SpeechEngine,
    request: SynthesisRequest,
    timer: MarkTimer,
  ): AsyncGenerator<SpeechPart> {
    const startMs = performance.now();
    let hasBegun = false;
    let outcome: SpeechOutcome = 'given_up';
    try {
      for await (const part of this.speak(engine, request, timer)) {
        if (!hasBegun) this.observer.began(engine.name, (performance.now() - startMs) / 1000);
        hasBegun = true;
        yield part;
      }
      outcome = 'complete';
    } catch (error) {
      outcome = request.signal.aborted ? 'given_up' : 'failed';
      throw error;
    } finally {
      this.observer.ended(engine.name, outcome, timer.durationMs / 1000);
    }
  }

  private async *speak(
    engine: SpeechEngine,
    { utterance, voice, rate, workspace, signal, requireVoice, ...marked }: SynthesisRequest,
    timer: MarkTimer,
  ): AsyncGenerator<SpeechPart> {
    const marking = markingOf(marked, engine.sampleRateOf(voice.engineVoice));
    const spool = this.spools.create();
    const stop = new AbortController();
    const starts: EngineAudio['starts'][number][] = [];
    const take = (audio: EngineAudio): void => {
      starts.push(...audio.starts);
      spool.write(audio.pcm);
    };
    void engine
      .speak({
        ...{ utterance, workspace, take, signal: AbortSignal.any([signal, stop.signal]) },
        ...{ voice: voice.engineVoice, rate: voice.rate * rate, pitch: voice.pitch },
        room: () => spool.room(),
      })
      .then(
        () => spool.end(),
        (error: unknown) => spool.end(error),
      );
    const checked = async (part: SpeechPart): Promise<SpeechPart> => {
      if (requireVoice !== undefined && beginsSentence(part, utterance)) await requireVoice();
      // What was made already is not told either.
      signal.throwIfAborted();
      return part;
    };
    try {
      for await (const pcm of spool.read()) {
        const marks = timer.push({ pcm, starts: starts.splice(0) });
        yield await checked({ pcm: await marking.push(pcm, workspace), marks });
      }
      yield await checked({ pcm: marking.end(), marks: timer.end() });
    } finally {
      stop.abort();
      await spool.close();
    }
  }
}

/** Puts a mark in, a stretch after the other. */
function markingOf(
  { watermark, fromMs = 0 }: Pick<SynthesisRequest, 'watermark' | 'fromMs'>,
  sampleRate: number,
) {
  if (watermark === undefined) {
    const push = (pcm: Int16Array): Promise<Int16Array> => Promise.resolve(pcm);
    return { push, end: () => new Int16Array(0) };
  }
  const watermarker = new Watermarker(watermark, sampleRate, fromMs / 1000);
  const push = async (pcm: Int16Array, workspace: string): Promise<Int16Array> => {
    const marked: Int16Array[] = [];
    for (const chunk of chunks(pcm, sampleRate)) {
      if (marked.length > 0) await othersTurn(workspace);
      marked.push(watermarker.push(chunk));
    }
    return joined(marked);
  };
  return { push, end: () => watermarker.end() };
}

const beginsSentence = ({ marks }: SpeechPart, { sentences }: Utterance): boolean =>
  marks.some((mark) => sentences.some(({ start }) => mark.kind === 'word' && mark.start === start));
