import type { Problem } from '@sextant/platform-errors';
import type { AudioFormat } from '../audio/audio-format.js';
import { collected, type EncodedPart, type SpeechEncoding } from './encoded-stream.js';
import { headroomOf } from '../audio/finaliser.js';
import { gainToTarget } from '../audio/loudness.js';
import { othersTurn } from '../scheduling/turns.js';
import { modelFor, type Model, type Route } from '../models/models.js';
import { SYNTHESIS_ERRORS } from './synthesis-errors.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import { requireInput, requirePauses } from './speech-limits.js';
import { invalid } from '../errors/request-errors.js';
import type { WordMark } from './speech-marks.js';
import type { Synthesis, Synthesizer } from './synthesizer.js';
import { estimatedSeconds } from '../text/spoken-length.js';
import { composeUtterance } from '../text/compose-utterance.js';
import { isSsml, piecesOf } from '../text/markup/ssml.js';
import { VoiceGains } from './voice-gains.js';
import type { Lexicon, LexiconDirectory } from '../lexicons/lexicon.js';
import type { RunningVoices } from '../voices/catalogue/running-voices.js';
import { voiceFor, voicesOf } from '../voices/catalogue/voice-for-language.js';
import { isEnglish, type Voice, type VoiceDirectory } from '../voices/catalogue/voice.js';
import type { Watermarks } from '../watermark/watermarks.js';

export interface SpeechRequest {
  readonly workspace: string;
  /** Text or SSML. */
  readonly input: string;
  /** Text, although it may begin as SSML does. */
  readonly isPlain?: boolean | undefined;
  readonly voiceId: string;
  /** The only voices that may speak; all if absent. */
  readonly voices?: readonly string[];
  readonly model?: string | undefined;
  /** BCP 47; the voice's own if absent. */
  readonly language?: string | undefined;
  /** Ids of lexicons, the one that wins first. */
  readonly lexicons?: readonly string[] | undefined;
  readonly format: AudioFormat;
  readonly normalizesText: boolean;
  readonly normalizesLoudness: boolean;
  /** Factor of the voice's pace. */
  readonly speed?: number | undefined;
  /** Factor of the voice's pitch. */
  readonly pitch?: number | undefined;
  /** Where it begins in a recording of several, in milliseconds. */
  readonly fromMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Is given, as soon as the voice is known, what tells why nothing has come when the caller's time is over. */
  readonly onVoice?: ((whyWaiting: () => Problem | undefined) => void) | undefined;
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
  /** BCP 47 of what was said. */
  readonly language: string;
  /** The voice that spoke, where another had to: the one that was asked for does not know the language. */
  readonly spokenBy: string;
  /** Whether that is a clone. */
  readonly isClone: boolean;
}

/** A recording as it is made. */
export interface SpeechStream {
  readonly format: AudioFormat;
  readonly billableCharacters: number;
  readonly estimatesMarks: boolean;
  readonly spokenBy: string;
  readonly isClone: boolean;
  readonly language: string;
  parts(): AsyncGenerator<EncodedPart>;
  /** Known when all parts are read. */
  durationMs(): number;
}

/** Longest speech in one JSON object: as WAV it has 80 MB. */
const WHOLE_SECONDS = 600;

export interface SpeechDependencies {
  readonly synthesizer: Synthesizer;
  readonly voices: VoiceDirectory;
  readonly lexicons: LexiconDirectory;
  readonly running: RunningVoices;
  readonly encoding: SpeechEncoding;
  readonly watermarks: Pick<Watermarks, 'chipsOf'>;
  /** Longest speech of one request, in seconds. */
  readonly maxAudioSeconds: number;
}

/** A request whose every part was checked. */
export interface PreparedSpeech {
  readonly voice: Voice;
  readonly estimatesMarks: boolean;
  /** Code points of what is written, or of what is said instead of it where that is longer. */
  readonly billableCharacters: number;
  /** BCP 47 of what is said. */
  readonly language: string;
  /** About how long it will last. */
  readonly seconds: number;
  /** Aborts when the caller goes, or the voice. */
  readonly signal: AbortSignal;
  /** Begins the work. */
  start(): Synthesis;
}

/** Speaks text, for all routes alike. */
export class SpeechService {
  readonly #gains: VoiceGains;

