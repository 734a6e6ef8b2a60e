import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Problem } from '@sextant/platform-http/errors';
import { Logger } from '@sextant/platform-runtime/logging';
import type { Actor } from '../audit/actor.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { UserAdmin } from '../users/user-admin.js';
import { UserCreation } from '../users/user-creation.js';
import { isOfOneScript, isSameMailbox, USERNAME, Users, type User } from '../users/user.js';
import {
  Directories,
  DIRECTORY_AWAY,
  DirectoryAccounts,
  DirectoryUnavailable,
  type Directory,
  type DirectoryPerson,
} from './directory.js';

/** A name and a password, as somebody has typed them. */
export interface DirectoryAttempt {
  readonly name: string;
  readonly password: string;
  readonly ip: string | undefined;
}

/** Signs people in with the passwords that they have in a directory. */
@Injectable()
export class DirectorySignIn {
  /** What the last question to each directory that did not answer it was told. */
  readonly #away = new Map<string, Problem>();

  constructor(
    private readonly directories: Directories,
    private readonly accounts: DirectoryAccounts,
    private readonly users: Users,
    private readonly modules: ModuleRef,
    private readonly creation: UserCreation,
    private readonly logger: Logger,
  ) {}

  /** Found when it is needed: it tells the engine of sign-outs, which asks this for people. */
  get #userAdmin(): UserAdmin {
    return this.modules.get(UserAdmin, { strict: false });
  }

  /** Whether a directory keeps the account's password: one that is kept here as well counts for nothing then. */
  async keeps(user: User): Promise<boolean> {
    return (await this.#kept(user)) !== undefined;
  }

  async #kept(user: User) {
    if (this.directories.all.length === 0) return undefined;
    const account = await this.accounts.ofUser(user.id);
    const directory = this.directories.all.find(({ id }) => id === account?.directory);
    return account === undefined || directory === undefined ? undefined : { account, directory };
  }

  /**
   * Whose name and password these are. Every question costs the same, whoever it is about: a search and a bind in each directory.
   *
   * @param holder the account of that name, if there is one
   * @throws {Problem} `temporarily_unavailable` while a directory does not answer: it cannot be said whose the password is not
   */
  async check(holder: User | undefined, attempt: DirectoryAttempt): Promise<User | undefined> {
    let user: User | undefined;
    for (const directory of this.directories.all) {
      user ??= await this.#reached(directory, () => this.#checkIn(directory, holder, attempt));
    }
    return user;
  }

  /** @throws {Problem} what `check` has thrown last, where a directory did not answer it and none has asked since */
  requirePresent(): void {
    for (const problem of this.#away.values()) throw problem;
  }

  async #checkIn(
    directory: Directory,
    holder: User | undefined,
    attempt: DirectoryAttempt,
  ): Promise<User | undefined> {
    const person = await directory.find(attempt.name);
    const isTheirs = await directory.accepts(person, attempt.password);
    if (person === undefined || !isTheirs || !person.isEnabled) return undefined;
    const known = await this.accounts.userOf(directory.id, person.id);
    const actor = { id: `ldap:${directory.id}`, ip: attempt.ip };
    if (known !== undefined) return this.#refreshed(directory, known, person, actor);
    return this.#meet(directory, holder, person, actor);
  }

  /** Somebody who has not been here: gets an account, or the one of their address where the operator says so. */
  async #meet(
    directory: Directory,
    holder: User | undefined,
    person: DirectoryPerson,
    actor: Actor,
  ): Promise<User | undefined> {
    const { email } = person;
    if (email === undefined) {
      this.logger.warn('ldap.no_address', { directory: directory.id, person: person.id });
      return undefined;
    }
    const ofAddress = (await this.users.findForSignIn(email))?.user;
    if (ofAddress !== undefined) return this.#givenOver(directory, ofAddress, person, actor);
    // The name is somebody else's here, who would lose it.
    if (holder !== undefined || !directory.createsAccounts) return undefined;
    return this.#create(directory, { ...person, email }, actor);
  }

  async #givenOver(
    directory: Directory,
    user: User,
    person: DirectoryPerson,
    actor: Actor,
  ): Promise<User | undefined> {
    const isProven = user.isVerified && isSameMailbox(person.email ?? '', user.email);
    const isAllowed = directory.linksByEmail && isProven && !user.isAdmin;
    const isTheirs =
      isAllowed &&
      (await this.accounts.add({
        ...{ directory: directory.id, personId: person.id, userId: user.id },
      }));
    if (isTheirs) return this.#refreshed(directory, user.id, person, actor);
    this.logger.warn('ldap.address_taken', { directory: directory.id, person: person.id });
    return undefined;
  }

  async #create(
    { id: directory }: Directory,
    person: DirectoryPerson & { readonly email: string },
    actor: Actor,
  ): Promise<User | undefined> {
    const { id: personId, email, name, givenName, familyName, roles } = person;
    const values = { email, name, givenName, familyName, roles, isVerified: true };
    const username = await this.#usernameFor(directory, person);
    try {
      return await this.creation.create({ ...values, username }, actor, async ({ id: userId }) => {
        const isNew = await this.accounts.add({ directory, personId, userId });
        if (!isNew) throw AUTH_ERRORS.userExists();
      });
    } catch (error) {
      // Somebody who signs in twice at once gets one account.
      const made = await this.accounts.userOf(directory, personId);
      if (made === undefined) throw error;
      return this.users.find(made);
    }
  }

  async #usernameFor(directory: string, { username, id }: DirectoryPerson): Promise<string> {
    const wanted = username ?? '';
    const isName = USERNAME.test(wanted) && isOfOneScript(wanted);
    const isFree = isName && (await this.users.findForSignIn(wanted)) === undefined;
    return isFree ? wanted : `${directory}-${id}`.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64);
  }

  /** What the directory says of the person counts: address, names, and the roles that it decides about. */
  async #refreshed(
    { id, governedRoles }: Directory,
    userId: string,
    person: DirectoryPerson,
    actor: Actor,
  ): Promise<User | undefined> {
    const user = await this.users.find(userId);
    if (user?.isActive !== true) return user;
    const own = user.roles.filter((role) => !governedRoles.has(role));
    const change = changesOf(user, person, [...new Set([...own, ...person.roles])]);
    try {
      return await this.#changed(user, change, actor);
    } catch (error) {
      const { email, ...others } = change;
      if (email === undefined || !(error instanceof Problem) || error.status !== 422) throw error;
      // An address that is somebody else's here keeps nobody out, and keeps nobody's roles.
      this.logger.warn('ldap.not_refreshed', { directory: id, user: userId, err: error });
      return this.#changed(user, others, actor);
    }
  }

  #changed(user: User, change: Change, actor: Actor): Promise<User> {
    const isNone = Object.keys(change).length === 0;
    return isNone ? Promise.resolve(user) : this.#userAdmin.update(user.id, change, actor);
  }

  /**
   * Whether the directory that keeps the account still lets its person in; whoever it does not is signed out everywhere.
   *
   * @throws {DirectoryUnavailable}
   */
  async stands(user: User): Promise<boolean> {
    const kept = await this.#kept(user);
    if (kept === undefined) return true;
    const { account, directory } = kept;
    const person = await directory.findById(account.personId);
    const actor = { id: `ldap:${directory.id}`, ip: undefined };
    if (person?.isEnabled === true) {
      await this.#refreshed(directory, user.id, person, actor);
      return true;
    }
    await this.#userAdmin.signOutEverywhere(user.id, actor);
    return false;
  }

  async #reached<T>({ id }: Directory, work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      this.#away.delete(id);
      return answer;
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error;
      this.logger.warn('ldap.unavailable', { directory: id, err: error });
      const problem = AUTH_ERRORS.busy({ message: DIRECTORY_AWAY, cause: error });
      this.#away.set(id, problem);
      throw problem;
    }
  }
}

type Change = Parameters<UserAdmin['update']>[1];

function changesOf(user: User, person: DirectoryPerson, roles: readonly string[]): Change {
  const said = {
    email: person.email,
    name: person.name,
    givenName: person.givenName,
    familyName: person.familyName,
  };
  const changed = Object.entries(said).filter(
    ([name, value]) => value !== undefined && value !== user[name as keyof typeof said],
  );
  const isSame =
    roles.length === user.roles.length && roles.every((role) => user.roles.includes(role));
  return { ...Object.fromEntries(changed), ...(isSame ? {} : { roles: [...roles] }) };
}
