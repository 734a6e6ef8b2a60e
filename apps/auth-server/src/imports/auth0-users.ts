import {
  entryOf,
  numbered,
  parsed,
  phcBase64,
  rowsOf,
  textOf,
  textsOf,
  UnusableEntry,
  type Entry,
  type ForeignPerson,
  type ForeignRow,
} from './foreign-file.js';

/**
 * People as Auth0 exports them: an object on each line (exports of users and of password hashes), or one array in the form of its
 * bulk import.
 *
 * @throws {RangeError} for a file that is neither
 */
export function readAuth0(text: string): readonly ForeignRow[] {
  return rowsOf(entriesOf(text), personOf);
}

function entriesOf(text: string): (readonly [number, unknown])[] {
  if (text.trimStart().startsWith('[')) {
    const users = parsed(text, 'The file');
    return numbered(Array.isArray(users) ? users : []);
  }
  return text
    .split('\n')
    .map((line, at) => [at + 1, line.trim()] as const)
    .filter(([, line]) => line !== '')
    .map(([row, line]) => [row, parsed(line, `Line ${row}`)]);
}

function personOf(user: Entry): ForeignPerson {
  return {
    username: textOf(user['username']),
    email: textOf(user['email']),
    isVerified: user['email_verified'] === true,
    isActive: user['blocked'] !== true,
    name: textOf(user['name']),
    givenName: textOf(user['given_name']),
    familyName: textOf(user['family_name']),
    roles: textsOf(entryOf(user['app_metadata'])?.['roles']),
    claims: {
      nickname: textOf(user['nickname']),
      picture: textOf(user['picture']),
      locale: textOf(user['locale']),
      phone_number: textOf(user['phone_number']),
    },
    passwordHash: hashOf(user),
  };
}

function hashOf(user: Entry): string | undefined {
  // `passwordHash` is in the file that Auth0's support makes.
  const plain = textOf(user['password_hash']) ?? textOf(user['passwordHash']);
  if (plain !== undefined) return plain;
  const custom = entryOf(user['custom_password_hash']);
  return custom === undefined ? undefined : customHash(custom);
}

/** Whose value is the whole hash: in modular crypt format or as the PHC string format has it. */
const WHOLE: readonly unknown[] = ['bcrypt', 'argon2', 'pbkdf2'];

function customHash(custom: Entry): string {
  const { algorithm } = custom;
  const hash = entryOf(custom['hash']) ?? {};
  const value = textOf(hash['value']) ?? '';
  if (WHOLE.includes(algorithm)) return value;
  if (algorithm === 'scrypt') return scryptHash(custom, hash);
  throw new UnusableEntry(
    `Passwords hashed by ${String(algorithm).slice(0, 40)} cannot be imported.`,
  );
}

function scryptHash(custom: Entry, hash: Entry): string {
  const salt = entryOf(custom['salt']) ?? {};
  const { cost, blockSize, parallelization } = custom;
  const parameters = `ln=${Math.log2(Number(cost))},r=${String(blockSize)},p=${String(parallelization)}`;
  return `$scrypt$${parameters}$${encoded(salt)}$${encoded(hash)}`;
}

const ENCODINGS = ['base64', 'hex', 'utf8'] as const;

function encoded({ value, encoding = 'base64' }: Entry): string {
  const known = ENCODINGS.find((one) => one === encoding);
  if (known === undefined || typeof value !== 'string') return '';
  return phcBase64(Buffer.from(value, known).toString('base64'));
}
