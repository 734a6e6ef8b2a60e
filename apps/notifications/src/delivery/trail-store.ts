import type { TrailStep, TrailCounts } from './trail.js';

export interface TrailPage {
  readonly limit: number;
  /** Continues after this step. */
  readonly after?: Pick<TrailStep, 'record' | 'detail'> & { readonly what: string };
}

/** The steps of deliveries. The ids of one creation's records follow each other. */
export abstract class TrailStore {
  /** Each step once. */
  abstract add(steps: readonly TrailStep[]): Promise<void>;
  /** Of one creation, by record. */
  abstract of(creationId: string, page: TrailPage): Promise<readonly TrailStep[]>;
  /** Of all these creations together, in one question: a message to a million people has 1,000 of them. */
  abstract counts(creationIds: readonly string[]): Promise<TrailCounts>;
  /** How many steps were taken from one time until before another. */
  abstract countsBetween(from: Date, until: Date): Promise<TrailCounts>;
  /** @returns how many are forgotten, at most 10,000 at once */
  abstract sweep(before: Date): Promise<number>;
}
