import {
  entryOf,
  numbered,
  parsed,
  rowsOf,
  textOf,
  UnusableEntry,
  type Entry,
  type ForeignPerson,
  type ForeignRow,
} from './foreign-file.js';

/** The parameters of a project's hashes, in Base64 where they are bytes. */
export interface FirebaseHashConfig {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: string;
  readonly memCost: string;
}

/**
 * Reads the parameters as the Firebase console shows them (Authentication, Users, Password hash parameters):
 * `hash_config { algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …, rounds: 8, mem_cost: 14 }`.
 *
 * @throws {RangeError} for what is none
 */
export function readHashConfig(text: string): FirebaseHashConfig {
  const found = new Map(
    [...text.matchAll(/(\w+)"?\s*:\s*"?([\w+/=-]+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const required = (name: string): string => {
    const value = found.get(name);
    if (value === undefined) throw new RangeError(`The file of --hash-config has no ${name}.`);
    return value;
  };
  if (required('algorithm') !== 'SCRYPT') {
    throw new RangeError('The file of --hash-config must have "algorithm: SCRYPT".');
  }
  return {
    signerKey: required('base64_signer_key'),
    saltSeparator: required('base64_salt_separator'),
    rounds: required('rounds'),
    memCost: required('mem_cost'),
  };
}

/**
 * People as `firebase auth:export FILE --format=json` has them. Custom claims and links to other providers are left out.
 *
 * @param config absent: people with a password are refused
 * @throws {RangeError} for a file without people
 */
export function readFirebaseUsers(
  text: string,
  config: FirebaseHashConfig | undefined,
): readonly ForeignRow[] {
  const users = entryOf(parsed(text, 'The file'))?.['users'];
  if (!Array.isArray(users)) {
    throw new RangeError(
      'The file has no "users". Export them: firebase auth:export FILE --format=json.',
    );
  }
  return rowsOf(numbered(users), (user) => personOf(user, config));
}

function personOf(user: Entry, config: FirebaseHashConfig | undefined): ForeignPerson {
  return {
    email: textOf(user['email']),
    isVerified: user['emailVerified'] === true,
    isActive: user['disabled'] !== true,
    name: textOf(user['displayName']),
    roles: [],
    claims: {
      phone_number: textOf(user['phoneNumber']),
      picture: textOf(user['photoUrl']),
    },
    passwordHash: hashOf(user, config),
  };
}

/** Base64 with `=`, whichever alphabet the file has. */
const base64 = (value: string): string => Buffer.from(value, 'base64').toString('base64');

function hashOf(user: Entry, config: FirebaseHashConfig | undefined): string | undefined {
  const hash = textOf(user['passwordHash']);
  if (hash === undefined) return undefined;
  if (config === undefined) {
    throw new UnusableEntry("Give the project's parameters of password hashes by --hash-config.");
  }
  const { memCost, rounds, saltSeparator, signerKey } = config;
  const parts = [textOf(user['salt']) ?? '', saltSeparator, signerKey, hash].map(base64);
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${parts.join('$')}`;
}
