import { Injectable } from '@nestjs/common';
import { ScimSettings } from './scim.settings.js';

/**
 * Roles of users as a directory calls them. What a role opens, here and at the services that read it from tokens, is the operator's to
 * say: a directory gives and takes those alone that the operator has mapped.
 */
@Injectable()
export class DirectoryRoles {
  readonly #roles: ReadonlyMap<string, string>;

  constructor({ scimRoles = new Map() }: ScimSettings) {
    this.#roles = scimRoles;
  }

  /**
   * @param own all that the user has now
   * @param named by the directory; nothing is said of roles if absent
   */
  after(own: readonly string[], named: readonly string[] | undefined): readonly string[] {
    if (named === undefined) return own;
    const mapped = new Set(this.#roles.values());
    const kept = own.filter((role) => !mapped.has(role));
    const given = named.flatMap((name) => this.#roles.get(name.toLowerCase()) ?? []);
    const all = [...new Set([...kept, ...given])];
    const isSame = all.length === own.length && all.every((role) => own.includes(role));
    return isSame ? own : all;
  }

  /** The names that a directory knows them by; those that it has no part in are not its business. */
  namesOf(roles: readonly string[]): readonly string[] {
    return [...this.#roles].filter(([, role]) => roles.includes(role)).map(([name]) => name);
  }
}
