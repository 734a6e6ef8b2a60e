import { LRUCache } from 'lru-cache';
import { METERING_ERRORS } from './metering-errors.js';
/** How old the balance may be that decides before the work; the one after it is always true. */ const BALANCE_TTL_MS = 1000;
const MAX_BALANCES = 10_000;
/** One retry: the outcome of a commit that was cut off is unknown, and the batch's id makes it safe. */ const ATTEMPTS = 2;
/**
 * Counts what is used, and refuses what goes above a quota.
 *
 * Requests that come while a batch is being stored are stored together as the next one, so that many callers
 * share a commit.
 */ export class Meter {
    #balances;
    #waiting;
    #isStoring;
    constructor(uses){
        this.uses = uses;
        this.#balances = new LRUCache({
            max: MAX_BALANCES,
            ttl: BALANCE_TTL_MS
        });
        this.#waiting = [];
        this.#isStoring = false;
    }
    /**
   * Checks before the work whether the characters fit, with a balance of at most a second ago.
   *
   * @throws {Problem} `quota_exceeded`
   */ async require(caller, characters) {
        const balance = this.#balances.get(keyOf(caller)) ?? await this.balance(caller.owner, caller.keyId, caller.plan);
        if (!fits(balance, characters)) throw METERING_ERRORS.quotaExceeded();
    }
    /**
   * Counts a request, durably and once. To be awaited before the answer goes out.
   *
   * @throws {Problem} `quota_exceeded`: nothing is counted then
   */ async record(record) {
        const isAccepted = await new Promise((stored, failed)=>{
            this.#waiting.push({
                record,
                stored,
                failed
            });
            void this.#storeWaiting();
        });
        if (isAccepted) return;
        this.#balances.delete(keyOf(record));
        throw METERING_ERRORS.quotaExceeded();
    }
    async balance(owner, keyId, plan) {
        const request = {
            owner,
            keyId,
            plan,
            nowMs: this.uses.clock.nowMs()
        };
        const balance = await this.uses.ledger.balance(request);
        this.#balances.set(keyOf(request), balance);
        return balance;
    }
    /** After a limit was changed: the next request is judged by the new one. */ forgetBalances() {
        this.#balances.clear();
    }
    async #storeWaiting() {
        if (this.#isStoring) return;
        this.#isStoring = true;
        while(this.#waiting.length > 0){
            const batch = this.#waiting;
            this.#waiting = [];
            await this.#store(batch);
        }
        this.#isStoring = false;
    }
    async #store(batch) {
        const records = batch.map(({ record })=>record);
        const request = {
            id: this.uses.ids.next(),
            nowMs: this.uses.clock.nowMs(),
            records
        };
        for(let attempt = 1;; attempt += 1){
            try {
                const accepted = await this.uses.ledger.store(request);
                for (const [index, { stored }] of batch.entries())stored(accepted[index] ?? false);
                return;
            } catch (error) {
                if (attempt < ATTEMPTS) continue;
                for (const { failed } of batch)failed(error);
                return;
            }
        }
    }
}
const keyOf = ({ keyId, plan })=>`${plan}:${keyId}`;
function fits(balance, characters) {
    const { keyCharacters, keyLimit, accountCharacters, accountLimit } = balance;
    if (keyLimit !== null && keyCharacters + characters > keyLimit) return false;
    return accountCharacters + characters <= accountLimit;
}

//# sourceMappingURL=meter.js.map