  constructor(private readonly uses: SpeechDependencies) {
    this.#gains = new VoiceGains(uses.synthesizer);
  }

  /**
   * @throws {Problem} for what the request does not allow, before any work; when the engine fails; `voice_not_found`
   *   when the voice is deleted or its consent taken back meanwhile
   */
  async speak(request: SpeechRequest, route: Route = 'speech'): Promise<Speech> {
    const prepared = await this.prepare(request, route);
    const synthesis = prepared.start();
    const marks: WordMark[] = [];
    const pcm = await collected(synthesis, (part) => marks.push(...part.marks));
    const { sampleRate, signal, workspace } = synthesis;
    // Two passes (EBU R128): what was measured is what goes out.
    const { format } = request;
    const gain = request.normalizesLoudness
      ? await gainToTarget({ pcm, sampleRate, workspace }, headroomOf(format))
      : undefined;
    return {
      audio: await this.uses.encoding.whole(
        { pcm, sampleRate, signal, workspace },
        { format, gain },
      ),
      format,
      billableCharacters: prepared.billableCharacters,
      durationMs: synthesis.durationMs(),
      marks,
      estimatesMarks: synthesis.estimatesMarks,
      spokenBy: prepared.voice.id,
      isClone: prepared.voice.type !== 'shared',
      language: prepared.language,
    };
  }

  /** @throws {Problem} for what the request does not allow; what fails later comes with the parts */
  async stream(request: SpeechRequest, route: Route): Promise<SpeechStream> {
    const prepared = await this.prepare(request, route);
    const gain = request.normalizesLoudness
      ? await this.#gains.of(prepared.voice, request.workspace)
      : undefined;
    const synthesis = prepared.start();
    const { format } = request;
    return {
      format,
      billableCharacters: prepared.billableCharacters,
      estimatesMarks: synthesis.estimatesMarks,
      spokenBy: prepared.voice.id,
      isClone: prepared.voice.type !== 'shared',
      language: prepared.language,
      parts: () => this.uses.encoding.stream(synthesis, { format, gain }),
      durationMs: () => synthesis.durationMs(),
    };
  }

  /**
   * The voice that will speak, before there is anything to say.
   *
   * @throws {Problem} for what is wrong whatever the text
   */
  async voiceFor(request: Omit<SpeechRequest, 'input'>, route: Route): Promise<Voice> {
    const voice = await this.voiceOf(request, modelFor(request.model, route), '');
    await this.lexiconOf(request);
    this.uses.synthesizer.engineOf(voice);
    return voice;
  }

  /**
   * Checks all of a request before any work.
   *
   * @param path of the request in the body, for errors
   */
  async prepare(request: SpeechRequest, route: Route, path = ''): Promise<PreparedSpeech> {
    requireInput(request.input, route, path);
    const model = modelFor(request.model, route);
    const { workspace, voiceId } = request;
    const { synthesizer, running } = this.uses;
    const signal = AbortSignal.any([request.signal, running.watch(voiceId, request.signal)]);
    const voice = await this.voiceOf(request, model, path);
    request.onVoice?.(() => synthesizer.whyWaiting(voice));
    const lexicon = await this.lexiconOf(request);
    // A long text takes some hundredths of a second: others are answered before the next one.
    await othersTurn(workspace);
    const utterance = composeUtterance(request.input, {
      language: request.language ?? voice.locale,
      normalize: request.normalizesText,
      lexicon,
      isPlain: request.isPlain,
    });
    if (utterance.words.length === 0)
      throw invalid(`${path}input`, 'There is nothing to say in it.');
    requirePauses(utterance, route, path);
    const rate = request.speed ?? 1;
    const seconds = estimatedSeconds(utterance, rate * voice.rate);
    this.requireSeconds(seconds, route, `${path}input`);
    const pitched = { ...voice, pitch: voice.pitch * (request.pitch ?? 1) };
    const ofClone = voice.type === 'shared' ? {} : await this.ofClone(request);
    return {
      voice,
      signal,
      seconds,
      language: utterance.language,
      billableCharacters: writtenCharacters(request.input, request.isPlain) + utterance.replacedBy,
      estimatesMarks: synthesizer.engineOf(voice).estimatesMarks,
      start: () =>
        synthesizer.start({ utterance, voice: pitched, rate, signal, workspace, ...ofClone }),
    };
  }

