import type { ComparedMarks, MarksQuestion } from './compare-marks.js';

/** Compares marks with keys: a second of computation for a thousand, which is none of this process. */
export abstract class MarkComparison {
  /** @throws {Problem} `engine_busy`, `upstream_failure` */
  abstract compare(question: MarksQuestion, workspace: string): Promise<ComparedMarks>;
}
