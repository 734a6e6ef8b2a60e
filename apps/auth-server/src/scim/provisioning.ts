import { Injectable } from '@nestjs/common';
import { AccountDeletion } from '../accounts/account-deletion.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { Directory, type DirectoryEntry, type DirectoryFilter } from './directory.js';
import { DirectoryRoles } from './directory-roles.js';
import { Random } from '@sextant/platform-runtime/clock';
import { UserAdmin } from '../users/user-admin.js';
import { type User, type UserChange, usernameFor, Users } from '../users/user.js';

/** A user as a directory wants one to be. */
export interface DirectoryUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly name: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** Absent: as it is, and active at first. */
  readonly isActive: boolean | undefined;
  readonly roles: readonly string[] | undefined;
  readonly password: string | undefined;
}

/** With the names that the directory has for the user's roles. */
export interface ProvisionedUser extends DirectoryEntry {
  readonly roleNames: readonly string[];
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
    private readonly roles: DirectoryRoles,
  ) {}

  async list(filter: DirectoryFilter) {
    const { entries, total } = await this.directory.list(filter);
    return { entries: entries.map((entry) => this.#named(entry)), total };
  }

  #named(entry: DirectoryEntry): ProvisionedUser {
    return { ...entry, roleNames: this.roles.namesOf(entry.user.roles) };
  }

  /** @throws {Problem} `user_not_found` */
  async get(id: string): Promise<ProvisionedUser> {
    const entry = await this.directory.find(id);
    if (entry === undefined) throw AUTH_ERRORS.userNotFound();
    return this.#named(entry);
  }

  /** Addresses that a directory knows are its people's. */
  async create(wanted: DirectoryUser, actor: Actor): Promise<ProvisionedUser> {
    const { userAdmin, directory } = this;
    await this.#requireFree(wanted.userName);
    const { email, password, name, givenName, familyName, isActive } = wanted;
    const roles = this.roles.after([], wanted.roles);
    const username = await usernameFor(wanted.userName, this.users, this.random);
    const details = { email, password, name, givenName, familyName, roles, isVerified: true };
    const user = await userAdmin.create({ username, ...details }, actor, async ({ id }) => {
      await directory.keep(id, wanted);
      if (isActive === false) await userAdmin.update(id, { isActive }, actor);
    });
    return this.get(user.id);
  }

  async replace(id: string, wanted: DirectoryUser, actor: Actor): Promise<ProvisionedUser> {
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
  ): Promise<ProvisionedUser> {
    const { userAdmin, directory } = this;
    const { user, userName, externalId } = entry;
    const { id } = user;
    const roles = this.roles.after(user.roles, wanted.roles);
    const change = changeTo({ ...wanted, roles }, user);
    const { password } = wanted;
    const isChanged = Object.keys(change).length > 0 || password !== undefined;
    const isRenamed = wanted.userName !== userName || wanted.externalId !== externalId;
    if (user.isAdmin) {
      const isTakeover = change.email !== undefined || password !== undefined;
      requireOwn(entry, { isTakeover, isChange: isChanged || isRenamed });
    }
    const keep = async () => {
      if (isRenamed) await directory.keep(id, wanted);
    };
    if (isChanged) {
      // Roles that the directory has no part in stay as they are when the change is made.
      const after = (own: readonly string[]) => this.roles.after(own, wanted.roles);
      const given = change.roles === undefined ? {} : { roles: after };
      await userAdmin.update(id, { ...change, ...given, password }, actor, keep);
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
}

/** @throws {Problem} `invalid_request` for what a directory may not do to an administrator */
function requireOwn(
  { isManaged }: DirectoryEntry,
  { isTakeover, isChange }: { readonly isTakeover: boolean; readonly isChange: boolean },
): void {
  if (isTakeover) throw AUTH_ERRORS.adminCredentials();
  if (isChange && !isManaged) throw AUTH_ERRORS.localAdmin();
}

/** Only what differs: a change that says nothing new ends no session. */
function changeTo(wanted: DirectoryUser, user: User): UserChange {
  const { email, isActive = user.isActive, roles } = wanted;
  const { givenName = null, familyName = null } = wanted;
  const name = wanted.name ?? nameAfter({ givenName, familyName }, user);
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

/** A name that was made of its parts follows them. */
function nameAfter(parts: Pick<User, 'givenName' | 'familyName'>, user: User): string {
  const next = fullName(parts);
  return user.name === fullName(user) && next !== '' ? next : user.name;
}

const fullName = ({ givenName, familyName }: Pick<User, 'givenName' | 'familyName'>): string =>
  [givenName, familyName].filter((part) => part !== null && part !== '').join(' ');
