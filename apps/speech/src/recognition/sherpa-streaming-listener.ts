import { basename } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { forSetting } from '@sextant/platform-runtime/config';
import { engineFailure } from '../programs/engine-failure.js';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../programs/model-times.js';
import { PoolBusyError, type ProgramPool } from '../programs/program-pool.js';
import { ProgramPools } from '../programs/program-pools.js';
import { ANALYSIS_RATE } from '../recordings/cepstra.js';
import { streamingConfig } from './recogniser-folder.js';
import { RecognitionSettings } from './recognition.settings.js';
import type { StreamingJob, StreamingPart } from './streaming.js';
import type { SpokenSoFar, StreamingTranscriber } from './streaming-transcriber.js';
import type { Heard } from './transcriber.js';

/** Utterances that are remembered: far more than may be spoken at once. */
const MOST_UTTERANCES = 1000;
/** A pause that was heard and does not belong to the utterance in the end changes nothing; more than that may be words. */
const PAUSE = 0.6 * ANALYSIS_RATE;

/** A model on disk that listens as a stream, in a process that may be replaced at any time: it is given anew what it lost. */
@Injectable()
export class SherpaStreamingListener implements StreamingTranscriber, OnApplicationShutdown {
  readonly by: string;
  readonly #pool: ProgramPool<StreamingJob, StreamingPart> | undefined;
  /** Samples that were given of each utterance. */
  readonly #given = new Map<string, number>();

  /** @throws {ConfigError} for a folder without such a model */
  constructor({ liveRecogniserDir: folder }: RecognitionSettings, pools: ProgramPools) {
    const name = folder === undefined ? 'none' : basename(folder);
    this.by = `sherpa-onnx, ${name}`;
    if (folder === undefined) return;
    const config = forSetting('LIVE_RECOGNISER_DIR', () => streamingConfig(folder));
    this.#pool = pools.create({
      program: 'recognition/streaming',
      size: 1,
      maxWaiting: 16,
      stallMs: MODEL_STALL_MS,
      startMs: MODEL_LOAD_MS,
      env: { SHERPA_STREAMING: JSON.stringify(config) },
      model: { name },
    });
  }

  get isInstalled(): boolean {
    return this.#pool !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool?.close();
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
      await this.#pool?.run({
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
