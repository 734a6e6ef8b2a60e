import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { sha256 } from '../clients/client-secret.js';
import { Identity } from '../http/identity.js';
import {
  AccountMailer,
  type AccountMail,
  type InvitedAs,
  type LinkKind,
} from '../mails/account-mailer.js';
import type { User } from '../users/user.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Where each link leads, and how long it is worth something. */
const LINKS: Readonly<
  Record<Exclude<LinkKind, 'approval'>, { readonly path: string; readonly lifetimeMs: number }>
> = {
  reset: { path: 'reset', lifetimeMs: 30 * MINUTE_MS },
  verify: { path: 'verify', lifetimeMs: DAY_MS },
  'change-address': { path: 'address', lifetimeMs: DAY_MS },
  invitation: { path: 'invitation', lifetimeMs: 7 * DAY_MS },
  registration: { path: 'registration', lifetimeMs: DAY_MS },
};

/** Sends links that work once. */
@Injectable()
export class AccountLinkMails {
  constructor(
    private readonly mailer: AccountMailer,
    private readonly identity: Identity,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  get isOpen(): boolean {
    return this.mailer.isOpen;
  }

  /** @returns until when the link works */
  async send(
    kind: keyof typeof LINKS,
    template: AccountMail['template'],
    receiver: {
      readonly to: string;
      readonly languages: readonly (string | undefined)[];
      readonly user?: User;
      readonly invitedAs?: InvitedAs;
    },
  ): Promise<Date> {
    const { mailer, clock, random } = this;
    const { brand, issuer } = this.identity;
    const { to, languages, user, invitedAs = {} } = receiver;
    const { path, lifetimeMs } = LINKS[kind];
    const token = random.bytes(32).toString('base64url');
    const expiresAt = new Date(clock.nowMs() + lifetimeMs);
    const mail: AccountMail = {
      to,
      template,
      languages: [user?.claims.locale, ...languages],
      values: {
        brand,
        name: user?.name ?? invitedAs.name ?? to,
        link: `${issuer}/account/${path}?token=${token}`,
      },
      expiresAt,
    };
    const digest = sha256(token);
    await mailer.post(mail, { digest, kind, userId: user?.id, address: to, invitedAs, expiresAt });
    return expiresAt;
  }

  /** To somebody who wants an account and has one. */
  async sayAlreadyRegistered(user: User, languages: AccountMail['languages']): Promise<void> {
    const { brand, issuer } = this.identity;
    const values = { brand, name: user.name, link: `${issuer}/account/forgot` };
    const template = 'already-registered';
    await this.mailer.post({ to: user.email, template, languages, values });
  }
}
