import { Injectable } from '@nestjs/common';
import { collected, SpeechEncoding } from './streams/encoded-stream.js';
import { headroomOf } from '../audio/finaliser.js';
import { gainToTarget } from '../audio/loudness.js';
import { othersTurn } from '../scheduling/turns.js';
import { modelFor, type Route } from '../models/models.js';
import { SYNTHESIS_ERRORS } from './synthesis-errors.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import { requireInput, requirePauses } from './speech-limits.js';
import { invalid } from '../errors/request-errors.js';
import type { WordMark } from './marks/speech-marks.js';
import { type Synthesis, Synthesizer } from './synthesizer.js';
import { estimatedSeconds } from '../text/spoken-length.js';
import { composeUtterance } from '../text/compose-utterance.js';
import { isSsml, piecesOf } from '../text/markup/ssml.js';
import type { UnmeteredSpeaking } from './speaking.js';
import { VoiceGains } from './voice-gains.js';
import { type Lexicon, LexiconDirectory } from '../lexicons/lexicon.js';
import { RunningVoices } from '../voices/catalogue/running-voices.js';
import { type Voice, VoiceDirectory } from '../voices/catalogue/voice.js';
import { VoiceMarks } from '../watermark/watermarks.js';
import { chosenVoice } from './chosen-voice.js';
import { SynthesisSettings } from './synthesis.settings.js';
import type { SpeechRequest, Speech, SpeechStream } from './speech-request.js';

/** Longest speech in one JSON object: as WAV it has 80 MB. */
const WHOLE_SECONDS = 600;

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
@Injectable()
export class SpeechService implements UnmeteredSpeaking {
  readonly #gains: VoiceGains;

  constructor(
    private readonly synthesizer: Synthesizer,
    private readonly voices: VoiceDirectory,
    private readonly lexicons: LexiconDirectory,
    private readonly running: RunningVoices,
    private readonly encoding: SpeechEncoding,
    private readonly watermarks: VoiceMarks,
    private readonly settings: SynthesisSettings,
  ) {
    this.#gains = new VoiceGains(synthesizer);
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
      audio: await this.encoding.whole({ pcm, sampleRate, signal, workspace }, { format, gain }),
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
      parts: () => this.encoding.stream(synthesis, { format, gain }),
      durationMs: () => synthesis.durationMs(),
    };
  }

  /**
   * The voice that will speak, before there is anything to say.
   *
   * @throws {Problem} for what is wrong whatever the text
   */
  async voiceFor(request: Omit<SpeechRequest, 'input'>, route: Route): Promise<Voice> {
    const voice = await chosenVoice(this.voices, {
      request,
      model: modelFor(request.model, route),
      path: '',
    });
    await this.lexiconOf(request);
    this.synthesizer.engineOf(voice);
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
    const { synthesizer, running } = this;
    const signal = AbortSignal.any([request.signal, running.watch(voiceId, request.signal)]);
    const voice = await chosenVoice(this.voices, { request, model, path });
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
      watermark: await this.watermarks.chipsOf(workspace, voiceId),
    };
  }

  private async lexiconOf({
    workspace,
    lexicons = [],
  }: Omit<SpeechRequest, 'input'>): Promise<Lexicon | undefined> {
    return lexicons.length === 0 ? undefined : await this.lexicons.load(workspace, lexicons);
  }

  /** @throws {Problem} `audio_too_long` for what would be longer than one request may be */
  requireSeconds(seconds: number, route: Route, field: string): void {
    const { maxAudioSeconds } = this.settings;
    const most = route === 'speech' ? Math.min(WHOLE_SECONDS, maxAudioSeconds) : maxAudioSeconds;
    if (seconds <= most) return;
    const estimated = Math.round(seconds);
    const message = `This would last about ${estimated} s, at most ${most} s are allowed here.`;
    throw SYNTHESIS_ERRORS.audioTooLong({
      message,
      details: { fields: { [field]: message }, estimated_seconds: estimated, max_seconds: most },
    });
  }

  /** Another replica may have been told that it goes. */
  private async requireVoice(workspace: string, voiceId: string): Promise<void> {
    if ((await this.voices.find(workspace, voiceId)) === undefined) {
      throw VOICE_ERRORS.voiceGone();
    }
  }
}

/** Code points of what is written to be said; tags are free (our choice). */
function writtenCharacters(input: string, isPlain = false): number {
  if (isPlain || !isSsml(input)) return Array.from(input).length;
  return piecesOf(input).reduce(
    (sum, piece) => sum + (piece.kind === 'text' ? Array.from(piece.source.text).length : 0),
    0,
  );
}
