import { Secret } from 'otpauth';
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
 * The people of a realm, as `kc.sh export --users realm_file`, or one of the files of `--users different_files`, has them, with their
 * authenticator apps. Clients, groups, other second factors and links to other providers are left out.
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
    ...factorsOf(user),
  };
}

function factorsOf(user: Entry): Pick<ForeignPerson, 'totpSecrets' | 'leftOut'> {
  const others = credentialsOf(user['credentials']).filter(({ type }) => type !== 'password');
  const totpSecrets = others.flatMap((one) => totpSecretOf(one) ?? []);
  const isSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
  return {
    totpSecrets,
    leftOut: [
      ...(totpSecrets.length < others.length ? ['second factors other than TOTP'] : []),
      ...(isSome(user['groups']) ? ['groups'] : []),
      ...(isSome(user['federatedIdentities']) ? ['links to other providers'] : []),
    ],
  };
}

/** As apps have them that know no other parameters; `undefined` for any other credential. */
const USUAL_TOTP = { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' };
const BASE32 = /^[A-Z2-7]{16,200}$/;
const MOST_SECRET_BYTES = 128;

function totpSecretOf({ type, secretData, credentialData }: Entry): string | undefined {
  const data = innerEntry(credentialData) ?? {};
  const value = textOf(innerEntry(secretData)?.['value']) ?? '';
  const isUsual = Object.entries(USUAL_TOTP).every(([name, usual]) => data[name] === usual);
  if (type !== 'otp' || !isUsual || value === '') return undefined;
  if (data['secretEncoding'] === 'BASE32') return BASE32.test(value) ? value : undefined;
  // The characters themselves are the key.
  const key = Uint8Array.from(Buffer.from(value, 'utf8'));
  return key.length > MOST_SECRET_BYTES ? undefined : new Secret({ buffer: key.buffer }).base32;
}

const credentialsOf = (credentials: unknown): readonly Entry[] =>
  Array.isArray(credentials) ? credentials.map((one) => entryOf(one) ?? {}) : [];

function hashOf(credentials: unknown): string | undefined {
  const password = credentialsOf(credentials).find(({ type }) => type === 'password');
  if (password === undefined) return undefined;
  const secret = innerEntry(password['secretData']);
  const data = innerEntry(password['credentialData']);
  const value = textOf(secret?.['value']);
  if (data === undefined || value === undefined) {
    throw new UnusableEntry('The password has no "credentialData" and "secretData".');
  }
  return phcOf(data, { value, salt: textOf(secret?.['salt']) ?? '' });
}

interface StoredSecret {
  readonly value: string;
  readonly salt: string;
}

const DIGESTS: Readonly<Record<string, string | undefined>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

function phcOf(data: Entry, { value, salt }: StoredSecret): string {
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
