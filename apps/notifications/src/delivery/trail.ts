/** What became of a notification at one recipient; that it was created and signalled, its creation tells. */
export const TRAIL_STEPS = ['pushed', 'push_failed', 'mailed', 'mail_failed', 'read'] as const;
export type TrailStepName = (typeof TRAIL_STEPS)[number];

export interface TrailStep {
  /** Id of the recipient's record. */
  readonly record: string;
  readonly what: TrailStepName;
  readonly at: Date;
  /** Such as the push service; empty if there is nothing to tell. */
  readonly detail: string;
}

/** How many recipients each step was taken for. */
export type TrailCounts = Readonly<Partial<Record<TrailStepName, number>>>;
