import { engineFailure } from '../programs/engine-failure.js';
import { PoolBusyError, type ProgramPool } from '../programs/program-pool.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import type { StreamingJob, StreamingPart } from './streaming.js';
import type { SpokenSoFar, StreamingTranscriber } from './streaming-transcriber.js';
import type { Heard } from './transcriber.js';

export type StreamingPool = ProgramPool<StreamingJob, StreamingPart>;

/** Utterances that are remembered: far more than may be spoken at once. */
const MOST_UTTERANCES = 1000;
/** A pause that was heard and does not belong to the utterance in the end changes nothing; more than that may be words. */
const PAUSE = 0.6 * ANALYSIS_RATE;

/** A model on disk that listens as a stream, in a process that may be replaced at any time: it is given anew what it lost. */
export class StreamingListener implements StreamingTranscriber {
  readonly isInstalled = true;
  readonly by: string;
  /** Samples that were given of each utterance. */
  readonly #given = new Map<string, number>();

  constructor(
    private readonly pool: StreamingPool,
    model: string,
  ) {
    this.by = `sherpa-onnx, ${model}`;
  }

  async hear(spoken: SpokenSoFar): Promise<Heard> {
    const { id, pcm } = spoken;
    const given = this.#given.get(id) ?? 0;
    // What was heard beyond its end belongs to the next one.
    const from = given - pcm.length > PAUSE ? 0 : Math.min(given, pcm.length);
    const heard = (await this.give(spoken, from)) ?? (await this.give(spoken, 0));
    if (heard === undefined) throw new Error('The streaming model gave no text.');
    return heard;
  }

  private async give(spoken: SpokenSoFar, from: number): Promise<Heard | undefined> {
    const { id, pcm, isOver, workspace, isBegun, signal } = spoken;
    let answer: StreamingPart = {};
    const samples = Float32Array.from(pcm.subarray(from), (sample) => sample / 32_768);
    // Behind the end there may be a pause that was given already.
    const place = from === 0 ? 0 : (this.#given.get(id) ?? 0);
    this.#given.delete(id);
    try {
      await this.pool.run({
        job: { stream: id, from: place, samples, isOver },
        onPart: (part) => (answer = part),
        signal,
        cost: Math.ceil(samples.length / ANALYSIS_RATE),
        ...{ workspace, isBegun },
      });
    } catch (error) {
      throw error instanceof PoolBusyError ? engineFailure(error, signal) : error;
    }
    if (!isOver) this.remember(id, place + samples.length);
    return answer.heard;
  }

  private remember(id: string, given: number): void {
    this.#given.set(id, given);
    const [oldest] = this.#given.keys();
    if (this.#given.size > MOST_UTTERANCES && oldest !== undefined) this.#given.delete(oldest);
  }
}
