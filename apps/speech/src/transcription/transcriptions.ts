import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';
import { SpeechActivity } from '../recognition/speech-activity.js';
import { stretchesOf, type Stretch } from '../recognition/stretches.js';
import { type Heard, type ListeningTask, Transcriber } from '../recognition/transcriber.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { containerOf, type Container } from '../recordings/container.js';
import { RECORDING_ERRORS } from '../recordings/recording-errors.js';
import { SampleFile } from '../recordings/sample-file.js';
import { RecordingStreams, UndecodableError } from '../recordings/usable-recording.js';
import { FairPlaces } from '../scheduling/fair-places.js';
import { UsageRecorder } from '../usage/usage.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import { TRANSCRIPTION_ERRORS } from './transcription-errors.js';

export interface TranscriptionRequest {
  readonly workspace: string;
  readonly bytes: Uint8Array;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly task: ListeningTask;
  /** Whether it is told as it is heard: then it may last an hour. */
  readonly isStreamed: boolean;
  /** Of a caller who may leave: what is not written down at the next cut never is. */
  readonly signal: AbortSignal;
}

/** What was said between two pauses. Times are from the beginning of the recording. */
export interface TranscribedSegment extends Heard {
  readonly startMs: number;
  readonly endMs: number;
}

/** A recording that was written down. */
export interface Transcription extends Heard {
  readonly task: ListeningTask;
  readonly by: string;
  readonly durationMs: number;
  readonly segments: readonly TranscribedSegment[];
}

/** A recording that is about to be written down. */
export interface BegunTranscription {
  readonly by: string;
  /** One reader. Fails when the recogniser does. */
  segments(): AsyncGenerator<TranscribedSegment>;
  /** Of the whole recording; known once all segments are there. */
  durationMs(): number;
}

/** The forms that recordings come in, in any dialect. */
export const RECORDING_FORM = {
  ...{ file: 'file', maxFileBytes: 25 * 1024 * 1024 },
  ...{ most: 16, mostOfOne: 4, receiveMs: 120_000 },
} as const;

/** An answer in one piece has its time (REQUEST_TIMEOUT_MS): more would never be in time. */
const MAX_SECONDS = 300;
const MAX_STREAMED_SECONDS = 3600;
/** At work in this process: they take turns at every pause. An hour is 115 MB on disk, and nobody's hour is before a minute. */
const AT_ONCE = 16;
const STREAMED_AT_ONCE = 6;
const OF_WORKSPACE = 2;
const MOST_WAITING = 10;
const COME_AGAIN = { headers: { 'Retry-After': '10' } };

/** Writes recordings down; workspaces in turn. */
@Injectable()
export class Transcriptions {
  readonly #places = new FairPlaces(AT_ONCE, OF_WORKSPACE);
  readonly #streamedPlaces = new FairPlaces(STREAMED_AT_ONCE, OF_WORKSPACE);

  constructor(
    private readonly transcriber: Transcriber,
    private readonly activity: SpeechActivity,
    private readonly recordings: RecordingStreams,
    private readonly usage: UsageRecorder,
  ) {}

  /** What to tell somebody whose time is over. */
  whyWaiting(): Problem {
    const isLoading = this.transcriber.isLoading?.() === true;
    return TRANSCRIPTION_ERRORS[isLoading ? 'loading' : 'busy'](COME_AGAIN);
  }

  /** All of it. @throws {Problem} as `begin`, and what fails later */
  async write(request: TranscriptionRequest): Promise<Transcription> {
    const begun = await this.begin(request);
    const segments: TranscribedSegment[] = [];
    for await (const segment of begun.segments()) segments.push(segment);
    const { task } = request;
    return { ...wholeOf(segments), task, by: begun.by, durationMs: begun.durationMs(), segments };
  }

  /**
   * Checks what can be known at once.
   *
   * @throws {Problem} for what is no recording, for a language that is not heard, and when too many wait
   */
  async begin(request: TranscriptionRequest): Promise<BegunTranscription> {
    await this.requireTranscriber(request);
    const container = containerOf(request.bytes);
    if (container === undefined) throw RECORDING_ERRORS.notAudio();
    if (this.placesFor(request).waitingOf(request.workspace) >= MOST_WAITING) {
      throw ENGINE_ERRORS.queueFull(COME_AGAIN);
    }
    const file = { durationMs: 0 };
    return {
      by: this.transcriber.by,
      segments: () => this.segments(request, container, file),
      durationMs: () => file.durationMs,
    };
  }

  private placesFor({ isStreamed }: TranscriptionRequest): FairPlaces {
    return isStreamed ? this.#streamedPlaces : this.#places;
  }

