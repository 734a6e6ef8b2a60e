import { errors } from 'oidc-provider';
import {
  isForAdmins,
  isOpenidScope,
  isPrivileged,
  OPENID_SCOPES,
  type Scope,
} from '../../../scopes/scope.js';
import { rolesOf, type User } from '../../../users/user.js';

/** The scopes of this moment: those of OpenID Connect and the active ones of the table. */
export class KnownScopes {
  readonly #descriptions: ReadonlyMap<string, string>;
  readonly #defaults: readonly string[];
  readonly #roles: ReadonlyMap<string, readonly string[]>;

  /** @param registrable scopes that an operator lets clients which register themselves ask for */
  constructor(
    own: readonly Scope[],
    private readonly registrable: readonly string[] = [],
  ) {
    const active = own.filter(({ isActive }) => isActive);
    this.#descriptions = new Map([
      ...Object.entries(OPENID_SCOPES),
      ...active.map(({ name, description }): [string, string] => [name, description]),
    ]);
    this.#roles = new Map(active.map(({ name, roles }) => [name, roles]));
    this.#defaults = active.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  }

  /** Whether a person may have it, at this moment. */
  mayHave(user: Pick<User, 'isAdmin' | 'roles' | 'groupRoles'>, name: string): boolean {
    if (user.isAdmin) return true;
    if (isForAdmins(name)) return false;
    const needed = this.#roles.get(name) ?? [];
    return needed.length === 0 || needed.some((role) => rolesOf(user).includes(role));
  }

  get names(): string[] {
    return [...this.#descriptions.keys()];
  }

  describe(name: string): string {
    return this.#descriptions.get(name) ?? name;
  }

  has(name: string): boolean {
    return this.#descriptions.has(name);
  }

  /** Whether clients that register themselves may have it: what is about claims, the defaults, and what an operator lists. */
  isForEverybody(name: string): boolean {
    if (!opensApi(name)) return true;
    const isListed = this.#defaults.includes(name) || this.registrable.includes(name);
    return isListed && !isPrivileged(name);
  }

  /**
   * The scopes that a request means: the defaults when it names none (RFC 6749 section 3.3).
   *
   * @param allowed those of the client; all when absent
   * @throws {InvalidScope} for one that is not known or not the client's
   */
  resolve(requested: readonly string[] | undefined, allowed?: readonly string[]): Set<string> {
    if (requested === undefined || requested.length === 0) {
      return new Set(this.#defaults.filter((name) => allowed?.includes(name) ?? true));
    }
    for (const name of requested) {
      if (!this.has(name)) throw new errors.InvalidScope('requested scope is not known', name);
      if (allowed?.includes(name) === false) {
        throw new errors.InvalidScope('requested scope is not allowed', name);
      }
    }
    return new Set(requested);
  }
}

/** Whether a scope is about an API rather than about claims. */
export const opensApi = (scope: string): boolean => !isOpenidScope(scope);

/** Machines are no administrators: the admin scope always stands for a person. */
export const isForPeople = (scope: string): boolean => isForAdmins(scope) || !opensApi(scope);
