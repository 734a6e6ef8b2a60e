import type { MailStore } from './mail-store.js';
import type { Clock } from '@sextant/platform-clock';
import { addressDigest, addressKey, type Suppression } from './mail.js';
import { MAIL_ERRORS } from './mail-errors.js';
import type { Observer } from '../observability/observer.js';

/** That a mail did not reach an address. */
export interface Bounce {
  readonly address: string;
  /** `permanent`: nothing will; `complaint`: the reader called it spam; `temporary`: something may. */
  readonly kind: 'permanent' | 'temporary' | 'complaint';
  readonly reason: string;
}

/** What a delivery status notification says, which anybody can write. */
export interface Report {
  /** Of the mail that it says it is about; `undefined` where it does not say. */
  readonly messageId: string | undefined;
  readonly bounces: readonly Bounce[];
}

/** What became of bounces. */
export interface Taken {
  /** So many addresses are mailed no more. */
  readonly suppressed: number;
  /** So many are about no mail of ours to that address. */
  readonly ignored: number;
}

export interface BouncesUses {
  readonly mail: MailStore;
  readonly clock: Clock;
  readonly observer: Pick<Observer, 'bounced'>;
  /** `undefined` for a mail that is no report. */
  readonly readReport: (message: Buffer) => Promise<Report | undefined>;
}

/** The addresses that nothing is sent to, so that others go on taking our mails. */
export class Bounces {
  constructor(private readonly uses: BouncesUses) {}

  /** Believes a provider of a mail that went to that address: many may hold the service token. */
  take(bounce: Bounce, messageId: string): Promise<Taken> {
    return this.#takeOf(messageId, bounce);
  }

  /** Believes what is about a mail of ours to that address. @returns `undefined` for a mail that is no report */
  async takeReport(message: Buffer): Promise<Taken | undefined> {
    const report = await this.uses.readReport(message);
    if (report === undefined) return undefined;
    let sum: Taken = { suppressed: 0, ignored: 0 };
    for (const bounce of report.bounces) {
      const { suppressed, ignored } = await this.#takeOf(report.messageId, bounce);
      sum = { suppressed: sum.suppressed + suppressed, ignored: sum.ignored + ignored };
    }
    return sum;
  }

  async #takeOf(messageId: string | undefined, bounce: Bounce): Promise<Taken> {
    const claimId = messageId === undefined ? undefined : claimOf(messageId);
    const isOurs =
      claimId !== undefined &&
      (await this.uses.mail.wasSent(claimId, addressDigest(bounce.address)));
    if (isOurs) return this.#suppress(bounce);
    this.uses.observer.bounced('ignored');
    return { suppressed: 0, ignored: 1 };
  }

  async #suppress({ address, kind, reason }: Bounce): Promise<Taken> {
    const isFinal = kind !== 'temporary';
    if (isFinal) {
      const at = new Date(this.uses.clock.nowMs());
      await this.uses.mail.suppress({ address, reason: `${kind}: ${reason}`, at });
    }
    this.uses.observer.bounced(isFinal ? 'suppressed' : 'temporary');
    return { suppressed: isFinal ? 1 : 0, ignored: 0 };
  }

  list(): Promise<readonly Suppression[]> {
    return this.uses.mail.suppressions();
  }

  /** @throws {Problem} `suppression_not_found` */
  async allow(address: string): Promise<void> {
    const isAllowed = await this.uses.mail.allow(addressKey(address));
    if (!isAllowed) throw MAIL_ERRORS.noSuppression();
  }
}

/** `<claim@domain>`, as the mailer names mails, or without the brackets, as some providers do. */
const claimOf = (messageId: string): string | undefined =>
  /^\s*<?([0-9a-f-]{36})@[^<>@\s]+>?\s*$/i.exec(messageId)?.[1];
