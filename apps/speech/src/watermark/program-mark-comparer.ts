import type { ComparedMarks, MarksQuestion } from './compare-marks.js';
import { engineFailure } from '../programs/engine-failure.js';
import { ProgramPool, type ProgramPoolOptions } from '../programs/program-pool.js';

/** A second for a thousand keys, on a slow machine a few. */
const STALL_MS = 60_000;
const MAX_WAITING = 16;

/** Compares marks in a child process, which is started with the first question. */
export class MarkComparer {
  readonly #pool: ProgramPool<MarksQuestion, ComparedMarks>;

  constructor(options: Pick<ProgramPoolOptions, 'log' | 'metrics'>) {
    this.#pool = new ProgramPool({
      ...options,
      ...{ program: 'watermark/marks', size: 1, maxWaiting: MAX_WAITING, stallMs: STALL_MS },
    });
  }

  /** @throws {Problem} `engine_busy`, `upstream_failure` */
  readonly compare = async (job: MarksQuestion, workspace: string): Promise<ComparedMarks> => {
    const { signal } = new AbortController();
    let compared: ComparedMarks = { workspaceScore: 0 };
    try {
      const onPart = (part: ComparedMarks) => (compared = part);
      await this.#pool.run({ job, onPart, signal, workspace, cost: job.keys.length });
    } catch (error) {
      throw engineFailure(error, signal);
    }
    return compared;
  };

  close(): Promise<void> {
    return this.#pool.close();
  }
}
