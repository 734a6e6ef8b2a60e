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

export interface TrailPage {
  readonly limit: number;
  /** Continues after this step. */
  readonly after?: Pick<TrailStep, 'record' | 'detail'> & { readonly what: string };
}

/** The steps of deliveries. The ids of one creation's records follow each other. */
export interface TrailStore {
  /** Each step once. */
  add(steps: readonly TrailStep[]): Promise<void>;
  /** Of one creation, by record. */
  of(creationId: string, page: TrailPage): Promise<readonly TrailStep[]>;
  /** Of all these creations together, in one question: a message to a million people has 1,000 of them. */
  counts(creationIds: readonly string[]): Promise<TrailCounts>;
  /** How many steps were taken from one time until before another. */
  countsBetween(from: Date, until: Date): Promise<TrailCounts>;
  /** @returns how many are forgotten, at most 10,000 at once */
  sweep(before: Date): Promise<number>;
}
