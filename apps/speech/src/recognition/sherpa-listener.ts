import { deflateSync } from 'node:zlib';
import type { Recogniser, Transcript } from './recogniser.js';
import type { SpeakerCheck, SpeakerScore } from './speaker-check.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import type { Recording } from '../recordings/usable-recording.js';
import type { Heard, ListeningRequest, ListeningTask, Transcriber } from './transcriber.js';
import type { ListeningJob, ListeningPart } from './listening.js';
import type { ActivityRequest, Span, SpeechActivity } from './speech-activity.js';
import type { SherpaModel } from './recogniser-folder.js';
import { whisperLanguage } from './whisper-languages.js';
import type { JobTurn } from '../programs/job-queue.js';
import { engineFailure } from '../programs/engine-failure.js';
import { PoolBusyError, type ProgramPool } from '../programs/program-pool.js';

type ListeningPool = ProgramPool<ListeningJob, ListeningPart>;

interface Asked extends JobTurn, Pick<ListeningJob, 'kind' | 'language' | 'task'> {
  readonly signal?: AbortSignal;
}

async function listen(
  pool: ListeningPool,
  pcm: Int16Array,
  { kind, language, task, signal = new AbortController().signal, ...turn }: Asked,
): Promise<ListeningPart> {
  let answer: ListeningPart = {};
  const samples = new Float32Array(pcm.length);
  for (let index = 0; index < pcm.length; index += 1) samples[index] = (pcm[index] ?? 0) / 32_768;
  try {
    await pool.run({
      job: {
        kind,
        samples,
        sampleRate: ANALYSIS_RATE,
        language,
        ...(task === undefined ? {} : { task }),
      },
      onPart: (part) => (answer = part),
      signal,
      // A second of sound costs one: workspaces take turns by it.
      cost: Math.ceil(pcm.length / ANALYSIS_RATE),
      ...turn,
    });
  } catch (error) {
    throw error instanceof PoolBusyError ? engineFailure(error, signal) : error;
  }
  return answer;
}

/** Text that can be packed more is one phrase again and again, which Whisper makes of noise (its own threshold). */
const MAX_COMPRESSION = 2.4;

/** A neural recogniser on disk: whatever is said, in the languages of its model. */
export class SherpaRecogniser implements Recogniser, Transcriber {
  readonly by: string;
  readonly languages: string;

  /** @param maxSeconds what its library leaves out without a word behind that; absent: nothing */
  constructor(
    private readonly pool: ListeningPool,
    private readonly model: SherpaModel,
    readonly maxSeconds?: number,
  ) {
    this.by = `sherpa-onnx, ${model.name}`;
    this.languages = model.isEnglishOnly ? 'English' : `the languages of ${model.name}`;
  }

  isAvailable(): Promise<boolean> {
    return Promise.resolve(!this.pool.isFailing);
  }

  isLoading(): boolean {
    return this.pool.readyCount === 0;
  }

  hears(language: string | undefined, task: ListeningTask): boolean {
    const isEnglish = language === undefined ? undefined : whisperLanguage(language) === 'en';
    if (this.model.isEnglishOnly) return isEnglish !== false;
    if (this.model.family === 'whisper') {
      return language === undefined || whisperLanguage(language) !== undefined;
    }
    // Nobody translates but Whisper; what is English need not be.
    return task === 'transcribe' || isEnglish === true;
  }

  async write(request: ListeningRequest): Promise<Heard> {
    const { pcm, language, task, workspace, isBegun, signal } = request;
    const { heard } = await listen(this.pool, pcm, {
      kind: 'transcribe',
      language: language === undefined ? undefined : whisperLanguage(language),
      // Whisper's English models know no other task.
      task: this.model.isEnglishOnly ? 'transcribe' : task,
      ...{ workspace, isBegun, signal },
    });
    if (heard === undefined) throw new Error('The recogniser gave no text.');
    const isNoise = this.model.family === 'whisper' && isLooped(heard.text);
    return isNoise ? { text: '', words: [] } : heard;
  }

  async transcribe(pcm: Int16Array, workspace: string): Promise<Transcript> {
    const { heard } = await listen(this.pool, pcm, { kind: 'transcribe', workspace });
    if (heard === undefined) throw new Error('The recogniser gave no text.');
    return { text: heard.text, by: this.by };
  }
}

function isLooped(text: string): boolean {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length > MAX_COMPRESSION;
}

/** Silero's model of voice activity: it tells speech from noise, too. */
export class SileroActivity implements SpeechActivity {
  constructor(private readonly pool: ListeningPool) {}

  async spansOf({ pcm, workspace, signal }: ActivityRequest): Promise<readonly Span[]> {
    // What was let in goes on, however many wait.
    const asked = { kind: 'find-speech', workspace, signal, isBegun: true } as const;
    const { spans } = await listen(this.pool, pcm, asked);
    if (spans === undefined) throw new Error('The model of voice activity gave nothing.');
    return spans;
  }
}

/** Cosine above which sherpa-onnx's documentation takes two recordings for one speaker. */
const SAME_COSINE = 0.55;

/** A neural speaker embedding on disk. */
export class SherpaSpeakerCheck implements SpeakerCheck {
  readonly name: string;

  constructor(
    private readonly pool: ListeningPool,
    model: string,
  ) {
    this.name = `sherpa-onnx ${model}, cosine of ${SAME_COSINE} at least`;
  }

  async compare(one: Recording, other: Recording, workspace: string): Promise<SpeakerScore> {
    const [a, b] = await Promise.all([this.embed(one, workspace), this.embed(other, workspace)]);
    const similarity = cosine(a, b);
    return { distance: 1 - similarity, isSame: similarity >= SAME_COSINE };
  }

  private async embed({ pcm }: Recording, workspace: string): Promise<Float32Array> {
    const { embedding } = await listen(this.pool, pcm, { kind: 'embed', workspace });
    if (embedding === undefined) throw new Error('The model gave no embedding.');
    return embedding;
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    aa += value * value;
    bb += other * other;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
