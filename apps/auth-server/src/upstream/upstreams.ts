import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { AccountNotices } from '../mails/account-notices.js';
import type { Actor } from '../audit/actor.js';
import { Journal } from '../audit/journal.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { UserCreation } from '../users/user-creation.js';
import { UserAdmin } from '../users/user-admin.js';
import { isOfOneScript, isSameMailbox, USERNAME, type User, Users } from '../users/user.js';

/** Somebody as another provider knows one. */
export interface UpstreamIdentity {
  /** Of the provider, for ever of one person. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that the address is the person's. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  readonly username: string | undefined;
  /** The provider's name of the session. */
  readonly sid: string | undefined;
  /** What the operator's mapping makes of the person's groups. */
  readonly roles?: readonly string[];
  /** When the person signed in there, by a session that was there before, where the provider says so. */
  readonly signedInMs?: number | undefined;
}

/** What an answer is checked by; only the browser that has asked holds it, sealed. */
export interface UpstreamChecks {
  readonly state: string;
  /** Of SAML the id of the request. */
  readonly nonce: string;
  readonly verifier: string;
  /** Since when somebody must have signed in there: a session of before is not enough. Milliseconds. */
  readonly freshSinceMs?: number;
}

/** How somebody is sent to a provider. */
export interface Departure {
  /** The client wants a sign-in, not a session (`prompt=login`, `max_age`): the provider's session must not stand for it. */
  readonly isFresh: boolean;
}

/** What a provider says when somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). */
export interface UpstreamLogout {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly jti: string;
}

/** Another provider at which people sign in. */
export interface Upstream {
  readonly id: string;
  /** Who names the subjects: with another one under the same id they are other people's. */
  readonly issuer: string;
  /** On the button. */
  readonly name: string;
  /** Whether those who have no account here get one. */
  readonly createsAccounts: boolean;
  /** Whether an address that both sides have verified is enough to link accounts (never an administrator's). */
  readonly linksByEmail: boolean;
  /** All roles that the operator's mapping decides about: it takes them away as well. */
  readonly governedRoles: ReadonlySet<string>;
  begin(departure: Departure): Promise<{ readonly url: string; readonly checks: UpstreamChecks }>;
  /** @throws {Error} for an answer that is not the provider's to this question */
  finish(answer: URLSearchParams, checks: UpstreamChecks): Promise<UpstreamIdentity>;
  /** @throws {Error} for what the provider has not signed for us */
  readLogout(token: string): Promise<UpstreamLogout>;
  /** Where the provider speaks SAML: XML that tells it of us. */
  metadata?(): Promise<string>;
}

/** A provider, as links name it. */
export type LinkedUpstream = Pick<Upstream, 'id' | 'issuer'>;

export interface UpstreamLink {
  readonly upstream: LinkedUpstream;
  readonly subject: string;
  readonly userId: string;
}

/** Who is who at other providers. */
export abstract class UpstreamLinks {
  abstract userOf(upstream: LinkedUpstream, subject: string): Promise<string | undefined>;
  /** @returns whether it is this user's now; somebody else's link stays theirs */
  abstract add(link: UpstreamLink): Promise<boolean>;
  /** @returns the ids of providers */
  abstract of(userId: string): Promise<readonly string[]>;
  abstract remove(userId: string, upstream: string): Promise<boolean>;
  /** A session of the provider with which the user has signed in here. */
  abstract noteSession(upstream: string, sid: string, userId: string): Promise<void>;
  abstract userOfSession(upstream: string, sid: string): Promise<string | undefined>;
  abstract isUsed(upstream: string, jti: string): Promise<boolean>;
  /** From now on it is used. @returns whether it was not before */
  abstract use(upstream: string, jti: string): Promise<boolean>;
}

/** The providers that the operator has named. */
export abstract class UpstreamProviders {
  abstract readonly all: readonly Upstream[];
}

/** Signs people in whom another provider has signed in. */
@Injectable()
export class Upstreams {
  constructor(
    private readonly providers: UpstreamProviders,
    private readonly links: UpstreamLinks,
    private readonly users: Users,
    private readonly creation: UserCreation,
    private readonly accountNotices: AccountNotices,
    private readonly journal: Journal,
    private readonly unit: UnitOfWork,
    private readonly modules: ModuleRef,
  ) {}