  /** A clone may go while it speaks, and what it says is marked. */
  private async ofClone({ workspace, voiceId, fromMs }: SpeechRequest) {
    return {
      fromMs,
      requireVoice: () => this.requireVoice(workspace, voiceId),
      watermark: await this.uses.watermarks.chipsOf(workspace, voiceId),
    };
  }

  private async lexiconOf({
    workspace,
    lexicons = [],
  }: Omit<SpeechRequest, 'input'>): Promise<Lexicon | undefined> {
    return lexicons.length === 0 ? undefined : await this.uses.lexicons.load(workspace, lexicons);
  }

  /** @throws {Problem} `audio_too_long` for what would be longer than one request may be */
  requireSeconds(seconds: number, route: Route, field: string): void {
    const { maxAudioSeconds } = this.uses;
    const most = route === 'speech' ? Math.min(WHOLE_SECONDS, maxAudioSeconds) : maxAudioSeconds;
    if (seconds <= most) return;
    const estimated = Math.round(seconds);
    const message = `This would last about ${estimated} s, at most ${most} s are allowed here.`;
    throw SYNTHESIS_ERRORS.audioTooLong({
      message,
      details: { fields: { [field]: message }, estimated_seconds: estimated, max_seconds: most },
    });
  }

  private async voiceOf(
    request: Omit<SpeechRequest, 'input'>,
    model: Model,
    path: string,
  ): Promise<Voice> {
    const { workspace, voiceId, language } = request;
    const { voices } = this.uses;
    const voice = await voices.find(workspace, voiceId);
    if (voice === undefined) throw noVoice(voiceId, path);
    if (model.isEnglishOnly && !isEnglish(voice)) {
      throw VOICE_ERRORS.voiceNotAllowed({
        message: `The model ${model.id} takes English voices only, ${voiceId} speaks ${voice.locale}.`,
      });
    }
    if (language === undefined) return requireAllowed(voice, request);
    const able = voiceFor(voice, language, voices.shared);
    if (able !== undefined && (!model.isEnglishOnly || isEnglish(able))) {
      return requireAllowed(able, request);
    }
    throw languageRefused(model, language, voicesOf(language, voices.shared));
  }

  /** Another replica may have been told that it goes. */
  private async requireVoice(workspace: string, voiceId: string): Promise<void> {
    if ((await this.uses.voices.find(workspace, voiceId)) === undefined) {
      throw VOICE_ERRORS.voiceGone();
    }
  }
}

/** Another voice may speak than the one that was asked for, where that one does not know the language. */
function requireAllowed(voice: Voice, { voices }: Pick<SpeechRequest, 'voices'>): Voice {
  if (voices?.includes(voice.id) !== false) return voice;
  throw VOICE_ERRORS.voiceNotAllowed({
    message: `It would be spoken by ${voice.id}, which the token does not allow.`,
  });
}

/** Names the voice and the member that asks for it: a dialogue has many. */
function noVoice(id: string, path: string): Error {
  const message = `There is no voice "${id}". GET /v1/voices lists them.`;
  return VOICE_ERRORS.voiceNotFound({
    message,
    details: { fields: { [`${path}voice_id`]: message } },
  });
}

/** Most voices that an error names. */
const NAMED = 10;

function languageRefused(model: Model, language: string, able: readonly Voice[]): Error {
  const voices = able.map(({ id }) => id).slice(0, NAMED);
  const by =
    voices.length === 0
      ? 'No voice here speaks it.'
      : `With a multilingual model it is spoken by: ${voices.join(', ')}.`;
  const what = model.isEnglishOnly ? `${model.id} speaks English only, not` : 'Nobody speaks';
  const message = `${what} ${language}. ${by}`;
  return VOICE_ERRORS.languageNotSpoken({
    message,
    details: { fields: { language: message }, voices },
  });
}

/** Code points of what is written to be said; tags are free (our choice). */
function writtenCharacters(input: string, isPlain = false): number {
  if (isPlain || !isSsml(input)) return Array.from(input).length;
  return piecesOf(input).reduce(
    (sum, piece) => sum + (piece.kind === 'text' ? Array.from(piece.source.text).length : 0),
    0,
  );
}
