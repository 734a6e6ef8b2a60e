import { UnusableEvent } from './classroom-events.js';
import { EVENT_ERRORS } from './event-errors.js';

/**
 * Does something with an event, and says why if it cannot be used.
 *
 * @throws {Problem} `unusable_event`
 */
export async function usable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableEvent)) throw error;
    throw EVENT_ERRORS.unusableEvent({ message: error.message, cause: error });
  }
}
