import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { sha256 } from '../clients/client-secret.js';
import { Journal } from '../audit/journal.js';
import { AccountNotices } from '../mails/account-notices.js';
import {
  type AccountLink,
  AccountLinks,
  type AccountRequest,
  AccountRequests,
  type InvitedAs,
  type LinkKind,
} from '../mails/account-mailer.js';
import { PasswordTries } from '../passwords/password-tries.js';
import { UserAdmin } from '../users/user-admin.js';
import { type User, Users } from '../users/user.js';
import { AccountLinkMails } from './account-link-mails.js';
import { RegistrationSettings } from './registration.settings.js';
import { UpstreamLinks } from '../upstream/upstreams.js';
import { UnitOfWork } from '../database/unit-of-work.js';

/** Somebody who accepts an invitation. */
export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly password: string;
}

/** What people do with their accounts by e-mail: each step is a link that works once. */
@Injectable()
export class AccountFlows {
  constructor(
    private readonly users: Users,
    private readonly userAdmin: UserAdmin,
    private readonly links: AccountLinks,
    private readonly upstreamLinks: UpstreamLinks,
    private readonly requests: AccountRequests,
    private readonly mails: AccountLinkMails,
    private readonly notices: AccountNotices,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly registration: RegistrationSettings,
    private readonly unit: UnitOfWork,
    private readonly tries: PasswordTries,
  ) {}

  get isOpen(): boolean {
    return this.mails.isOpen;
  }

  get mayRegister(): boolean {
    return this.isOpen && this.registration.selfRegistration;
  }

  /** The same for everybody: who it was is looked up later, by `answer`. */
  async ask(request: Omit<AccountRequest, 'id'>): Promise<void> {
    await this.requests.add(request);
  }

