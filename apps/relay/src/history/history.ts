import type { OnApplicationShutdown } from '@nestjs/common';
import type { RelayEvent } from '../events/event.js';
import type { DeliveryOutcome } from '../observability/observer.js';

/** An event as it is kept: whole, so that templates can be tried with it. */
export interface HistoryEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly event: RelayEvent;
}

/** What became of an event at one target, once. */
export interface HistoryDelivery {
  readonly eventId: string;
  readonly atMs: number;
  readonly sink: string;
  /** Without its secrets. */
  readonly target: string;
  readonly outcome: DeliveryOutcome;
  readonly reason?: string | undefined;
}

/** How a target did in one stretch of time. */
export interface Sample {
  readonly atMs: number;
  readonly sink: string;
  readonly target: string;
  readonly waiting: number;
  readonly isOpen: boolean;
  readonly delivered: number;
  readonly failed: number;
}

export interface LabelCondition {
  readonly name: string;
  readonly value: string;
  readonly isNot: boolean;
}

/** All must hold; what is absent is not asked for. */
export interface HistoryQuery {
  readonly labels?: readonly LabelCondition[] | undefined;
  readonly kind?: string | undefined;
  readonly namespace?: string | undefined;
  readonly source?: string | undefined;
  readonly type?: string | undefined;
  /** Anywhere in the event, without regard to the case of ASCII letters. */
  readonly text?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only those before this place. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface HistoryPage {
  /** Newest first. One question looks at a bounded stretch: there may be few, and more behind them. */
  readonly events: readonly HistoryEvent[];
  /** Where to go on; nothing at the end. */
  readonly before?: number | undefined;
}

export interface SampleQuery {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

export interface HistoryCounts {
  /** What could not be kept since the start: it was behind, or the disk was full. */
  readonly dropped: number;
}

/** What happened, for some days. It holds nothing up: what it cannot keep it drops and counts. */
export abstract class History implements OnApplicationShutdown {
  abstract addEvents(events: readonly RelayEvent[], atMs: number): void;
  abstract addDelivery(delivery: HistoryDelivery): void;
  abstract addSamples(samples: readonly Sample[]): void;
  abstract search(query: HistoryQuery): Promise<HistoryPage>;
  /** The newest event of this id, with what became of it. */
  abstract find(
    id: string,
  ): Promise<(HistoryEvent & { deliveries: readonly HistoryDelivery[] }) | undefined>;
  /** One for each step and target, in the order of time. */
  abstract samples(query: SampleQuery): Promise<readonly Sample[]>;
  abstract counts(): HistoryCounts;
  abstract close(): Promise<void>;

  /** Globally provided, so after whatever writes there. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** Where none is kept. */
export class NoHistory extends History {
  addEvents(): void {
    // Nobody asks for them.
  }
  addDelivery(): void {
    // Nobody asks for it.
  }
  addSamples(): void {
    // Nobody asks for them.
  }
  search(): Promise<HistoryPage> {
    return Promise.resolve({ events: [] });
  }
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  samples(): Promise<readonly Sample[]> {
    return Promise.resolve([]);
  }
  counts(): HistoryCounts {
    return { dropped: 0 };
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
