import type { Kind } from '@sextant/platform-runtime/config';
import { ROLE } from '../users/user.js';

/**
 * A value of the configuration: names of a directory in small letters, each with a role.
 *
 * Each role has one name: a role that came by one of two would stay by the other when a directory takes it.
 */
export const roleMap: Kind<ReadonlyMap<string, string>> = {
  expected:
    'a comma-separated list of NAME=role, a role being a word in small letters, no name and no role twice',
  parse: (value) => {
    const pairs = value.split(',').map((pair): [string, string] => {
      const at = pair.lastIndexOf('=');
      return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
    });
    const isValid = pairs.every(([name, role]) => name !== '' && ROLE.test(role));
    const [names, roles] = [new Map(pairs), new Set(pairs.map(([, role]) => role))];
    const isOneToOne = names.size === pairs.length && roles.size === pairs.length;
    return isValid && isOneToOne ? names : undefined;
  },
};
