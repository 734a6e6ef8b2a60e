import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { LRUCache } from 'lru-cache';
import { METERING_ERRORS } from './usage-errors.js';
import { UsageLedger, type BalanceRequest } from './usage-ledger.js';
import { UsageObserver } from './usage-observer.js';
import type { UsageBalance, UsageRecord } from './usage.js';
import type { Plan } from '../access/scopes.js';

type Caller = Pick<UsageRecord, 'owner' | 'keyId' | 'plan'>;

interface Waiting {
  readonly record: UsageRecord;
  readonly stored: (isAccepted: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** How old the balance may be that decides before the work; the one after it is always true. */
const BALANCE_TTL_MS = 1000;
const MAX_BALANCES = 10_000;
/** While others are under way a batch waits so long for them: fewer commits, as PostgreSQL's commit_delay does it. */
const GATHER_MS = 3;
/** One retry: the outcome of a commit that was cut off is unknown, and the batch's id makes it safe. */
const ATTEMPTS = 2;

/**
 * Counts what is used, and refuses what goes above a quota.
 *
 * Requests that come while a batch is being stored are stored together as the next one, so that many callers
 * share a commit.
 */
@Injectable()
export class Meter {
  readonly #balances = new LRUCache<string, UsageBalance>({
    max: MAX_BALANCES,
    ttl: BALANCE_TTL_MS,
  });
  #waiting: Waiting[] = [];
  #isStoring = false;
  #underWay = 0;

  constructor(
    private readonly ledger: UsageLedger,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly observer: UsageObserver,
  ) {}

  /**
   * Does some work for a caller: what does not fit is refused before, what is done is counted after.
   *
   * @returns what the work returns, once it is counted
   * @throws {Problem} `quota_exceeded`; whatever the work throws, which then costs nothing
   */
  async during<T>(record: UsageRecord, work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      await this.require(record, record.characters);
      const result = await work();
      await this.record(record);
      return result;
    } finally {
      this.#underWay -= 1;
    }
  }

  /**
   * Checks before the work whether the characters fit, with a balance of at most a second ago.
   *
   * @throws {Problem} `quota_exceeded`
   */
  async require(caller: Caller, characters: number): Promise<void> {
    const balance =
      this.#balances.get(keyOf(caller)) ??
      (await this.balance(caller.owner, caller.keyId, caller.plan));
    if (!fits(balance, characters)) throw METERING_ERRORS.quotaExceeded();
  }

  /**
   * Counts a request, durably and once. To be awaited before the answer goes out.
   *
   * @throws {Problem} `quota_exceeded`: nothing is counted then
   */
  async record(record: UsageRecord): Promise<void> {
    const isAccepted = await new Promise<boolean>((stored, failed) => {
      this.#waiting.push({ record, stored, failed });
      void this.#storeWaiting();
    });
    if (isAccepted) return;
    this.#balances.delete(keyOf(record));
    throw METERING_ERRORS.quotaExceeded();
  }

  /**
   * Counts what may be told again after a crash: whatever was counted under the same id counts no more.
   *
   * @param id a UUID
   * @throws {Problem} `quota_exceeded`
   */
  async recordOnce(id: string, record: UsageRecord): Promise<void> {
    const nowMs = this.clock.nowMs();
    const [isAccepted] = await this.ledger.store({ id, nowMs, records: [record] });
    this.#balances.delete(keyOf(record));
    if (isAccepted !== true) throw METERING_ERRORS.quotaExceeded();
    this.observer.counted(record);
  }

  async balance(owner: string, keyId: string, plan: Plan): Promise<UsageBalance> {
    const request: BalanceRequest = { owner, keyId, plan, nowMs: this.clock.nowMs() };
    const balance = await this.ledger.balance(request);
    this.#balances.set(keyOf(request), balance);
    return balance;
  }

  /** After a limit was changed: the next request is judged by the new one. */
  forgetBalances(): void {
    this.#balances.clear();
  }

  async #storeWaiting(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    if (this.#underWay > this.#waiting.length) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#store(batch);
    }
    this.#isStoring = false;
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const records = batch.map(({ record }) => record);
    const request = { id: this.ids.next(), nowMs: this.clock.nowMs(), records };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const accepted = await this.ledger.store(request);
        this.#tell(batch, accepted);
        return;
      } catch (error) {
        if (attempt < ATTEMPTS) continue;
        for (const { failed } of batch) failed(error);
        return;
      }
    }
  }

  #tell(batch: readonly Waiting[], accepted: readonly boolean[]): void {
    for (const [index, { record, stored }] of batch.entries()) {
      const isAccepted = accepted[index] ?? false;
      if (isAccepted) this.observer.counted(record);
      stored(isAccepted);
    }
  }
}

const keyOf = ({ keyId, plan }: Pick<Caller, 'keyId' | 'plan'>): string => `${plan}:${keyId}`;

function fits(balance: UsageBalance, characters: number): boolean {
  const { keyCharacters, keyLimit, accountCharacters, accountLimit } = balance;
  if (keyLimit !== null && keyCharacters + characters > keyLimit) return false;
  return accountCharacters + characters <= accountLimit;
}
