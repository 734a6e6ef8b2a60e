import type { HistoryDelivery, HistoryQuery, Sample, SampleQuery } from './history.js';

export interface HistoryFile {
  readonly file: string;
  readonly keptMs: number;
  readonly maxBytes: number;
  /** While the disk has less than this free, nothing is kept. */
  readonly leastFreeBytes: number;
}

export interface NewEvent {
  readonly id: string;
  readonly atMs: number;
  readonly source: string;
  readonly type: string;
  readonly kind: string;
  readonly namespace: string;
  readonly body: string;
}

export interface Batch {
  readonly events: readonly NewEvent[];
  readonly deliveries: readonly HistoryDelivery[];
  readonly samples: readonly Sample[];
}

export type Question =
  | { readonly what: 'add'; readonly batch: Batch }
  | { readonly what: 'search'; readonly query: HistoryQuery }
  | { readonly what: 'find'; readonly id: string }
  | { readonly what: 'samples'; readonly query: SampleQuery }
  | { readonly what: 'close' };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
