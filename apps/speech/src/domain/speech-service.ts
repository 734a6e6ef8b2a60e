import type { AudioEncoders } from './audio/audio-encoder.js';
import type { AudioFormat } from './audio/audio-format.js';
import { encoded, encodeWhole, joined, type EncodedPart } from './audio/encoded-stream.js';
import { gainToTarget, Limiter } from './audio/loudness.js';
import { modelFor, type Model, type Route } from './models.js';
import { SPEECH_ERRORS } from './speech-errors.js';
import type { WordMark } from './speech-marks.js';
import type { Synthesis, SynthesisRequest, Synthesizer } from './synthesizer.js';
import { composeUtterance } from './text/compose-utterance.js';
import type { Utterance } from './text/utterance.js';
import { isSsml, piecesOf } from './text/ssml.js';
import { isEnglish, type Voice, type VoiceDirectory } from './voices/voice.js';

export interface SpeechRequest {
  readonly workspace: string;
  /** Text or SSML. */
  readonly input: string;
  readonly voiceId: string;
  readonly model?: string | undefined;
  /** BCP 47; the voice's own if absent. */
  readonly language?: string | undefined;
  readonly format: AudioFormat;
  readonly normalizesText: boolean;
  readonly normalizesLoudness: boolean;
  /** Factor of the voice's pace. */
  readonly speed?: number | undefined;
  readonly signal: AbortSignal;
}

/** One finished recording. */
export interface Speech {
  readonly audio: Uint8Array;
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly durationMs: number;
  /** Of all words, in order. */
  readonly marks: readonly WordMark[];
  readonly estimatesMarks: boolean;
}

/** A recording as it is made. */
export interface SpeechStream {
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly estimatesMarks: boolean;
  parts(): AsyncGenerator<EncodedPart>;
  /** Known when all parts are read. */
  durationMs(): number;
}

/** Largest inputs, in UTF-16 units with tags. */
export const MAX_INPUT: Readonly<Record<Route, number>> = {
  speech: 2000,
  stream: 20_000,
  'stream-with-timestamps': 20_000,
  dialogue: 20_000,
};

/** Longest silence that a request may ask for, in milliseconds: it costs as much as speech. */
export const MAX_PAUSE_MS: Readonly<Record<Route, number>> = {
  speech: 60_000,
  stream: 300_000,
  'stream-with-timestamps': 300_000,
  dialogue: 300_000,
};

/** Speaks text, for all routes alike. */
export class SpeechService {
  readonly #gains = new Map<string, Promise<number>>();

  constructor(
    private readonly synthesizer: Synthesizer,
    private readonly encoders: AudioEncoders,
    private readonly voices: VoiceDirectory,
  ) {}

  /** @throws {Problem} for what the request does not allow, before any work; or when the engine fails */
  async speak(request: SpeechRequest, route: Route = 'speech'): Promise<Speech> {
    const synthesis = (await this.prepare(request, route))();
    const { pcm, marks } = await collect(synthesis);
    const { format } = request;
    const { sampleRate } = synthesis;
    const finished = request.normalizesLoudness ? normalized(pcm, sampleRate) : pcm;
    return {
      audio: await encodeWhole({ pcm: finished, sampleRate }, this.encoders, format),
      format,
      billableCharacters: billableCharacters(request.input),
      durationMs: synthesis.durationMs(),
      marks,
      estimatesMarks: synthesis.estimatesMarks,
    };
  }

  /** @throws {Problem} for what the request does not allow; failures of the engine come with the parts */
  async stream(request: SpeechRequest, route: Route): Promise<SpeechStream> {
    const synthesis = (await this.prepare(request, route))();
    return {
      format: request.format,
      billableCharacters: billableCharacters(request.input),
      estimatesMarks: synthesis.estimatesMarks,
      parts: () => encoded(synthesis, this.encoders, request.format),
      durationMs: () => synthesis.durationMs(),
    };
  }

  /** Code points of what is said or written to be said; tags are free. */
  billableCharacters(input: string): number {
    return billableCharacters(input);
  }

