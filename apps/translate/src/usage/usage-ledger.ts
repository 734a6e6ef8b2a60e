import type { KeyLimits, UsageBalance, UsageRecord } from './usage.js';
import type { Plan } from '../access/scopes.js';

/** Records that are stored together, in one transaction. */
export interface UsageBatch {
  /** Tried again under the same id, a batch that was stored already changes nothing. */
  readonly id: string;
  readonly nowMs: number;
  readonly records: readonly UsageRecord[];
}

export interface BalanceRequest {
  readonly owner: string;
  readonly keyId: string;
  readonly plan: Plan;
  readonly nowMs: number;
}

/** Where usage is counted. */
export abstract class UsageLedger {
  /**
   * Stores a batch durably, in the order of its records, without going above any quota.
   *
   * @returns for each record whether it was accepted; what was not is not counted
   */
  abstract store(batch: UsageBatch): Promise<readonly boolean[]>;
  abstract balance(request: BalanceRequest): Promise<UsageBalance>;
  abstract setKeyLimits(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits>;
  /** Deletes what tells whether a batch was stored, once nobody can ask any more. */
  abstract sweepBatches(before: Date): Promise<void>;
  abstract keyLimits(keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyLimits>>;
}
