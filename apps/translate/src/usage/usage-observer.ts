import type { UsageRecord } from './usage.js';

/** Is told of each record that counts. */
export abstract class UsageObserver {
  abstract counted(record: UsageRecord): void;
}
