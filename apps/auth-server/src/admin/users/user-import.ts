import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { AccountFlows } from '../../accounts/account-flows.js';
import type { Actor } from '../../audit/actor.js';
import { UserAdmin } from '../../users/user-admin.js';
import type { NewUser } from '../../users/user-creation.js';
import { Users } from '../../users/user.js';

/** A line of the file that has the form of a user. */
export interface ImportedUser {
  readonly line: number;
  readonly user: NewUser;
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
 * Makes many users, one after the other. What is refused stops nothing else, and to import the same file
 * again is harmless: who is there already is refused.
 */
@Injectable()
export class UserImport {
  constructor(
    private readonly users: Users,
    private readonly userAdmin: UserAdmin,
    private readonly flows: AccountFlows,
  ) {}

  async run(
    rows: readonly ImportedUser[],
    options: ImportOptions,
    actor: Actor,
  ): Promise<ImportResult> {
    const refused: RefusedLine[] = [];
    for (const { line, user } of rows) {
      const message = await this.#take(user, options, actor);
      if (message !== undefined) refused.push({ line, message });
    }
    return { created: rows.length - refused.length, refused };
  }

  /** @returns why not */
  async #take(
    user: NewUser,
    { isTrial, mailsLinks }: ImportOptions,
    actor: Actor,
  ): Promise<string | undefined> {
    const { users, userAdmin, flows } = this;
    try {
      if (isTrial) {
        const found = await Promise.all(
          [user.username, user.email].map((name) => users.findForSignIn(name)),
        );
        return found.some((one) => one !== undefined) ? TAKEN : undefined;
      }
      await userAdmin.create(user, actor, async () => {
        if (!mailsLinks || (user.password ?? user.passwordHash) !== undefined) return;
        await flows.ask({ kind: 'reset', typed: user.username, languages: [] });
      });
    } catch (error) {
      if (error instanceof Problem && error.status === 422) return error.message;
      throw error;
    }
    return undefined;
  }
}

const TAKEN = 'This user name or e-mail address is taken.';
