import { Injectable } from '@nestjs/common';
import { Random } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { SecondFactors } from '../factors/second-factors.js';
import { UserAdmin } from '../users/user-admin.js';
import { UserCreation, type NewUser } from '../users/user-creation.js';
import { nameKey, usernameFor, Users } from '../users/user.js';
import { AccountFlows } from './account-flows.js';

/** A line or an entry of the file that has the form of a user. */
export interface ImportedUser {
  readonly line: number;
  /** Without a user name one is made of the address. */
  readonly user: Omit<NewUser, 'username'> & { readonly username?: string | undefined };
  /** Of authenticator apps, in Base32. */
  readonly totpSecrets?: readonly string[] | undefined;
}

export interface RefusedLine {
  readonly line: number;
  readonly message: string;
}

export interface ImportOptions {
  /** Only looks whether it would work. */
  readonly isTrial: boolean;
  /** Whether those without a password get a link by e-mail with which they set one. */
  readonly mailsLinks: boolean;
}

export interface ImportResult {
  readonly created: number;
  readonly refused: readonly RefusedLine[];
}

/**
 * Makes many users, one after the other, each whole or not at all. What is refused stops nothing else, and to import the same file
 * again is harmless: who is there already is refused.
 */
@Injectable()
export class UserImport {
  constructor(
    private readonly users: Users,
    private readonly userAdmin: UserAdmin,
    private readonly creation: UserCreation,
    private readonly flows: AccountFlows,
    private readonly factors: SecondFactors,
    private readonly random: Random,
  ) {}

  async run(
    rows: readonly ImportedUser[],
    options: ImportOptions,
    actor: Actor,
  ): Promise<ImportResult> {
    const refused: RefusedLine[] = [];
    const names = new Set<string>();
    for (const { line, user, totpSecrets = [] } of rows) {
      const message = await this.#refusalOf(async () => {
        const made = user.username ?? (await usernameFor(user.email, this.users, this.random));
        if (options.isTrial) {
          await this.creation.check({ ...user, username: made });
          await this.#try(user, made, names);
          return;
        }
        await this.#take({ ...user, username: made }, options, actor, totpSecrets);
      });
      if (message !== undefined) refused.push({ line, message });
    }
    return { created: rows.length - refused.length, refused };
  }

  /** @returns why not */
  async #refusalOf(work: () => Promise<void>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof Problem && error.status === 422) return error.message;
      throw error;
    }
  }

  /** @param names those that the rows before it would take; a name that is made of an address gives way to them */
  async #try(
    { username, email }: ImportedUser['user'],
    made: string,
    names: Set<string>,
  ): Promise<void> {
    const own = [...(username === undefined ? [] : [username]), email].map(nameKey);
    const found = await Promise.all(own.map((name) => this.users.findForSignIn(name)));
    const isTaken = found.some((one) => one !== undefined) || own.some((key) => names.has(key));
    if (isTaken) throw AUTH_ERRORS.userExists();
    for (const key of [...own, nameKey(made)]) names.add(key);
  }

  async #take(
    user: NewUser,
    { mailsLinks }: ImportOptions,
    actor: Actor,
    totpSecrets: readonly string[],
  ): Promise<void> {
    await this.userAdmin.create(user, actor, async ({ id }) => {
      for (const secret of totpSecrets) await this.factors.takeOver(id, secret, actor);
      if (!mailsLinks || (user.password ?? user.passwordHash) !== undefined) return;
      await this.flows.ask({ kind: 'reset', typed: user.username, languages: [] });
    });
  }
}
