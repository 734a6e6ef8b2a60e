import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Decoded,
  type RecordingDecoder,
  type RecordingMarks,
  type RecordingSamples,
  type RecordingStreams,
  type Upload,
  UndecodableError,
} from './usable-recording.js';
import type { RecordingJob, RecordingPart } from './recordings.js';
import { engineFailure } from '../programs/engine-failure.js';
import { ProgramError, type ProgramPool } from '../programs/program-pool.js';
import { ProgramPools } from '../programs/program-pools.js';
import { ProgramSettings } from '../programs/program.settings.js';

/** A recording that takes longer to decode is no recording. */
const DECODE_MS = 20_000;
/** Thirty seconds take a tenth of it; more is an attack, and ends the process. */
const DECODE_MIB = '1024';

/** Decodes in child processes: decoders read what strangers send, and some of them are GPL. */
@Injectable()
export class ProgramDecoder
  implements
    RecordingDecoder,
    RecordingSamples,
    RecordingStreams,
    RecordingMarks,
    OnApplicationShutdown
{
  readonly #pool: ProgramPool<RecordingJob, RecordingPart>;

  constructor(pools: ProgramPools, { engineProcesses }: ProgramSettings) {
    // Started with the first upload: many installations never have one.
    this.#pool = pools.create({
      program: 'recordings/recordings',
      triesAgain: false,
      size: Math.min(2, engineProcesses),
      maxWaiting: 16,
      stallMs: DECODE_MS,
      env: { MAX_MEMORY_MIB: DECODE_MIB },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.close();
  }

  async decode(upload: Upload): Promise<Decoded | 'tooLong'> {
    const { pcm, analysis } = await this.run(upload);
    return analysis === undefined ? 'tooLong' : { pcm, analysis };
  }

  /** The recording at another rate. */
  async samplesOf(upload: Upload, sampleRate: number): Promise<Int16Array> {
    return (await this.run({ ...upload, sampleRate })).pcm;
  }

  /** What could be a mark in it; nothing when it is too long. */
  async marksOf(upload: Upload): Promise<Float64Array | undefined> {
    return (await this.run({ ...upload, findsMarks: true })).marks;
  }

  async read(
    upload: Upload,
    take: (pcm: Int16Array) => void,
    signal: AbortSignal,
  ): Promise<'whole' | 'tooLong'> {
    const told = { isTooLong: false };
    await this.runJob({ ...upload, isStreamed: true }, signal, (part) => {
      take(part.pcm);
      told.isTooLong = part.isTooLong === true;
    });
    return told.isTooLong ? 'tooLong' : 'whole';
  }

  private async run(job: AskedJob): Promise<RecordingPart> {
    const parts: RecordingPart[] = [];
    await this.runJob(job, new AbortController().signal, (part) => void parts.push(part));
    const result = parts.at(-1);
    if (result === undefined) throw new UndecodableError('nothing was decoded');
    return result;
  }

  private async runJob(
    { workspace, ...job }: AskedJob,
    signal: AbortSignal,
    onPart: (part: RecordingPart) => void,
  ): Promise<void> {
    try {
      const served = { ...(workspace === undefined ? {} : { workspace }), cost: job.bytes.length };
      await this.#pool.run({ job, onPart, signal, ...served });
    } catch (error) {
      // Its process may have ended, for lack of memory or time: whatever was sent, it is no usable recording.
      if (error instanceof ProgramError)
        throw new UndecodableError('not decoded', { cause: error });
      throw engineFailure(error, signal);
    }
  }
}

type AskedJob = RecordingJob & Pick<Upload, 'workspace'>;
