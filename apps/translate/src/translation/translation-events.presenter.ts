import { toProblem } from '@sextant/platform-http/errors';
import { currentTraceId } from '@sextant/platform-runtime/logging';
import type { Request, Response } from 'express';
import type { StreamedPart } from './translator.js';
import { errorBody } from '../http/error-body.js';
import { beginEvents, sendEvent } from '../http/event-stream.js';
import type { TranslateDto } from './translate.dto.js';
import { presentTranslation } from './translate.presenter.js';

/** Whether a caller asks for server-sent events by name; `*` means JSON. */
export const wantsEvents = (request: Request): boolean =>
  /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(request.headers.accept ?? '');

/**
 * Writes a translation as server-sent events.
 *
 * What is refused at once is an ordinary error answer; a later failure is the event `error`.
 */
export async function sendTranslationEvents(
  parts: AsyncGenerator<StreamedPart, void, undefined>,
  asked: TranslateDto,
  response: Response,
): Promise<void> {
  const first = await parts.next();
  beginEvents(response);
  try {
    for (let next = first; next.done !== true; next = await parts.next()) {
      await sendEvent(response, next.value.kind, present(next.value, asked));
    }
    await sendEvent(response, 'done', {});
  } catch (error) {
    const problem = toProblem(error, () => undefined);
    await sendEvent(response, 'error', errorBody(problem, currentTraceId() ?? 'unknown'));
  }
  response.end();
}

function present(part: StreamedPart, asked: TranslateDto): object {
  const { index } = part;
  if (part.kind === 'delta') return { index, text: part.text };
  return Object.assign({ index }, presentTranslation(part.translation, asked));
}
