import type { EventPlace } from './console.js';
import type { Explanation } from './explanation.js';
import type { Silence } from '../chat/silence-book.js';
import type { TrialResult } from './workbench.js';
import type { EventChoice, ExplanationAnswer, SilenceView, TrialAnswer } from './console.dto.js';

/** The validation has seen to it that one of them is there. */
export const placeOf = ({ event_id: eventId, dead_letter: letter }: EventChoice): EventPlace =>
  letter === undefined ? { eventId: eventId ?? '' } : { deadLetter: letter };

export const presentTrial = ({ output, fault, ...rest }: TrialResult): TrialAnswer => ({
  ...rest,
  output: output ?? null,
  fault:
    fault === undefined
      ? null
      : { message: fault.message, line: fault.line ?? null, column: fault.column ?? null },
});

export const presentSilence = (silence: Silence): SilenceView => ({
  id: silence.id,
  state: silence.state,
  matchers: silence.matchers,
  starts_at: silence.startsAt,
  ends_at: silence.endsAt,
  created_by: silence.createdBy,
  comment: silence.comment,
});

export const presentExplanation = (explanation: Explanation): ExplanationAnswer => ({
  routes: explanation.routes.map(({ isReached: reached, goesOn, groupBy, ...route }) => ({
    ...route,
    reached,
    continue: goesOn,
    group_by: groupBy,
  })),
  unmatched: explanation.isUnmatched,
  deliveries: explanation.deliveries.map(({ sink, target, message, reason }) => ({
    ...{ sink, target },
    message: message ?? null,
    reason: reason ?? null,
  })),
});