  private async *segments(
    request: TranscriptionRequest,
    container: Container,
    file: { durationMs: number },
  ): AsyncGenerator<TranscribedSegment> {
    const { workspace, bytes, signal } = request;
    const release = await this.placesFor(request).enter(workspace, bytes.length, signal);
    try {
      const recording = await SampleFile.create();
      try {
        const decoding = this.decode(request, container, recording);
        // A stream is told from while the rest is decoded; of the others nothing is heard in vain.
        if (!request.isStreamed) await decoding;
        yield* this.heard(request, recording);
        file.durationMs = msOf(recording.length);
      } finally {
        await recording.close();
      }
    } finally {
      release();
    }
  }

  private async *heard(
    request: TranscriptionRequest,
    recording: SampleFile,
  ): AsyncGenerator<TranscribedSegment> {
    const { workspace, signal } = request;
    const options = { activity: this.activity, workspace, signal };
    let heardMs = 0;
    try {
      for await (const stretch of stretchesOf(recording, options)) {
        const isBegun = heardMs > 0;
        const segment = await this.hear(stretch, request, isBegun);
        heardMs = segment.endMs;
        if (segment.text !== '') yield segment;
      }
      heardMs = msOf(recording.length);
    } finally {
      await this.record(workspace, heardMs);
    }
  }

  private async hear(
    { pcm, startMs }: Stretch,
    { language, task, workspace, signal }: TranscriptionRequest,
    isBegun: boolean,
  ): Promise<TranscribedSegment> {
    try {
      const asked = { pcm, language, task, workspace, isBegun, signal };
      const heard = await this.transcriber.write(asked);
      return segmentOf(heard, startMs, startMs + msOf(pcm.length));
    } catch (error) {
      if (signal.aborted || error instanceof Problem) throw error;
      throw ENGINE_ERRORS.engineFailed({
        cause: error,
        message: 'The recogniser failed. Try again.',
      });
    }
  }

  /** What was heard counts, whether its caller stayed or not. */
  private async record(workspace: string, durationMs: number): Promise<void> {
    if (durationMs === 0) return;
    await this.usage.record({
      workspace,
      route: 'transcription',
      model: this.transcriber.by,
      voiceIds: [],
      billableCharacters: 0,
      durationMs: Math.round(durationMs),
    });
  }

  private async requireTranscriber({ language, task }: TranscriptionRequest): Promise<void> {
    if (!(await this.transcriber.isAvailable())) throw TRANSCRIPTION_ERRORS.unavailable();
    if (this.transcriber.hears(language, task)) return;
    if (task === 'translate' && this.transcriber.hears(language, 'transcribe')) {
      throw TRANSCRIPTION_ERRORS.noTranslation();
    }
    const message = `The recogniser here hears ${this.transcriber.languages} only.`;
    throw VOICE_ERRORS.languageNotSpoken({ message, details: { fields: { language: message } } });
  }

  /** Never rejects: who reads the recording hears of it. */
  private async decode(
    { workspace, bytes, isStreamed, signal }: TranscriptionRequest,
    container: Container,
    recording: SampleFile,
  ): Promise<void> {
    const maxSeconds = isStreamed ? MAX_STREAMED_SECONDS : MAX_SECONDS;
    try {
      const upload = { bytes, container, maxSeconds, workspace };
      const read = await this.recordings.read(upload, (pcm) => recording.append(pcm), signal);
      if (read === 'whole') recording.end();
      else
        recording.end(TRANSCRIPTION_ERRORS.tooLong({ message: tooLong(maxSeconds, isStreamed) }));
    } catch (error) {
      const isRecording = !(error instanceof UndecodableError);
      recording.end(isRecording ? error : RECORDING_ERRORS.notAudio({ cause: error }));
    }
  }
}

const tooLong = (seconds: number, isStreamed: boolean): string =>
  isStreamed
    ? `The recording is longer than ${seconds} s. Send it in parts.`
    : `The recording is longer than ${seconds} s, which is the most of an answer in one piece. Ask with stream=true for up to ${MAX_STREAMED_SECONDS} s.`;

const msOf = (samples: number): number => (samples / ANALYSIS_RATE) * 1000;

function segmentOf(heard: Heard, startMs: number, endMs: number): TranscribedSegment {
  const { words } = heard;
  const moved = words?.map((word) => ({
    ...word,
    startMs: word.startMs + Math.round(startMs),
    endMs: Math.min(Math.round(endMs), word.endMs + Math.round(startMs)),
  }));
  return { ...heard, ...(moved === undefined ? {} : { words: moved }), startMs, endMs };
}

/** The text of all; words where the times of all are known. */
function wholeOf(segments: readonly TranscribedSegment[]): Heard {
  const words = segments.flatMap((segment) => segment.words ?? []);
  const isTimed = segments.every((segment) => segment.words !== undefined);
  const language = segments.find((segment) => segment.language !== undefined)?.language;
  return {
    text: segments.map(({ text }) => text).join(' '),
    ...(isTimed ? { words } : {}),
    ...(language === undefined ? {} : { language }),
  };
}
