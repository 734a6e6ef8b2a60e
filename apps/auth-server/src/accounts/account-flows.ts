import type { Clock, Random } from '@sextant/platform-clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { sha256 } from '../clients/client-secret.js';
import type { Journal } from '../audit/journal.js';
import { wordsOf, type PasswordPolicy } from '../passwords/password-policy.js';
import type { AccountNotices } from '../mails/account-notices.js';
import type {
  AccountLink,
  AccountLinks,
  AccountMail,
  AccountRequest,
  AccountRequests,
  InvitedAs,
  LinkKind,
  Postbox,
} from '../mails/postbox.js';
import type { UserAdmin } from '../users/user-admin.js';
import type { User, Users } from '../users/user.js';
import type { UpstreamLinks } from '../upstream/upstreams.js';

export interface AccountFlowsDependencies {
  readonly users: Users;
  readonly userAdmin: UserAdmin;
  readonly policy: PasswordPolicy;
  readonly links: AccountLinks;
  readonly upstreamLinks: Pick<UpstreamLinks, 'of' | 'remove'>;
  readonly requests: AccountRequests;
  readonly postbox: Postbox;
  readonly notices: AccountNotices;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly brand: string;
  readonly issuer: string;
  /** Whether strangers may make accounts, and with addresses of which domains; all without. */
  readonly registration: { readonly isOpen: boolean; readonly domains: readonly string[] };
}

/** Somebody who accepts an invitation. */
export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly password: string;
}

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

/** What people do with their accounts by e-mail: each step is a link that works once. */
export class AccountFlows {
  constructor(private readonly uses: AccountFlowsDependencies) {}

  get isOpen(): boolean {
    return this.uses.postbox.isOpen;
  }

  get mayRegister(): boolean {
    return this.isOpen && this.uses.registration.isOpen;
  }

  /** The same for everybody: who it was is looked up later, by `answer`. */
  async ask(request: Omit<AccountRequest, 'id'>): Promise<void> {
    await this.uses.requests.add(request);
  }

