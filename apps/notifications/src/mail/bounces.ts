import { Injectable } from '@nestjs/common';
import { MailStore } from './mail-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { readReport } from './delivery-report.js';
import { addressDigest, addressKey, type Bounce, type Suppression } from './mail.js';
import { MAIL_ERRORS } from './mail-errors.js';
import { Observer } from '../observability/observer.js';

/** What became of bounces. */
export interface Taken {
  /** So many addresses are mailed no more. */
  readonly suppressed: number;
  /** So many are about no mail of ours to that address. */
  readonly ignored: number;
}

/** The addresses that nothing is sent to, so that others go on taking our mails. */
@Injectable()
export class Bounces {
  constructor(
    private readonly mail: MailStore,
    private readonly clock: Clock,
    private readonly observer: Observer,
  ) {}

  /** Believes a provider of a mail that went to that address: many may hold the service token. */
  take(bounce: Bounce, messageId: string): Promise<Taken> {
    return this.#takeOf(messageId, bounce);
  }

  /** Believes what is about a mail of ours to that address. @returns `undefined` for a mail that is no report */
  async takeReport(message: Buffer): Promise<Taken | undefined> {
    const report = await readReport(message);
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
      claimId !== undefined && (await this.mail.wasSent(claimId, addressDigest(bounce.address)));
    if (isOurs) return this.#suppress(bounce);
    this.observer.bounced('ignored');
    return { suppressed: 0, ignored: 1 };
  }

  async #suppress({ address, kind, reason }: Bounce): Promise<Taken> {
    const isFinal = kind !== 'temporary';
    if (isFinal) {
      const at = new Date(this.clock.nowMs());
      await this.mail.suppress({ address, reason: `${kind}: ${reason}`, at });
    }
    this.observer.bounced(isFinal ? 'suppressed' : 'temporary');
    return { suppressed: isFinal ? 1 : 0, ignored: 0 };
  }

  list(): Promise<readonly Suppression[]> {
    return this.mail.suppressions();
  }

  /** @throws {Problem} `suppression_not_found` */
  async allow(address: string): Promise<void> {
    const isAllowed = await this.mail.allow(addressKey(address));
    if (!isAllowed) throw MAIL_ERRORS.noSuppression();
  }
}

/** `<claim@domain>`, as the mailer names mails, or without the brackets, as some providers do. */
const claimOf = (messageId: string): string | undefined =>
  /^\s*<?([0-9a-f-]{36})@[^<>@\s]+>?\s*$/i.exec(messageId)?.[1];
