/** What operators look for. */
export interface DeadLettersFilter {
  readonly user?: string;
  readonly host?: string;
  /** Words of the reason, in any case. */
  readonly reason?: string;
}

/** An event that could not be used. */
export interface DeadLetter {
  readonly id: string;
  readonly at: Date;
  readonly reason: string;
  /** What came, as text; in lists its first 4,096 characters. */
  readonly event: string;
}

export interface DeadLettersQuery extends DeadLettersFilter {
  readonly limit: number;
  /** Continues after this letter. */
  readonly after?: { readonly at: Date; readonly id: string };
}

export abstract class DeadLetterStore {
  abstract bury(letter: DeadLetter): Promise<void>;
  /** The newest first. */
  abstract list(query: DeadLettersQuery): Promise<readonly DeadLetter[]>;
  abstract find(id: string): Promise<DeadLetter | undefined>;
  /** @returns whether it was there */
  abstract remove(id: string): Promise<boolean>;
  abstract count(): Promise<number>;
  /** @returns how many are gone, at most 10,000 at once */
  abstract sweep(before: Date): Promise<number>;
}
