import type { Broadcast } from './broadcast.js';
import type { TrailCounts } from '../delivery/trail.js';

export interface PresentedJob {
  readonly job: Broadcast;
  readonly counts?: TrailCounts;
}

/** A job as its sender sees it. */
export function presentBroadcast({ job, counts }: PresentedJob): object {
  const { id, state, recipients, createdAt, updatedAt, message } = job;
  const { audience, sendAt, isUrgent, title, description, category, translations } = message;
  return {
    ...{ id, state, audience: namedAudience(audience), title, description },
    ...(category === undefined ? {} : { category }),
    ...(translations === undefined ? {} : { translations }),
    ...(isUrgent === undefined ? {} : { urgent: true }),
    ...{ sendAt, createdAt, updatedAt, recipients },
    ...(counts === undefined ? {} : { counts: named(counts) }),
  };
}

const namedAudience = (audience: Broadcast['message']['audience']): object =>
  audience.kind === 'academy'
    ? { academy: true }
    : audience.kind === 'class'
      ? { classId: audience.classId }
      : { year: audience.year };

const named = (counts: TrailCounts): object => ({
  read: counts.read ?? 0,
  pushed: counts.pushed ?? 0,
  mailed: counts.mailed ?? 0,
});
