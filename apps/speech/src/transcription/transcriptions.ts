import { Injectable } from '@nestjs/common';
import { problem, type Problem } from '@sextant/platform-http/errors';
import { captionsOf, type CaptionFormat } from '../captions/captions.js';
import type { CaptionedPart } from '../captions/cues.js';
import { FairQueue } from '../scheduling/fair-queue.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { containerOf } from '../recordings/container.js';
import { RecordingSamples, UndecodableError } from '../recordings/usable-recording.js';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import { RECORDING_ERRORS } from '../recordings/recording-errors.js';
import { type Heard, Transcriber } from '../recognition/transcriber.js';

export const TRANSCRIPTION_ERRORS = {
  tooLong: problem('recording_too_long', 400, 'The recording is too long.'),
  unavailable: problem(
    'transcription_unavailable',
    503,
    'There is no recogniser here: install pocketsphinx with its model, or set RECOGNISER_DIR.',
  ),
  busy: problem(
    'engine_busy',
    503,
    'The recogniser is busy, and nothing was written down in time. Try again after the time that Retry-After tells.',
  ),
  loading: problem(
    'engine_loading',
    503,
    'The model of the recogniser is being loaded. Try again after the time that Retry-After tells.',
  ),
  noTimes: problem(
    'transcription_times_unsupported',
    400,
    'The recogniser here tells no times of words: use json, text or verbose_json.',
  ),
} as const;

export interface TranscriptionRequest {
  readonly workspace: string;
  readonly bytes: Uint8Array;
  /** BCP 47. */
  readonly language?: string | undefined;
  /** Of a caller who may leave: what still waits then is not written down. */
  readonly signal: AbortSignal;
}

/** A recording that was written down. */
export interface Transcription extends Heard {
  readonly durationMs: number;
}

/** pocketsphinx takes a third of it, and an answer has its time (REQUEST_TIMEOUT_MS). */
const MAX_SECONDS = 60;
/** At a time in this process: each takes a core. */
const AT_ONCE = 2;
const MOST_WAITING = 10;
const COME_AGAIN = { headers: { 'Retry-After': '10' } };

/** Writes recordings down; workspaces in turn. */
@Injectable()
export class Transcriptions {
  readonly #waiting = new FairQueue<() => void>();
  #active = 0;

  constructor(
    private readonly transcriber: Transcriber,
    private readonly recordings: RecordingSamples,
  ) {}

  /** What to tell somebody whose time is over. */
  whyWaiting(): Problem {
    const isLoading = this.transcriber.isLoading?.() === true;
    return TRANSCRIPTION_ERRORS[isLoading ? 'loading' : 'busy'](COME_AGAIN);
  }

  /**
   * @throws {Problem} for what is no recording, is too long, or in a language that is not heard
   * @throws the signal's reason when the caller leaves before its turn
   */
  async write(request: TranscriptionRequest): Promise<Transcription> {
    const { workspace, bytes, language, signal } = request;
    await this.requireTranscriber(language);
    const pcm = await this.pcmOf(workspace, bytes);
    await this.enter(workspace, pcm.length, signal);
    try {
      const heard = await this.transcriber.write(pcm);
      return { ...heard, durationMs: (pcm.length / ANALYSIS_RATE) * 1000 };
    } catch (error) {
      throw ENGINE_ERRORS.engineFailed({
        cause: error,
        message: 'The recogniser failed. Try again.',
      });
    } finally {
      this.#active -= 1;
      this.dispatch();
    }
  }

  private async requireTranscriber(language: string | undefined): Promise<void> {
    if (!(await this.transcriber.isAvailable())) throw TRANSCRIPTION_ERRORS.unavailable();
    const only = this.transcriber.language;
    if (language === undefined || only === undefined) return;
    if (primary(language) === primary(only)) return;
    const message = `The recogniser here hears ${only} only.`;
    throw VOICE_ERRORS.languageNotSpoken({ message, details: { fields: { language: message } } });
  }

  private async pcmOf(workspace: string, bytes: Uint8Array): Promise<Int16Array> {
    const maxSeconds = Math.min(MAX_SECONDS, this.transcriber.maxSeconds ?? MAX_SECONDS);
    const container = containerOf(bytes);
    if (container === undefined) throw RECORDING_ERRORS.notAudio();
    const pcm = await this.recordings
      .samplesOf({ bytes, container, maxSeconds, workspace }, ANALYSIS_RATE)
      .catch((error: unknown) => {
        if (error instanceof UndecodableError) throw RECORDING_ERRORS.notAudio({ cause: error });
        throw error;
      });
    if (pcm.length > 0) return pcm;
    throw TRANSCRIPTION_ERRORS.tooLong({
      message: `The recording is longer than ${maxSeconds} s, which is the most that is heard here. Send it in parts.`,
    });
  }

  private enter(workspace: string, cost: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting.waitingOf(workspace).count >= MOST_WAITING) {
      throw ENGINE_ERRORS.queueFull(COME_AGAIN);
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.remove(begin);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(workspace, begin, cost);
      this.dispatch();
    });
  }

  private dispatch(): void {
    while (this.#active < AT_ONCE) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#active += 1;
      next();
    }
  }
}

const primary = (language: string): string => language.split('-')[0]?.toLowerCase() ?? language;

/** What was heard as captions. @throws {Problem} `transcription_times_unsupported` */
export function captionsOfHeard(heard: Heard, format: CaptionFormat): string {
  if (heard.words === undefined) throw TRANSCRIPTION_ERRORS.noTimes();
  const layout = { highlightsWords: false, maxLineLength: 42, maxLines: 2, language: 'en' };
  return captionsOf([captionedPart(heard)], { format, ...layout });
}

/** Words with their places in the text of all of them. */
export function captionedPart({ words = [] }: Heard): CaptionedPart {
  let at = 0;
  const marks = words.map(({ text, startMs, endMs }, word) => {
    const start = at;
    at += text.length + 1;
    const end = start + text.length;
    return { kind: 'word' as const, word, start, end, value: text, startMs, endMs };
  });
  return { input: words.map(({ text }) => text).join(' '), marks };
}