  /** Answers all that was asked. */
  async answerAll(): Promise<void> {
    for (;;) {
      const request = await this.requests.take();
      if (request === undefined) return;
      await this.unit.run(async () => {
        await (request.kind === 'reset'
          ? this.#answerReset(request)
          : this.#answerRegistration(request));
        await this.requests.done(request.id);
      });
    }
  }

  /** @throws {Problem} `invalid_link` for one that was used, has expired or was never given out */
  async open(token: string, kind: LinkKind): Promise<AccountLink> {
    const { links, clock } = this;
    const link = await links.find(sha256(token), kind, new Date(clock.nowMs()));
    if (link === undefined) throw AUTH_ERRORS.invalidLink();
    return link;
  }

  /** Sets a new password, which ends all sessions and tokens. @returns whose it was */
  async resetPassword(token: string, password: string, ip: string | undefined): Promise<User> {
    const { userAdmin, links } = this;
    const user = await this.#userOf(await this.open(token, 'reset'));
    await this.tries.use(user.id);
    // A link that this address got proves that it is the user's.
    const change = { password, isVerified: true };
    return userAdmin.update(user.id, change, { id: user.id, ip }, async () => {
      await this.#take(token, 'reset');
      // Whoever signed in before anybody had proved the address may be somebody else.
      if (!user.isVerified) await this.#unlink(user.id);
      await links.remove(user.id, ['reset', 'change-address']);
    });
  }

  async sendVerification(user: User, languages: readonly string[] = []): Promise<void> {
    if (!this.isOpen) throw AUTH_ERRORS.noMail();
    await this.mails.send('verify', 'verify-address', { user, to: user.email, languages });
  }

  async verifyAddress(token: string, ip: string | undefined): Promise<User> {
    const user = await this.#userOf(await this.open(token, 'verify'));
    await this.userAdmin.update(user.id, { isVerified: true }, { id: user.id, ip }, async () => {
      await this.#take(token, 'verify');
    });
    return user;
  }

  /** Nothing changes until the new address has answered. */
  async askForAddress(user: User, address: string): Promise<void> {
    const to = { user, to: address, languages: [] };
    await this.unit.run(async () => {
      await this.links.remove(user.id, ['change-address']);
      await this.mails.send('change-address', 'change-address', to);
    });
  }

  async changeAddress(token: string, ip: string | undefined): Promise<User> {
    const { users, userAdmin, links, notices } = this;
    const { userId = '', address } = await this.open(token, 'change-address');
    const user = await users.find(userId);
    if (user?.isActive !== true) throw AUTH_ERRORS.invalidLink();
    const change = { email: address, isVerified: true };
    return userAdmin.update(user.id, change, { id: user.id, ip }, async () => {
      await this.#take(token, 'change-address');
      await links.remove(user.id, ['reset', 'verify', 'change-address']);
      await notices.addressChanged({ ...user, email: address }, user.email);
    });
  }

  /** @throws {Problem} `user_exists` when the address has an account, `no_mail` without e-mail */
  async invite(address: string, invitedAs: InvitedAs, actor: Actor): Promise<Date> {
    const { users, journal } = this;
    if (!this.isOpen) throw AUTH_ERRORS.noMail();
    if ((await users.findForSignIn(address)) !== undefined) throw AUTH_ERRORS.userExists();
    const to = { to: address, languages: [invitedAs.claims?.locale], invitedAs };
    const { id, ip } = actor;
    const details = { is_admin: invitedAs.isAdmin === true, roles: invitedAs.roles ?? [] };
    return this.unit.run(async () => {
      await journal.record({ type: 'user.invited', actor: id, subject: 'invitation', ip, details });
      return this.mails.send('invitation', 'invitation', to);
    });
  }

  /** Makes the account of an invitation or a registration; its address is known to be the person's. */
  async accept(
    token: string,
    kind: 'invitation' | 'registration',
    { username, name, password }: NewAccount,
  ): Promise<User> {
    const { address, invitedAs } = await this.open(token, kind);
    await this.tries.use(sha256(token).toString('base64url'));
    const chosen = { username: invitedAs.username ?? username, name };
    return this.userAdmin.create(
      { ...invitedAs, ...chosen, email: address, password, isVerified: true },
      { id: kind },
      async () => void (await this.#take(token, kind)),
    );
  }

  async #answerReset({ typed, languages }: AccountRequest): Promise<void> {
    const { users, journal } = this;
    const user = (await users.findForSignIn(typed))?.user;
    if (user?.isActive !== true) return;
    await this.mails.send('reset', 'reset-password', { user, to: user.email, languages });
    const subject = user.id;
    await journal.record({ type: 'password.reset_requested', actor: 'unknown', subject });
  }

  async #answerRegistration({ typed, languages }: AccountRequest): Promise<void> {
    const { users } = this;
    if (!this.registration.selfRegistration || !this.#mayRegisterWith(typed)) return;
    const user = (await users.findForSignIn(typed))?.user;
    if (user === undefined) {
      await this.mails.send('registration', 'registration', { to: typed, languages });
      return;
    }
    await this.mails.sayAlreadyRegistered(user, languages);
  }

  #mayRegisterWith(address: string): boolean {
    const { registrationDomains: domains = [] } = this.registration;
    const domain = address.split('@').at(-1)?.toLowerCase() ?? '';
    return domains.length === 0 || domains.some((one) => one.toLowerCase() === domain);
  }

  async #take(token: string, kind: LinkKind): Promise<AccountLink> {
    const { links, clock } = this;
    const link = await links.take(sha256(token), kind, new Date(clock.nowMs()));
    if (link === undefined) throw AUTH_ERRORS.invalidLink();
    return link;
  }

  async #unlink(userId: string): Promise<void> {
    const { upstreamLinks } = this;
    for (const upstream of await upstreamLinks.of(userId)) {
      await upstreamLinks.remove(userId, upstream);
    }
  }

  /** A link to an address that is no longer the user's is worth nothing. */
  async #userOf({ userId = '', address }: AccountLink): Promise<User> {
    const user = await this.users.find(userId);
    if (user?.isActive !== true || user.email !== address) throw AUTH_ERRORS.invalidLink();
    return user;
  }
}
