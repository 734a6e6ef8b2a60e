import {
  entryOf,
  innerEntry,
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
 * The people of a realm, as `kc.sh export --users realm_file`, or one of the files of `--users different_files`, has them. Clients,
 * groups, second factors and links to other providers are left out.
 *
 * @throws {RangeError} for a file without people
 */
export function readKeycloak(text: string): readonly ForeignRow[] {
  const users = entryOf(parsed(text, 'The file'))?.['users'];
  if (!Array.isArray(users)) {
    throw new RangeError(
      'The file has no "users". Export the realm with them: kc.sh export --realm NAME --users realm_file --file FILE.',
    );
  }
  return rowsOf(numbered(users), personOf);
}

function personOf(user: Entry): ForeignPerson {
  if ((user['serviceAccountClientId'] ?? user['serviceAccountClientLink']) !== undefined) {
    throw new UnusableEntry('This is the service account of a client.');
  }
  const attributes = entryOf(user['attributes']) ?? {};
  const attribute = (name: string): string | undefined => textsOf(attributes[name])[0];
  return {
    username: textOf(user['username']),
    email: textOf(user['email']),
    isVerified: user['emailVerified'] === true,
    isActive: user['enabled'] !== false,
    givenName: textOf(user['firstName']),
    familyName: textOf(user['lastName']),
    roles: textsOf(user['realmRoles']),
    claims: {
      locale: attribute('locale'),
      phone_number: attribute('phoneNumber'),
      zoneinfo: attribute('zoneinfo'),
      picture: attribute('picture'),
    },
    passwordHash: hashOf(user['credentials']),
  };
}

function hashOf(credentials: unknown): string | undefined {
  const all = Array.isArray(credentials) ? credentials.map((one) => entryOf(one) ?? {}) : [];
  const password = all.find(({ type }) => type === 'password');
  if (password === undefined) return undefined;
  const secret = innerEntry(password['secretData']);
  const data = innerEntry(password['credentialData']);
  const value = textOf(secret?.['value']);
  if (data === undefined || value === undefined) {
    throw new UnusableEntry('The password has no "credentialData" and "secretData".');
  }
  return phcOf(data, { value, salt: textOf(secret?.['salt']) ?? '' });
}

interface Secret {
  readonly value: string;
  readonly salt: string;
}

const DIGESTS: Readonly<Record<string, string | undefined>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

function phcOf(data: Entry, { value, salt }: Secret): string {
  const { algorithm, hashIterations } = data;
  const name = textOf(algorithm) ?? '';
  const rounds = String(hashIterations);
  const digest = DIGESTS[name];
  if (digest !== undefined) {
    return `$pbkdf2-${digest}$i=${rounds}$${phcBase64(salt)}$${phcBase64(value)}`;
  }
  // Of an extension: the whole hash.
  if (name === 'bcrypt') return value;
  if (name !== 'argon2') {
    throw new UnusableEntry(`Passwords hashed by ${name.slice(0, 40)} cannot be imported.`);
  }
  const more = entryOf(data['additionalParameters']) ?? {};
  const first = (member: string): string => textsOf(more[member])[0] ?? '';
  const version = first('version') === '1.0' ? 16 : 19;
  const cost = `m=${first('memory')},t=${rounds},p=${first('parallelism')}`;
  return `$argon2${first('type')}$v=${version}$${cost}$${phcBase64(salt)}$${phcBase64(value)}`;
}
