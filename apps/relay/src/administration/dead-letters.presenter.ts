import type { LabelledDeadLetter } from './administration.js';
import type { DeadLettersAnswer } from './admin.dto.js';

/** Targets may hold tokens: only their labels leave. */
export function presentDeadLetters(
  letters: readonly LabelledDeadLetter[],
  limit: number,
): DeadLettersAnswer {
  return {
    dead_letters: letters.map(({ id, atMs, sink, label, reason, attempts, event }) => ({
      id,
      at: new Date(atMs).toISOString(),
      sink,
      target: label,
      reason,
      attempts,
      event: { id: event.id, type: event.eventType, subject: event.subject, data: event.data },
    })),
    next_before: letters.length < limit ? null : (letters.at(-1)?.id ?? null),
  };
}
