import { createHash } from 'node:crypto';
import type { EmailMode } from '../settings/preferences.js';
import type { NotificationType } from '../notifications/notification.js';

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

/** Addresses are compared without regard to case. */
export const addressKey = (address: string): string => address.trim().toLowerCase();

/** Tells whether a mail went to an address, without keeping the address. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(addressKey(address)).digest('base64url');

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
