import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ComparedMarks, MarksQuestion } from './compare-marks.js';
import { engineFailure } from '../programs/engine-failure.js';
import type { ProgramPool } from '../programs/program-pool.js';
import { ProgramPools } from '../programs/program-pools.js';
import type { MarkComparison } from './mark-comparison.js';

/** A second for a thousand keys, on a slow machine a few. */
const STALL_MS = 60_000;
const MAX_WAITING = 16;

/** Compares marks in a child process, which is started with the first question. */
@Injectable()
export class ProgramMarkComparer implements MarkComparison, OnApplicationShutdown {
  readonly #pool: ProgramPool<MarksQuestion, ComparedMarks>;

  constructor(pools: ProgramPools) {
    this.#pool = pools.create({
      program: 'watermark/marks',
      size: 1,
      maxWaiting: MAX_WAITING,
      stallMs: STALL_MS,
    });
  }

  async compare(job: MarksQuestion, workspace: string): Promise<ComparedMarks> {
    const { signal } = new AbortController();
    let compared: ComparedMarks = { workspaceScore: 0 };
    try {
      const onPart = (part: ComparedMarks) => (compared = part);
      await this.#pool.run({ job, onPart, signal, workspace, cost: job.keys.length });
    } catch (error) {
      throw engineFailure(error, signal);
    }
    return compared;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool.close();
  }
}