  /**
   * Checks all of a request; what it answers begins the work.
   *
   * @param path of the request in the body, for errors
   */
  async prepare(request: SpeechRequest, route: Route, path = ''): Promise<() => Synthesis> {
    requireInput(request.input, route, path);
    const model = modelFor(request.model, route);
    const voice = await this.voiceOf(request, model);
    const utterance = composeUtterance(request.input, {
      language: request.language ?? voice.locale,
      normalize: request.normalizesText,
    });
    if (utterance.words.length === 0)
      throw invalid(`${path}input`, 'There is nothing to say in it.');
    requirePauses(utterance, route, path);
    const asked: SynthesisRequest = {
      utterance,
      voice,
      rate: request.speed ?? 1,
      signal: request.signal,
    };
    const gain =
      request.normalizesLoudness && route !== 'speech' ? await this.gainOf(asked) : undefined;
    return () => this.synthesizer.start({ ...asked, gain });
  }

  private async voiceOf({ workspace, voiceId }: SpeechRequest, model: Model): Promise<Voice> {
    const voice = await this.voices.find(workspace, voiceId);
    if (voice === undefined) throw SPEECH_ERRORS.voiceNotFound();
    if (model.isEnglishOnly && !isEnglish(voice)) {
      throw SPEECH_ERRORS.voiceNotAllowed({
        message: `The model ${model.id} takes English voices only.`,
      });
    }
    return voice;
  }

  /** A stream cannot be measured before it is made: the gain is that of a sentence, once for each voice. */
  private gainOf({ voice }: SynthesisRequest): Promise<number> {
    const key = `${voice.engine} ${voice.engineVoice} ${voice.pitch}`;
    const known = this.#gains.get(key);
    if (known !== undefined) return known;
    const measured = this.measureGain(voice);
    measured.catch(() => this.#gains.delete(key));
    this.#gains.set(key, measured);
    return measured;
  }

  private async measureGain(voice: Voice): Promise<number> {
    const utterance = composeUtterance(MEASURED_SENTENCE, {
      language: voice.locale,
      normalize: false,
    });
    const signal = AbortSignal.timeout(20_000);
    const synthesis = this.synthesizer.start({ utterance, voice, rate: 1, signal });
    const { pcm } = await collect(synthesis);
    return gainToTarget(pcm, synthesis.sampleRate);
  }
}

const MEASURED_SENTENCE = 'The quick brown fox jumps over the lazy dog, one two three four five.';

function requireInput(input: string, route: Route, path: string): void {
  if (input.trim() === '') throw invalid(`${path}input`, 'The input is empty.');
  const most = MAX_INPUT[route];
  if (input.length <= most) return;
  throw invalid(
    'input',
    `The input has ${input.length} characters, at most ${most} are allowed here.`,
  );
}

function requirePauses({ sentences }: Utterance, route: Route, path: string): void {
  const items = sentences.flatMap((sentence) => sentence.items);
  const ms = items.reduce((sum, item) => sum + (item.kind === 'break' ? item.ms : 0), 0);
  const most = MAX_PAUSE_MS[route];
  if (ms <= most) return;
  throw invalid(
    `${path}input`,
    `Its breaks last ${ms / 1000} s, at most ${most / 1000} s are allowed here.`,
  );
}

export function invalid(field: string, message: string): Error {
  return SPEECH_ERRORS.validation({ message, details: { fields: { [field]: message } } });
}

async function collect(
  synthesis: Synthesis,
): Promise<{ readonly pcm: Int16Array; readonly marks: WordMark[] }> {
  const pcm: Int16Array[] = [];
  const marks: WordMark[] = [];
  for await (const part of synthesis.parts()) {
    pcm.push(part.pcm);
    marks.push(...part.marks);
  }
  return { pcm: joined(pcm), marks };
}

function normalized(pcm: Int16Array, sampleRate: number): Int16Array {
  const limiter = new Limiter(gainToTarget(pcm, sampleRate), sampleRate);
  return joined([limiter.push(pcm), limiter.end()]);
}

/** Code points of what is said or written to be said; tags are free (our choice). */
export function billableCharacters(input: string): number {
  if (!isSsml(input)) return Array.from(input).length;
  return piecesOf(input).reduce(
    (sum, piece) => sum + (piece.kind === 'text' ? Array.from(piece.source.text).length : 0),
    0,
  );
}
