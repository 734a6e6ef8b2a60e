import { createHash } from 'node:crypto';
import type { EmailMode } from '../settings/preferences.js';
import type { NotificationType } from '../notifications/notification.js';

/** What the account of a person says: by auth-server alone. */
export interface Contact {
  readonly user: string;
  /** Verified; absent while none is. */
  readonly email?: string;
  /** BCP 47. */
  readonly locale?: string;
  /** Of the IANA database. */
  readonly timeZone?: string;
  /** Nothing is sent then, and nothing shown to whoever only knows an address of it. */
  readonly isDeactivated?: true;
  /** When it became so: older news does not count. */
  readonly changedAt: Date;
}

/** What a mail says of one notification; the record itself may be gone by then. */
export interface MailContent {
  readonly title: string;
  readonly description?: string;
  readonly fromUserName?: string;
  readonly notificationType: NotificationType;
  /** The class that it is about: it may be muted before the mail goes. */
  readonly classId?: string;
}

/** One notification that e-mail is to tell a person of. */
export interface MailItem {
  /** Of the record: mailed once. */
  readonly id: string;
  readonly user: string;
  /** What has the same one becomes one mail. */
  readonly bucket: string;
  readonly mode: Exclude<EmailMode, 'off'>;
  readonly content: MailContent;
  readonly dueAt: Date;
}

/** Items of one bucket that nobody else mails meanwhile. */
export interface ClaimedMail {
  /** The same again after a crash, with the same items: it names the mail. */
  readonly claimId: string;
  readonly user: string;
  readonly attempts: number;
  /** The oldest first. */
  readonly items: readonly MailItem[];
}

/** An address that nothing is sent to any more. */
export interface Suppression {
  readonly address: string;
  readonly reason: string;
  readonly at: Date;
}

export interface MailBacklog {
  readonly count: number;
  readonly firstDueAt?: Date;
}

export interface MailStore {
  /** Those that were queued before, sent or not, stay as they are. */
  queue(items: readonly MailItem[]): Promise<void>;
  /** Takes what is due of one bucket, or what a crash left claimed. */
  claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined>;
  /** Nothing of it will be mailed again. @param sentTo `addressDigest` of where it went, if it did */
  finish(claimId: string, at: Date, sentTo?: string): Promise<void>;
  /** As `finish`, unless somebody asked for it again since it was claimed with so many attempts. */
  giveUp(claim: Pick<ClaimedMail, 'claimId' | 'attempts'>, at: Date): Promise<void>;
  /** Whether that mail went to that address, until it is swept. */
  wasSent(claimId: string, sentTo: string): Promise<boolean>;
  /** @returns whether there is such a mail */
  retry(claimId: string, at: Date): Promise<boolean>;
  /** Keeps others away from it until then. */
  renew(claimId: string, leaseUntil: Date): Promise<void>;
  /** What waits and is due by now. */
  backlog(now: Date): Promise<MailBacklog>;
  suppress(suppression: Suppression): Promise<void>;
  /** @returns whether it was there */
  allow(address: string): Promise<boolean>;
  suppressed(address: string): Promise<Suppression | undefined>;
  /** The newest first, 1,000 at most. */
  suppressions(): Promise<readonly Suppression[]>;
  /** Forgets what was mailed before. @returns how many, at most 10,000 at once */
  sweep(before: Date): Promise<number>;
}

export interface ContactStore {
  /** @returns whether it is stored now: not when there is newer news */
  put(contact: Contact): Promise<boolean>;
  ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
}

/** Addresses are compared without regard to case. */
export const addressKey = (address: string): string => address.trim().toLowerCase();

/** Tells whether a mail went to an address, without keeping the address. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(addressKey(address)).digest('base64url');
