import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { currentTraceId, type Logger } from '@sextant/platform-runtime/logging';
import type { Response } from 'express';
import type { Problem } from './problem.js';
import { toProblem, type Recognise } from './to-problem.js';

/** Presents a Problem in an app's own documented shape; the response, where there is one, knows the headers so far. */
export type ProblemBody = (problem: Problem, traceId: string, response?: Response) => unknown;

export interface ProblemFilterOptions {
  readonly logger: Logger;
  readonly body: ProblemBody;
  readonly recognise?: Recognise;
}

/**
 * The one exception filter: Problems are answered as the app documents them; anything else is
 * logged and answered with the trace id only.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly options: ProblemFilterOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType<string>() !== 'http') throw error;
    this.answer(error, host.switchToHttp().getResponse<Response>());
  }

  /** Answers outside Nest's pipeline, as middleware must. */
  answer(error: unknown, response: Response): void {
    // Answered by the time-out already, or nobody is left to answer: work that was called off.
    if (response.writableEnded || response.destroyed) return;
    const problem = toProblem(error, this.options.recognise ?? (() => undefined));
    this.log(problem);
    if (response.headersSent) {
      // Half an answer is on its way: only a broken connection tells the caller that it is not whole.
      response.destroy();
      return;
    }
    const traceId = currentTraceId() ?? 'unknown';
    const body = this.options.body(problem, traceId, response);
    response.status(problem.status).set(problem.headers).json(body);
  }

  private log(problem: Problem): void {
    const fields = { code: problem.code, status: problem.status };
    if (problem.status < 500) this.options.logger.debug('request.refused', fields);
    else this.options.logger.error('request.failed', { ...fields, err: problem.cause ?? problem });
  }
}
