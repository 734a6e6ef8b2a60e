import type { Recogniser, Transcript } from './recogniser.js';
import type { SpeakerCheck, SpeakerScore } from './speaker-check.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import type { Recording } from '../recordings/usable-recording.js';
import type { Heard, Transcriber } from './transcriber.js';
import type { ListeningJob, ListeningPart } from './listening.js';
import type { ProgramPool } from '../programs/program-pool.js';

type ListeningPool = ProgramPool<ListeningJob, ListeningPart>;

async function listen(
  pool: ListeningPool,
  kind: ListeningJob['kind'],
  pcm: Int16Array,
): Promise<ListeningPart> {
  let answer: ListeningPart = {};
  await pool.run({
    job: {
      kind,
      samples: Float32Array.from(pcm, (value) => value / 32768),
      sampleRate: ANALYSIS_RATE,
    },
    onPart: (part) => (answer = part),
    signal: new AbortController().signal,
  });
  return answer;
}

/** A neural recogniser on disk: whatever is said, in the languages of its model. */
export class SherpaRecogniser implements Recogniser, Transcriber {
  /** @param maxSeconds what its library leaves out without a word behind that; absent: nothing */
  constructor(
    private readonly pool: ListeningPool,
    private readonly model: string,
    readonly maxSeconds?: number,
  ) {}

  isAvailable(): Promise<boolean> {
    return Promise.resolve(!this.pool.isFailing);
  }

  isLoading(): boolean {
    return this.pool.readyCount === 0;
  }

  write(pcm: Int16Array): Promise<Heard> {
    return this.transcribe(pcm);
  }

  async transcribe(pcm: Int16Array): Promise<Transcript> {
    const { text } = await listen(this.pool, 'transcribe', pcm);
    if (text === undefined) throw new Error('The recogniser gave no text.');
    return { text, by: `sherpa-onnx, ${this.model}` };
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

  async compare(one: Recording, other: Recording): Promise<SpeakerScore> {
    const [a, b] = await Promise.all([this.embed(one), this.embed(other)]);
    const similarity = cosine(a, b);
    return { distance: 1 - similarity, isSame: similarity >= SAME_COSINE };
  }

  private async embed({ pcm }: Recording): Promise<Float32Array> {
    const { embedding } = await listen(this.pool, 'embed', pcm);
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
