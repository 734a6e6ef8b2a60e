import type { MailItem, ClaimedMail, Suppression } from './mail.js';

export interface MailBacklog {
  readonly count: number;
  readonly firstDueAt?: Date;
}

export abstract class MailStore {
  /** Those that were queued before, sent or not, stay as they are. */
  abstract queue(items: readonly MailItem[]): Promise<void>;
  /** Takes what is due of one bucket, or what a crash left claimed. */
  abstract claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined>;
  /** Nothing of it will be mailed again. @param sentTo `addressDigest` of where it went, if it did */
  abstract finish(claimId: string, at: Date, sentTo?: string): Promise<void>;
  /** As `finish`, unless somebody asked for it again since it was claimed with so many attempts. */
  abstract giveUp(claim: Pick<ClaimedMail, 'claimId' | 'attempts'>, at: Date): Promise<void>;
  /** Whether that mail went to that address, until it is swept. */
  abstract wasSent(claimId: string, sentTo: string): Promise<boolean>;
  /** @returns whether there is such a mail */
  abstract retry(claimId: string, at: Date): Promise<boolean>;
  /** Keeps others away from it until then. */
  abstract renew(claimId: string, leaseUntil: Date): Promise<void>;
  /** What waits and is due by now. */
  abstract backlog(now: Date): Promise<MailBacklog>;
  abstract suppress(suppression: Suppression): Promise<void>;
  /** @returns whether it was there */
  abstract allow(address: string): Promise<boolean>;
  abstract suppressed(address: string): Promise<Suppression | undefined>;
  /** The newest first, 1,000 at most. */
  abstract suppressions(): Promise<readonly Suppression[]>;
  /** Forgets what was mailed before. @returns how many, at most 10,000 at once */
  abstract sweep(before: Date): Promise<number>;
}
