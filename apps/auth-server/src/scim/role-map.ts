import type { Kind } from '@sextant/platform-runtime/config';
import { ROLE } from '../users/user.js';

/** A value of the configuration: names of a directory in small letters, each with a role. */
export const roleMap: Kind<ReadonlyMap<string, string>> = {
  expected: 'a comma-separated list of NAME=role, a role being a word in small letters',
  parse: (value) => {
    const pairs = value.split(',').map((pair): [string, string] => {
      const at = pair.lastIndexOf('=');
      return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
    });
    return pairs.every(([name, role]) => name !== '' && ROLE.test(role))
      ? new Map(pairs)
      : undefined;
  },
};
