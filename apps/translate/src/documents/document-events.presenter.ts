import { systemClock } from '@sextant/platform-runtime/clock';
import { toProblem } from '@sextant/platform-http/errors';
import { currentTraceId } from '@sextant/platform-runtime/logging';
import type { Response } from 'express';
import type { DocumentJob } from './document-job.js';
import { presentStatus } from './documents.presenter.js';
import { errorBody } from '../http/error-body.js';
import { beginEvents, sendEvent } from '../http/event-stream.js';

/** What is refused at once is an ordinary error answer; a later failure is the event `error`. */
export async function sendDocumentEvents(
  states: AsyncGenerator<DocumentJob, void, undefined>,
  response: Response,
): Promise<void> {
  const first = await states.next();
  beginEvents(response);
  try {
    for (let next = first; next.done !== true; next = await states.next()) {
      await sendEvent(response, 'status', presentStatus(next.value, systemClock.nowMs()));
    }
  } catch (error) {
    const problem = toProblem(error, () => undefined);
    await sendEvent(response, 'error', errorBody(problem, currentTraceId() ?? 'unknown'));
  }
  response.end();
}
