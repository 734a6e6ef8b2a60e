import { Injectable } from '@nestjs/common';
import { AccountDeletion } from '../accounts/account-deletion.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { Directory, type DirectoryEntry, type DirectoryFilter } from './directory.js';
import { Random } from '@sextant/platform-runtime/clock';
import { UserAdmin } from '../users/user-admin.js';
import { USERNAME, type User, type UserChange, Users } from '../users/user.js';

/** A user as a directory wants one to be. */
export interface DirectoryUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly name: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly isActive: boolean;
  readonly roles: readonly string[] | undefined;
  readonly password: string | undefined;
}

/** Makes, changes and deletes users as a directory says. */
@Injectable()
export class Provisioning {
  constructor(
    private readonly directory: Directory,
    private readonly users: Users,
    private readonly userAdmin: UserAdmin,
    private readonly deletion: AccountDeletion,
    private readonly random: Random,
  ) {}

  list(filter: DirectoryFilter) {
    return this.directory.list(filter);
  }

  /** @throws {Problem} `user_not_found` */
  async get(id: string): Promise<DirectoryEntry> {
    const entry = await this.directory.find(id);
    if (entry === undefined) throw AUTH_ERRORS.userNotFound();
    return entry;
  }

  /** Addresses that a directory knows are its people's. */
  async create(wanted: DirectoryUser, actor: Actor): Promise<DirectoryEntry> {
    const { userAdmin, directory } = this;
    await this.#requireFree(wanted.userName);
    const { email, password, name, givenName, familyName, roles, isActive } = wanted;
    const username = await this.#usernameFor(wanted.userName);
    const details = { email, password, name, givenName, familyName, roles, isVerified: true };
    const user = await userAdmin.create({ username, ...details }, actor, async ({ id }) => {
      await directory.keep(id, wanted);
      if (!isActive) await userAdmin.update(id, { isActive }, actor);
    });
    return this.get(user.id);
  }

  async replace(id: string, wanted: DirectoryUser, actor: Actor): Promise<DirectoryEntry> {
    return this.change(await this.get(id), wanted, actor);
  }

  /**
   * The name that people sign in with stays: it is in their heads.
   *
   * @param entry as the user was when it was said what is wanted: what was the same then is left as it is now
   */
  async change(
    entry: DirectoryEntry,
    wanted: DirectoryUser,
    actor: Actor,
  ): Promise<DirectoryEntry> {
    const { userAdmin, directory } = this;
    const { user, userName, externalId } = entry;
    const { id } = user;
    const change = changeTo(wanted, user);
    const isTakeover = change.email !== undefined || wanted.password !== undefined;
    if (user.isAdmin && isTakeover) throw AUTH_ERRORS.adminCredentials();
    const keep = async () => {
      if (wanted.userName === userName && wanted.externalId === externalId) return;
      await directory.keep(id, wanted);
    };
    const { password } = wanted;
    if (Object.keys(change).length > 0 || password !== undefined) {
      await userAdmin.update(id, { ...change, password }, actor, keep);
    } else await keep();
    return this.get(id);
  }

  async remove(id: string, actor: Actor): Promise<void> {
    const { user } = await this.get(id);
    await this.deletion.deleteNow(user, actor);
  }

  /** @throws {Problem} `user_exists` */
  async #requireFree(userName: string): Promise<void> {
    const { total } = await this.directory.list({ limit: 1, offset: 0, userName });
    if (total > 0) throw AUTH_ERRORS.userExists();
  }

  /** Directories name people by their addresses, which no user name is: what is before the @ becomes it. */
  async #usernameFor(userName: string): Promise<string> {
    if (USERNAME.test(userName)) return userName;
    const [local = ''] = userName.split('@', 1);
    const stem = local.replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '');
    const name = stem.slice(0, 50);
    const isFree = USERNAME.test(name) && (await this.users.findForSignIn(name)) === undefined;
    return isFree ? name : `${name || 'user'}-${this.random.bytes(4).toString('hex')}`;
  }
}

/** Only what differs: a change that says nothing new ends no session. */
function changeTo(wanted: DirectoryUser, user: User): UserChange {
  const { email, name = user.name, isActive, roles } = wanted;
  const { givenName = null, familyName = null } = wanted;
  const all = {
    email,
    name,
    givenName,
    familyName,
    isActive,
    ...(roles === undefined ? {} : { roles }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(user[member as keyof User]),
    ),
  );
}