  /** Found when it is needed: it tells the engine of sign-outs, which asks this for providers. */
  get #userAdmin(): UserAdmin {
    return this.modules.get(UserAdmin, { strict: false });
  }

  /** For the buttons. */
  get all(): readonly Pick<Upstream, 'id' | 'name'>[] {
    return this.providers.all;
  }

  find(id: string): Upstream | undefined {
    return this.providers.all.find((one) => one.id === id);
  }

  /**
   * What a provider has answered, once: the same question is answered in no replica again.
   *
   * @throws {Error} that says to operators why the answer counts for nothing
   */
  async finish(
    upstream: Upstream,
    answer: URLSearchParams,
    checks: UpstreamChecks,
  ): Promise<UpstreamIdentity> {
    const isFirst = await this.links.use(upstream.id, `request ${checks.nonce}`);
    if (!isFirst) throw new Error('The request was answered before.');
    return upstream.finish(answer, checks);
  }

  /**
   * Whose identity it is. Where there is no link yet one is made only for a new account, or by an address that
   * both sides have verified, where the operator says so: an address alone is nobody's proof.
   *
   * @returns `undefined` where the person has to sign in here first
   */
  async resolve(
    upstream: Upstream,
    identity: UpstreamIdentity,
    ip: string | undefined,
  ): Promise<User | undefined> {
    const { links, users } = this;
    const known = await links.userOf(upstream, identity.subject);
    const user = known === undefined ? await this.#meet(upstream, identity, ip) : undefined;
    const found = known === undefined ? user : await users.find(known);
    if (found?.isActive !== true) return undefined;
    if (identity.sid !== undefined) await links.noteSession(upstream.id, identity.sid, found.id);
    return this.#withRoles(upstream, identity, found, ip);
  }

  /** The roles that the mapping decides about follow the provider; others are this service's own. */
  async #withRoles(
    { id, governedRoles }: Upstream,
    { roles = [] }: UpstreamIdentity,
    user: User,
    ip: string | undefined,
  ): Promise<User> {
    const after = (own: readonly string[]): readonly string[] => [
      ...new Set([...own.filter((role) => !governedRoles.has(role)), ...roles]),
    ];
    const next = after(user.roles);
    const isSame =
      next.length === user.roles.length && next.every((one) => user.roles.includes(one));
    if (isSame) return user;
    return this.#userAdmin.update(user.id, { roles: after }, { id: `upstream:${id}`, ip });
  }

  /** Links somebody who has signed in here as well; the user is told. */
  async link(
    upstream: Upstream,
    identity: UpstreamIdentity,
    user: User,
    ip?: string,
  ): Promise<void> {
    const { links, accountNotices, journal } = this;
    const { subject, sid } = identity;
    const { id } = user;
    const details = { kind: 'upstream', upstream: upstream.id };
    await this.unit.run(async () => {
      if (!(await links.add({ upstream, subject, userId: id }))) return;
      if (sid !== undefined) await links.noteSession(upstream.id, sid, id);
      await journal.record({ type: 'factor.added', actor: id, subject: id, ip, details });
      await accountNotices.factorChanged(user, { kind: 'upstream-added', by: upstream.name });
      await this.#withRoles(upstream, identity, user, ip);
    });
  }

  /** Of a user: the providers' names. */
  async linksOf(userId: string): Promise<readonly Pick<Upstream, 'id' | 'name'>[]> {
    const links = await this.links.of(userId);
    return links.map((id) => ({ id, name: this.find(id)?.name ?? id }));
  }

  async unlink(user: User, upstream: string, ip: string | undefined): Promise<void> {
    const { links, accountNotices, journal } = this;
    const { id } = user;
    const details = { kind: 'upstream', upstream };
    const name = this.find(upstream)?.name ?? upstream;
    await this.unit.run(async () => {
      if (!(await links.remove(id, upstream))) return;
      await journal.record({ type: 'factor.removed', actor: id, subject: id, ip, details });
      await accountNotices.factorChanged(user, { kind: 'upstream-removed', by: name });
    });
  }

  async #meet(
    upstream: Upstream,
    identity: UpstreamIdentity,
    ip: string | undefined,
  ): Promise<User | undefined> {
    const { email, subject } = identity;
    const holder = email === undefined ? undefined : await this.users.findForSignIn(email);
    if (holder !== undefined) {
      if (!isProven(upstream, identity, holder.user)) return undefined;
      await this.link(upstream, identity, holder.user, ip);
      return this.users.find(holder.user.id);
    }
    if (!upstream.createsAccounts || email === undefined) return undefined;
    const actor = { id: `upstream:${upstream.id}`, ip };
    try {
      return await this.#create(upstream, { ...identity, email }, actor);
    } catch (error) {
      // Somebody who signs in twice at once gets one account.
      const made = await this.links.userOf(upstream, subject);
      if (made === undefined) throw error;
      return this.users.find(made);
    }
  }

  async #create(
    upstream: Upstream,
    {
      email,
      isEmailVerified: isVerified,
      name,
      username,
      subject,
      roles,
    }: UpstreamIdentity & { email: string },
    actor: Actor,
  ): Promise<User> {
    const wanted = username ?? email.split('@', 1)[0] ?? '';
    const isName = USERNAME.test(wanted) && isOfOneScript(wanted);
    const isFree = isName && (await this.users.findForSignIn(wanted)) === undefined;
    const own = usernameOf(upstream, subject);
    const values = { username: isFree ? wanted : own, email, name, isVerified, roles };
    return this.creation.create(values, actor, async ({ id: userId }) => {
      const isLinked = await this.links.add({ upstream, subject, userId });
      if (!isLinked) throw AUTH_ERRORS.userExists();
    });
  }
}

const isProven = (
  { linksByEmail }: Upstream,
  { isEmailVerified, email = '' }: UpstreamIdentity,
  user: User,
): boolean =>
  linksByEmail &&
  isEmailVerified &&
  user.isVerified &&
  !user.isAdmin &&
  isSameMailbox(email, user.email);

/** Where the wanted one is not to be had: two subjects never get the same. */
function usernameOf({ id }: Upstream, subject: string): string {
  const own = `${id}-${subject}`;
  if (/^[A-Za-z0-9._-]{1,64}$/.test(own)) return own;
  return `${id}-${createHash('sha256').update(subject).digest('hex').slice(0, 20)}`;
}

/** @throws {Problem} `not_found` */
export function requireUpstream(upstreams: Upstreams, id: string): Upstream {
  const found = upstreams.find(id);
  if (found === undefined) throw AUTH_ERRORS.upstreamNotFound();
  return found;
}

/** @throws {Problem} `not_found` for a provider that is not there, or does not speak SAML */
export function requireSaml(upstreams: Upstreams, id: string) {
  const upstream = requireUpstream(upstreams, id);
  const metadata = upstream.metadata?.bind(upstream);
  if (metadata === undefined) throw AUTH_ERRORS.upstreamNotFound();
  return { upstream, metadata };
}
