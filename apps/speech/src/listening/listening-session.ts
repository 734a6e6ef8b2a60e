import { randomUUID } from 'node:crypto';
import { LiveOutbox } from '../live/live-outbox.js';
import type { LiveTalk } from '../live/live-talk.js';
import type { SpeechActivity } from '../recognition/speech-activity.js';
import type { StreamingTranscriber } from '../recognition/streaming-transcriber.js';
import type { Heard, Transcriber } from '../recognition/transcriber.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import type { UsageRecorder } from '../usage/usage.js';
import { UtteranceCutter, type Cut, type Utterance } from './utterance-cutter.js';

/** Where an utterance is: they count from 1, and times are from the beginning of the session. */
interface Placed {
  readonly utterance: number;
  readonly startMs: number;
}

/** What a session tells. */
export type ListeningMessage =
  | (Placed & { readonly kind: 'speech_started' })
  /** What is being said, as far as it is known: the next one replaces it. */
  | (Placed & { readonly kind: 'interim'; readonly endMs: number; readonly heard: Heard })
  /** What was said. Times of words are from the beginning of the session. */
  | (Placed & { readonly kind: 'final'; readonly endMs: number; readonly heard: Heard })
  | { readonly kind: 'done'; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ListeningUses {
  readonly transcriber: Transcriber;
  readonly streaming: StreamingTranscriber;
  readonly activity: SpeechActivity;
  readonly usage: Pick<UsageRecorder, 'recordSoFar'>;
}

export interface ListeningOptions {
  readonly workspace: string;
  /** BCP 47; absent: the transcriber finds out. */
  readonly language: string | undefined;
  /** Whether words are told while somebody still speaks. */
  readonly tellsInterim: boolean;
  /** Whether a pause ends an utterance; else `commit` alone does, and what a recogniser hears at most. */
  readonly endsAtPauses: boolean;
  /** Fails when the key or token counts no more. */
  readonly requireAccess: () => Promise<void>;
}

/** What is kept of each session for who comes back. */
const KEPT_BYTES = 512 * 1024;
/** Of a message, about. */
const MESSAGE_BYTES = 500;
/** Seconds that may wait to be heard; then no more is to be read. */
const MAX_WAITING_SECONDS = 30;
/** Ends of utterances that may wait: who commits nothing, again and again, is not read meanwhile. */
const MAX_WAITING = 100;
/**
 * New sound between two looks at what is being said, and its least share of what was looked at before: each look begins anew, and
 * with one a second the longest utterance would cost fifteen times as much as it lasts.
 */
const INTERIM_SECONDS = 1;
const INTERIM_SHARE = 0.2;
/** A model that listens as a stream does not begin anew. */
const STREAMED_INTERIM_SECONDS = 0.3;

/** So much may be listened to and not counted, where nothing but interim texts was told. */
const MAX_UNCOUNTED_MS = 10_000;

type Work =
  | (Placed & { readonly kind: 'begun' })
  | (Placed & { readonly kind: 'ended' } & Utterance);

/** One who speaks and one who reads: sound in, numbered messages out, over connections that may break. */
export class ListeningSession implements LiveTalk {
  readonly outbox = new LiveOutbox<ListeningMessage>(KEPT_BYTES);
  readonly #over = new AbortController();
  readonly #work: Work[] = [];
  readonly #cutter: UtteranceCutter;
  #utterance = 0;
  #finals = 0;
  /** Samples of the utterance that were looked at. */
  #seen = 0;
  readonly #id = randomUUID();
  #countedMs = 0;
  #isAtWork = false;
  #isEnding = false;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<undefined>();

  constructor(
    private readonly uses: ListeningUses,
    private readonly options: ListeningOptions,
  ) {
    this.#cutter = new UtteranceCutter(options.endsAtPauses);
  }

  /** Milliseconds of what came. */
  get durationMs(): number {
    return Math.round(this.#cutter.durationMs);
  }

  get hasRoom(): boolean {
    const waiting = this.#work.reduce(
      (sum, work) => sum + (work.kind === 'ended' ? work.pcm.length : 0),
      0,
    );
    return this.#work.length < MAX_WAITING && waiting < MAX_WAITING_SECONDS * ANALYSIS_RATE;
  }

  get isBusy(): boolean {
    return this.#isAtWork || this.#work.length > 0;
  }

  /** Takes what was said next: mono, 16,000 samples a second. */
  hear(pcm: Int16Array): void {
    if (this.#isEnding) return;
    this.take(this.#cutter.push(pcm));
  }

  /** Ends what is being said. Where pauses do not, it is answered although nobody spoke. */
  commit(): void {
    if (this.#isEnding) return;
    const cuts = this.#cutter.flush();
    if (cuts.length > 0 || this.options.endsAtPauses) this.take(cuts);
    else this.take([begunAt(this.durationMs), endedAt(this.durationMs)]);
  }

  /** Forgets what is being said. */
  clear(): void {
    this.#cutter.flush();
  }

  /** What waits is written down, and the session is over. */
  end(): void {
    if (this.#isEnding) return;
    this.take(this.#cutter.flush());
    this.#isEnding = true;
    this.changed();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#isEnding = true;
    this.#over.abort(error);
    this.changed();
  }

  close(): void {
    this.#isEnding = true;
    this.#over.abort(new Error('The session is over.'));
    this.outbox.close();
    this.changed();
  }

  async run(): Promise<void> {
    try {
      await this.listen();
      await this.tell({ kind: 'done', durationMs: this.durationMs });
    } catch (error) {
      await this.tell({ kind: 'failed', error: this.#failure?.error ?? error });
    } finally {
      this.close();
    }
  }

  /** Until the end of what comes, and what waits then. */
  private async listen(): Promise<void> {
    try {
      for (;;) {
        this.#over.signal.throwIfAborted();
        const work = this.#work.shift();
        const isInterimDue = work === undefined && this.isInterimDue;
        if (work === undefined && !isInterimDue && this.#isEnding) return;
        if (work === undefined && !isInterimDue) {
          await this.#change.promise;
          continue;
        }
        this.#isAtWork = true;
        await (work === undefined ? this.tellInterim() : this.do(work));
        this.#isAtWork = false;
      }
    } finally {
      this.#isAtWork = false;
      await this.count(this.durationMs);
    }
  }

  private take(cuts: readonly Cut[]): void {
    for (const cut of cuts) {
      if (cut.kind === 'begun') this.#utterance += 1;
      this.#seen = 0;
      this.#work.push({ ...cut, utterance: this.#utterance });
    }
    this.changed();
  }

  private async do(work: Work): Promise<void> {
    const { utterance, startMs } = work;
    if (work.kind === 'begun') {
      await this.tell({ kind: 'speech_started', utterance, startMs: Math.round(startMs) });
      return;
    }
    await this.options.requireAccess();
    const heard = await this.write(work, true);
    this.#finals += 1;
    const where = placed(work);
    await this.count(where.endMs);
    await this.tell({ kind: 'final', ...where, heard: movedTo(startMs, heard) });
  }

  private get isInterimDue(): boolean {
    if (!this.options.tellsInterim || this.#isEnding) return false;
    const due = this.uses.streaming.isInstalled
      ? STREAMED_INTERIM_SECONDS * ANALYSIS_RATE
      : Math.max(INTERIM_SECONDS * ANALYSIS_RATE, INTERIM_SHARE * this.#seen);
    return this.#cutter.currentLength - this.#seen >= due;
  }

  private async tellInterim(): Promise<void> {
    const { current } = this.#cutter;
    if (current === undefined) return;
    this.#seen = current.pcm.length;
    const utterance = this.#utterance;
    const heard = await this.write({ ...current, utterance }, false);
    const isStillSaid = utterance === this.#utterance && this.#cutter.currentLength > 0;
    if (heard.text === '' || !isStillSaid) return;
    const where = placed({ ...current, utterance });
    if (where.endMs - this.#countedMs >= MAX_UNCOUNTED_MS) await this.count(where.endMs);
    await this.tell({ kind: 'interim', ...where, heard: movedTo(current.startMs, heard) });
  }

  /** Noise is no speech, where a model tells them apart. */
  private async write(
    { pcm, utterance }: Utterance & Pick<Placed, 'utterance'>,
    isOver: boolean,
  ): Promise<Heard> {
    const { workspace, language } = this.options;
    const { signal } = this.#over;
    const { streaming } = this.uses;
    if (streaming.isInstalled) {
      const id = `${this.#id} ${utterance}`;
      return streaming.hear({ id, pcm, isOver, workspace, isBegun: this.#finals > 0, signal });
    }
    const spans = await this.uses.activity.spansOf({ pcm, workspace, signal });
    if (spans.length === 0) return { text: '', words: [] };
    const isBegun = this.#finals > 0;
    const asked = { pcm, language, task: 'transcribe', workspace, isBegun, signal } as const;
    return await this.uses.transcriber.write(asked);
  }

  private tell(message: ListeningMessage): Promise<void> {
    const words = 'heard' in message ? (message.heard.words?.length ?? 0) : 0;
    return this.outbox.add(message, MESSAGE_BYTES + 80 * words);
  }

  /**
   * Counts what was listened to, before it is told: whatever was answered is counted, also when this process is killed then.
   *
   * @param untilMs from the beginning of the session
   */
  private async count(untilMs: number): Promise<void> {
    if (untilMs <= this.#countedMs) return;
    await this.uses.usage.recordSoFar(this.#id, {
      workspace: this.options.workspace,
      route: 'live-transcription',
      model: this.uses.streaming.isInstalled ? this.uses.streaming.by : this.uses.transcriber.by,
      voiceIds: [],
      billableCharacters: 0,
      durationMs: untilMs,
    });
    this.#countedMs = untilMs;
  }

  private changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}

const begunAt = (startMs: number): Cut => ({ kind: 'begun', startMs });
const endedAt = (startMs: number): Cut => ({ kind: 'ended', startMs, pcm: new Int16Array(0) });

const placed = ({ utterance, startMs, pcm }: Utterance & { readonly utterance: number }) => ({
  utterance,
  startMs: Math.round(startMs),
  endMs: Math.round(startMs + (pcm.length / ANALYSIS_RATE) * 1000),
});

function movedTo(startMs: number, { words, ...heard }: Heard): Heard {
  if (words === undefined) return heard;
  const by = Math.round(startMs);
  const moved = words.map((word) => ({
    ...word,
    startMs: word.startMs + by,
    endMs: word.endMs + by,
  }));
  return { ...heard, words: moved };
}
