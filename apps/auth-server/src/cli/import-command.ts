import type { ImportOptions, UserImport } from '../accounts/user-import.js';
import type { Actor } from '../audit/actor.js';
import { readAuth0 } from '../imports/auth0-users.js';
import { readFirebaseUsers, readHashConfig } from '../imports/firebase-users.js';
import type { ForeignRow } from '../imports/foreign-file.js';
import { readForeignUsers, type ReadUsers, type RoleNames } from '../imports/foreign-users.dto.js';
import { readKeycloak } from '../imports/keycloak-users.js';
import { ROLE } from '../users/user.js';
import { readTextFile } from './read-text-file.js';

/** About 100,000 people; all of the file is in memory, some times over. */
const LARGEST_BYTES = 256 * 1024 * 1024;

export interface ImportRequest extends ImportOptions {
  readonly file: string;
  readonly from: string;
  /** `THEIRS=OURS` each. */
  readonly roles: readonly string[];
  readonly hashConfig: string | undefined;
}

/**
 * Makes accounts of the people of another system's file.
 *
 * @returns what was done, with a line for each refusal; the code is 1 where somebody was refused
 * @throws {RangeError} for a call or a file that makes no sense
 */
export async function importPeople(
  users: UserImport,
  actor: Actor,
  request: ImportRequest,
): Promise<{ readonly text: string; readonly code: number }> {
  const roles = roleNames(request.roles);
  const read = readForeignUsers(await rowsOf(request), roles);
  const { created, refused } = await users.run(read.rows, request, actor);
  const all = [...read.refused, ...refused].toSorted((one, other) => one.line - other.line);
  const total = read.rows.length + read.refused.length;
  const done = request.isTrial ? 'Dry run: would import' : 'Imported';
  const lines = [
    ...all.map(({ line, message }) => `Row ${line}: ${message}`),
    ...leftOut(read),
    `${done} ${created} of ${total} people.`,
  ];
  return { text: lines.map(printable).join('\n'), code: all.length === 0 ? 0 : 1 };
}

/** Names of the other system's file, which would command the terminal. */
const printable = (line: string): string => line.replaceAll(/\p{Cc}/gu, ' ');

const leftOut = ({ otherRoles, leftOut: others }: ReadUsers): string[] => [
  ...[...otherRoles].map(
    ([role, people]) => `Role ${role} (${people} people) is left out: --role ${role}=OURS maps it.`,
  ),
  ...[...others].map(([what, people]) => `Left out: ${what} (${people} people).`),
];

async function rowsOf({ from, file, hashConfig }: ImportRequest): Promise<readonly ForeignRow[]> {
  const readers: Readonly<Record<string, (text: string) => Promise<readonly ForeignRow[]>>> = {
    keycloak: (text) => Promise.resolve(readKeycloak(text)),
    auth0: (text) => Promise.resolve(readAuth0(text)),
    firebase: async (text) => {
      const config =
        hashConfig === undefined ? undefined : await readTextFile(hashConfig, LARGEST_BYTES);
      return readFirebaseUsers(text, config === undefined ? undefined : readHashConfig(config));
    },
  };
  const read = Object.hasOwn(readers, from) ? readers[from] : undefined;
  if (read === undefined) {
    throw new RangeError(`--from must be one of ${Object.keys(readers).join(', ')}.`);
  }
  return read(await readTextFile(file, LARGEST_BYTES));
}

function roleNames(pairs: readonly string[]): RoleNames {
  return new Map(
    pairs.map((pair) => {
      const [theirs = '', ours = ''] = pair.split(/=(?=[^=]*$)/);
      if (theirs === '' || !ROLE.test(ours)) {
        throw new RangeError(`--role ${pair} is not THEIRS=OURS, with OURS in small letters.`);
      }
      return [theirs, ours] as const;
    }),
  );
}
