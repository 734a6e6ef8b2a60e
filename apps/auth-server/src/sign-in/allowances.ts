/** Counts what may be done so often. */
export interface Allowances {
  consume(key: string): Promise<{ readonly allowed: boolean }>;
}
