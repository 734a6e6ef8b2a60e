import { WorkLoop } from '@sextant/platform-data/work-loop';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Copy, CopyLook, CopyStore, FetchBack, PinningService, RemotePin } from './copies.js';
import type { Observer } from '../../observability/observer.js';

export interface CopyWorkerUses {
  readonly store: CopyStore;
  readonly service: PinningService;
  /** Absent: what the service says is believed. */
  readonly fetchBack: FetchBack | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly observer: Pick<Observer, 'copyLook' | 'copiesBehind'>;
}

const PARALLEL = 4;
const BACKLOG_EVERY_MS = 1000;
/** Longer than a look may take: a process that was killed leaves its copies to the others after that. */
const HOLD_MS = 150_000;
/** So many failures of a pin that the service calls pinned, and it is asked for anew. */
const REPLACE_EVERY = 3;
const HOUR_MS = 3_600_000;
/** Copies that are in order are looked at again after that (our choice). */
const CHECK_MS = 24 * HOUR_MS;

type Verdict = Pick<CopyLook, 'state' | 'requestId' | 'error'>;

/**
 * Sees to it that there is a second copy of everything: asks for pins, waits for them, fetches them back, looks again every day,
 * and asks anew for what is gone. Replicas share the work, by rows that survive a crash.
 */
export class CopyWorker {
  readonly #loop: WorkLoop<Copy>;

  constructor(private readonly uses: CopyWorkerUses) {
    const { store, logger, metrics } = uses;
    this.#loop = new WorkLoop({
      name: 'copies',
      claim: (room) => store.claim(room, HOLD_MS),
      perform: (copy) => this.#look(copy),
      atOnce: PARALLEL,
      idOf: ({ cid }) => cid,
      chores: [{ everyMs: BACKLOG_EVERY_MS, run: () => this.#tellBacklog() }],
      // What was claimed and not settled comes back when its claim ends.
      failed: (err) => logger.warn('copies.look_failed', { err }),
      metrics,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something may be due: it is looked for at once. */
  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #tellBacklog(): Promise<boolean> {
    this.uses.observer.copiesBehind(await this.uses.store.backlog());
    return false;
  }

  async #look(copy: Copy): Promise<void> {
    const verdict = await this.#verdict(copy);
    const { store, clock, logger, observer, fetchBack } = this.uses;
    const isInOrder = verdict.state === 'PINNED';
    const attempts = isInOrder ? 0 : copy.attempts + 1;
    const nowMs = clock.nowMs();
    const nextAt = new Date(nowMs + (isInOrder ? CHECK_MS : waitMs(verdict.state, attempts)));
    const isVerified = isInOrder && fetchBack !== undefined;
    observer.copyLook(verdict.state);
    if (verdict.error !== null) {
      logger.warn('copies.not_in_order', { cid: copy.cid, reason: verdict.error, attempts });
    }
    const verifiedAt = isVerified ? new Date(nowMs) : null;
    await store.settle({ cid: copy.cid, ...verdict, attempts, nextAt, verifiedAt });
  }

  async #verdict(copy: Copy): Promise<Verdict> {
    let { requestId } = copy;
    try {
      const pin = await this.#pinOf(copy);
      if (pin === undefined) {
        return { state: 'FAILED', requestId: null, error: 'The service does not know the pin.' };
      }
      ({ requestId } = pin);
      if (pin.status === 'failed') {
        return { state: 'FAILED', requestId: null, error: 'The service says that the pin failed.' };
      }
      if (pin.status !== 'pinned') return { state: 'PINNING', requestId, error: null };
      await this.uses.fetchBack?.check(copy.cid);
      return { state: 'PINNED', requestId, error: null };
    } catch (error) {
      // It may quote what strangers answered, and PostgreSQL keeps no NUL.
      const reason = (error as Error).message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500);
      return { state: 'FAILED', requestId, error: reason };
    }
  }

  /** Whoever was killed after asking for a pin has not noted its id: it is looked for before another is asked for. */
  async #pinOf({ cid, requestId, state, attempts }: Copy): Promise<RemotePin | undefined> {
    const { service } = this.uses;
    const isHopeless = state === 'FAILED' && attempts % REPLACE_EVERY === 0;
    if (requestId !== null && isHopeless) return await service.replace(requestId, cid);
    if (requestId !== null) return await service.status(requestId, cid);
    return (await service.find(cid)) ?? (await service.add(cid));
  }
}

/** Twice as long each time: to a minute while the service works, to an hour after failures. */
const waitMs = (state: CopyLook['state'], attempts: number): number =>
  Math.min(500 * 2 ** Math.min(attempts, 20), state === 'PINNING' ? 60_000 : HOUR_MS);