  /** Answers all that was asked. */
  async answerAll(): Promise<void> {
    for (;;) {
      const request = await this.uses.requests.take();
      if (request === undefined) return;
      await (request.kind === 'reset'
        ? this.#answerReset(request)
        : this.#answerRegistration(request));
      await this.uses.requests.done(request.id);
    }
  }

  /** @throws {Problem} `invalid_link` for one that was used, has expired or was never given out */
  async open(token: string, kind: LinkKind): Promise<AccountLink> {
    const { links, clock } = this.uses;
    const link = await links.find(sha256(token), kind, new Date(clock.nowMs()));
    if (link === undefined) throw AUTH_ERRORS.invalidLink();
    return link;
  }

  /** Sets a new password, which ends all sessions and tokens. @returns whose it was */
  async resetPassword(token: string, password: string, ip: string | undefined): Promise<User> {
    const { policy, userAdmin, links } = this.uses;
    const user = await this.#userOf(await this.open(token, 'reset'));
    await policy.check(password, wordsOf(user));
    await this.#take(token, 'reset');
    // Whoever signed in before anybody had proved the address may be somebody else.
    if (!user.isVerified) await this.#unlink(user.id);
    // A link that this address got proves that it is the user's.
    const change = { password, isVerified: true };
    const changed = await userAdmin.update(user.id, change, { id: user.id, ip });
    await links.remove(user.id, ['reset', 'change-address']);
    return changed;
  }

  async sendVerification(user: User, languages: readonly string[] = []): Promise<void> {
    if (!this.isOpen) throw AUTH_ERRORS.noMail();
    await this.#sendLink('verify', 'verify-address', { user, to: user.email, languages });
  }

  async verifyAddress(token: string, ip: string | undefined): Promise<User> {
    const user = await this.#userOf(await this.#take(token, 'verify'));
    await this.uses.userAdmin.update(user.id, { isVerified: true }, { id: user.id, ip });
    return user;
  }

  /** Nothing changes until the new address has answered. */
  async askForAddress(user: User, address: string): Promise<void> {
    await this.uses.links.remove(user.id, ['change-address']);
    await this.#sendLink('change-address', 'change-address', { user, to: address, languages: [] });
  }

  async changeAddress(token: string, ip: string | undefined): Promise<User> {
    const { users, userAdmin, links, notices } = this.uses;
    const { userId = '', address } = await this.#take(token, 'change-address');
    const user = await users.find(userId);
    if (user?.isActive !== true) throw AUTH_ERRORS.invalidLink();
    const change = { email: address, isVerified: true };
    const changed = await userAdmin.update(user.id, change, { id: user.id, ip });
    await links.remove(user.id, ['reset', 'verify', 'change-address']);
    await notices.addressChanged(changed, user.email);
    return changed;
  }

  /** @throws {Problem} `user_exists` when the address has an account, `no_mail` without e-mail */
  async invite(address: string, invitedAs: InvitedAs, actor: Actor): Promise<Date> {
    const { users, journal } = this.uses;
    if (!this.isOpen) throw AUTH_ERRORS.noMail();
    if ((await users.findForSignIn(address)) !== undefined) throw AUTH_ERRORS.userExists();
    const to = { to: address, languages: [invitedAs.claims?.locale], invitedAs };
    const expiresAt = await this.#sendLink('invitation', 'invitation', to);
    const { id, ip } = actor;
    const details = { is_admin: invitedAs.isAdmin === true, roles: invitedAs.roles ?? [] };
    await journal.record({ type: 'user.invited', actor: id, subject: 'invitation', ip, details });
    return expiresAt;
  }

  /** Makes the account of an invitation or a registration; its address is known to be the person's. */
  async accept(
    token: string,
    kind: 'invitation' | 'registration',
    { username, name, password }: NewAccount,
  ): Promise<User> {
    const { userAdmin, policy, users } = this.uses;
    const { address, invitedAs } = await this.open(token, kind);
    const chosen = { username: invitedAs.username ?? username, name };
    // Whatever is refused is refused before the link is used up.
    await policy.check(password, wordsOf({ ...chosen, email: address }));
    if ((await users.findForSignIn(chosen.username)) !== undefined) throw AUTH_ERRORS.userExists();
    await this.#take(token, kind);
    return userAdmin.create(
      { ...invitedAs, ...chosen, email: address, password, isVerified: true },
      { id: kind },
    );
  }

  async #answerReset({ typed, languages }: AccountRequest): Promise<void> {
    const { users, journal } = this.uses;
    const user = (await users.findForSignIn(typed))?.user;
    if (user?.isActive !== true) return;
    await this.#sendLink('reset', 'reset-password', { user, to: user.email, languages });
    const subject = user.id;
    await journal.record({ type: 'password.reset_requested', actor: 'unknown', subject });
  }

  async #answerRegistration({ typed, languages }: AccountRequest): Promise<void> {
    const { users, postbox, brand, issuer, registration } = this.uses;
    const domain = typed.split('@').at(-1)?.toLowerCase() ?? '';
    if (!registration.isOpen) return;
    if (registration.domains.length > 0 && !registration.domains.includes(domain)) return;
    const user = (await users.findForSignIn(typed))?.user;
    if (user === undefined) {
      await this.#sendLink('registration', 'registration', { to: typed, languages });
      return;
    }
    const values = { brand, name: user.name, link: `${issuer}/account/forgot` };
    await postbox.post({ to: user.email, template: 'already-registered', languages, values });
  }

  async #sendLink(
    kind: keyof typeof LINKS,
    template: AccountMail['template'],
    receiver: {
      readonly to: string;
      readonly languages: readonly (string | undefined)[];
      readonly user?: User;
      readonly invitedAs?: InvitedAs;
    },
  ): Promise<Date> {
    const { postbox, clock, random, brand, issuer } = this.uses;
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
    await postbox.post(mail, { digest, kind, userId: user?.id, address: to, invitedAs, expiresAt });
    return expiresAt;
  }

  async #take(token: string, kind: LinkKind): Promise<AccountLink> {
    const { links, clock } = this.uses;
    const link = await links.take(sha256(token), kind, new Date(clock.nowMs()));
    if (link === undefined) throw AUTH_ERRORS.invalidLink();
    return link;
  }

  async #unlink(userId: string): Promise<void> {
    const { upstreamLinks } = this.uses;
    for (const { upstream } of await upstreamLinks.of(userId)) {
      await upstreamLinks.remove(userId, upstream);
    }
  }

  /** A link to an address that is no longer the user's is worth nothing. */
  async #userOf({ userId = '', address }: AccountLink): Promise<User> {
    const user = await this.uses.users.find(userId);
    if (user?.isActive !== true || user.email !== address) throw AUTH_ERRORS.invalidLink();
    return user;
  }
}
