import type { Clock } from '@sextant/platform-clock';
import { addressKey, type Suppression } from './mail.js';
import { NOTIFICATION_ERRORS } from './notification-errors.js';
import type { Storage } from './storage.js';

/** That a mail did not reach an address. */
export interface Bounce {
  readonly address: string;
  /** `permanent`: nothing will; `complaint`: the reader called it spam; `temporary`: something may. */
  readonly kind: 'permanent' | 'temporary' | 'complaint';
  readonly reason: string;
}

export interface BouncesUses {
  readonly storage: Pick<Storage, 'mail'>;
  readonly clock: Clock;
  /** What a delivery status notification says; `undefined` for a mail that is none. */
  readonly readReport: (message: Buffer) => Promise<readonly Bounce[] | undefined>;
}

/** The addresses that nothing is sent to, so that others go on taking our mails. */
export class Bounces {
  constructor(private readonly uses: BouncesUses) {}

  /** @returns how many addresses are mailed no more from now on */
  async take(bounces: readonly Bounce[]): Promise<number> {
    const final = bounces.filter(({ kind }) => kind !== 'temporary');
    const at = new Date(this.uses.clock.nowMs());
    for (const { address, kind, reason } of final) {
      await this.uses.storage.mail.suppress({ address, reason: `${kind}: ${reason}`, at });
    }
    return final.length;
  }

  /** @returns how many addresses are mailed no more; `undefined` for a mail that is no report */
  async takeReport(message: Buffer): Promise<number | undefined> {
    const bounces = await this.uses.readReport(message);
    return bounces === undefined ? undefined : this.take(bounces);
  }

  list(): Promise<readonly Suppression[]> {
    return this.uses.storage.mail.suppressions();
  }

  /** @throws {Problem} `suppression_not_found` */
  async allow(address: string): Promise<void> {
    const isAllowed = await this.uses.storage.mail.allow(addressKey(address));
    if (!isAllowed) throw NOTIFICATION_ERRORS.noSuppression();
  }
}
