import type { Operation } from './usage.js';

/** Days of a report, `2026-11-01`; both ends belong to it. */
export interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
}

export type OperationCharacters = Readonly<Partial<Record<Operation, number>>>;

export interface KeyUsage {
  readonly keyId: string;
  readonly maskedKey: string;
  readonly label: string;
  /** Only when usage is grouped by day. */
  readonly day?: string;
  readonly characters: OperationCharacters;
}

export interface TagUsage {
  readonly customTag: string;
  /** Only when usage is aggregated by day. */
  readonly day?: string;
  readonly characters: OperationCharacters;
}

/** Reads what was counted. */
export abstract class UsageReports {
  abstract total(owner: string, range: DateRange): Promise<OperationCharacters>;
  /** By the age of the key, then by day. */
  abstract byKey(owner: string, range: DateRange, isByDay: boolean): Promise<readonly KeyUsage[]>;
  /** By tag, then by day. @param page from 1; `size` rows each */
  abstract byTag(
    owner: string,
    range: DateRange,
    options: { readonly isByDay: boolean; readonly page: number; readonly size: number },
  ): Promise<{ readonly rows: readonly TagUsage[]; readonly hasMore: boolean }>;
}
