import { describe, expect, it } from '@jest/globals';
import { hash as argon2 } from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { fitsForeignHash } from '../passwords/foreign/foreign-hashes.js';
import { fitsLoopHash } from '../passwords/foreign/loop-hashes.js';
import { readAuth0 } from './auth0-users.js';
import { readFirebaseUsers, readHashConfig } from './firebase-users.js';
import type { ForeignRow } from './foreign-file.js';
import { readForeignUsers } from './foreign-users.dto.js';
import { readKeycloak } from './keycloak-users.js';

const PASSWORD = 'correct horse';
const SALT = Buffer.from('0123456789abcdef');

const usersOf = (rows: readonly ForeignRow[], roles: Record<string, string> = {}) =>
  readForeignUsers(rows, new Map(Object.entries(roles)));

const fits = (stored = '', password = PASSWORD): Promise<boolean> =>
  fitsForeignHash(stored, password, {
    fits: (...question) => Promise.resolve(fitsLoopHash(...question)),
  });

/** As `kc.sh export` writes a person. */
const keycloakUser = (username: string, more: object = {}): object => ({
  id: 'c4a9e2f6-3c46-4ac4-a1a9-6a0d2a2f36b4',
  createdTimestamp: 1_718_000_000_000,
  username,
  email: `${username}@example.org`,
  emailVerified: true,
  enabled: true,
  totp: false,
  firstName: 'Ada',
  lastName: 'Lovelace',
  credentials: [],
  disableableCredentialTypes: [],
  requiredActions: [],
  realmRoles: ['default-roles-school', 'lehrer'],
  notBefore: 0,
  groups: ['/staff'],
  ...more,
});

const keycloakPassword = (secret: object, data: object): object => ({
  id: '0ac1c5d5-0a9c-4a75-bb4d-27a3b7c5a2a4',
  type: 'password',
  userLabel: 'My password',
  createdDate: 1_718_000_000_000,
  secretData: JSON.stringify({ ...secret, additionalParameters: {} }),
  credentialData: JSON.stringify({ additionalParameters: {}, ...data }),
});

const realm = (...users: object[]): string => JSON.stringify({ realm: 'school', users });

describe("Keycloak's realm export", () => {
  it('brings names, addresses, state, claims and those roles that have a name here', () => {
    const attributes = { locale: ['de'], phoneNumber: ['+34911234567'], shoe: ['42'] };
    const file = realm(
      keycloakUser('ada', { attributes }),
      keycloakUser('bob', { enabled: false }),
    );
    const { rows, refused, otherRoles } = usersOf(readKeycloak(file), { lehrer: 'teacher' });

    expect(refused).toEqual([]);
    expect(rows[0]).toMatchObject({
      line: 1,
      user: {
        ...{ username: 'ada', email: 'ada@example.org', isVerified: true, isActive: true },
        ...{ givenName: 'Ada', familyName: 'Lovelace', roles: ['teacher'] },
        claims: { locale: 'de', phone_number: '+34911234567' },
      },
    });
    expect(rows[1]?.user).toMatchObject({ username: 'bob', isActive: false });
    expect([...otherRoles]).toEqual([['default-roles-school', 2]]);
  });

  it.each<[string, () => object | Promise<object>]>([
    [
      'PBKDF2',
      () =>
        keycloakPassword(
          {
            value: pbkdf2Sync(PASSWORD, SALT, 27_500, 64, 'sha256').toString('base64'),
            salt: SALT.toString('base64'),
          },
          { hashIterations: 27_500, algorithm: 'pbkdf2-sha256' },
        ),
    ],
    [
      'argon2',
      async () => {
        const phc = await argon2(PASSWORD, {
          ...{ memoryCost: 7168, timeCost: 5, parallelism: 1, salt: SALT },
        });
        const parameters = { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'] };
        return keycloakPassword(
          { value: `${phc.split('$').at(-1) ?? ''}=`, salt: SALT.toString('base64') },
          {
            ...{ hashIterations: 5, algorithm: 'argon2' },
            additionalParameters: { ...parameters, parallelism: ['1'] },
          },
        );
      },
    ],
    [
      'bcrypt',
      () =>
        keycloakPassword(
          { value: hashSync(PASSWORD, 4), salt: '' },
          { hashIterations: 4, algorithm: 'bcrypt' },
        ),
    ],
  ])('brings passwords hashed by %s', async (_algorithm, credential) => {
    const otp = { type: 'otp', secretData: '{"value":"JBSWY3DPEHPK3PXP"}', credentialData: '{}' };
    const file = realm(keycloakUser('ada', { credentials: [otp, await credential()] }));
    const stored = usersOf(readKeycloak(file)).rows[0]?.user.passwordHash;

    expect(await fits(stored)).toBe(true);
    expect(await fits(stored, 'wrong horse')).toBe(false);
  });

  it('brings authenticator apps, and says what it leaves out', () => {
    const otp = (value: string, more: object = {}) => ({
      type: 'otp',
      secretData: JSON.stringify({ value }),
      credentialData: JSON.stringify({
        ...{ subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1', ...more },
      }),
    });
    const file = realm(
      // The bytes of this text are the key of RFC 6238's test vectors.
      keycloakUser('raw', { credentials: [otp('12345678901234567890')], groups: [] }),
      keycloakUser('based', {
        credentials: [otp('GEZDGNBVGY3TQOJQ', { secretEncoding: 'BASE32' })],
        federatedIdentities: [{ identityProvider: 'google' }],
      }),
      keycloakUser('odd', {
        credentials: [otp('x', { algorithm: 'HmacSHA256' }), { type: 'webauthn' }],
      }),
    );
    const { rows, leftOut } = usersOf(readKeycloak(file));

    expect(rows.map(({ totpSecrets }) => totpSecrets)).toEqual([
      ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
      ['GEZDGNBVGY3TQOJQ'],
      [],
    ]);
    expect([...leftOut]).toEqual([
      ['groups', 2],
      ['links to other providers', 1],
      ['second factors other than TOTP', 1],
    ]);
  });

  it('makes a user name of an address', () => {
    const { rows } = usersOf(readKeycloak(realm(keycloakUser('x', { username: 'ada@b.org' }))));

    expect(rows[0]?.user.username).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['no address', { email: undefined }, 'no e-mail address'],
    ['a broken address', { email: 'nowhere' }, 'must be an email'],
    ['a name that cannot be printed', { firstName: 'A\u0000' }, 'must be printable'],
    ['the account of a client', { serviceAccountClientId: 'app' }, 'service account'],
    [
      'an unknown algorithm',
      {
        credentials: [keycloakPassword({ value: 'AAAA' }, { hashIterations: 1, algorithm: 'md5' })],
      },
      'md5',
    ],
    [
      'a hash that costs too much',
      {
        credentials: [
          keycloakPassword(
            { value: 'A'.repeat(44), salt: SALT.toString('base64') },
            { hashIterations: 9_999_999, algorithm: 'pbkdf2-sha512' },
          ),
        ],
      },
      'costs too much',
    ],
    ['half a password', { credentials: [{ type: 'password' }] }, 'credentialData'],
    ['a claim that is none', { attributes: { phoneNumber: ['12'] } }, 'E.164'],
  ])('is refused by row, and no other row with it: %s', (_what, more, message) => {
    const file = realm(keycloakUser('ada'), keycloakUser('bob', more), keycloakUser('carl'));
    const { rows, refused } = usersOf(readKeycloak(file));

    expect(rows.map(({ line }) => line)).toEqual([1, 3]);
    expect(refused).toEqual([{ line: 2, message: expect.stringContaining(message) }]);
  });

  it.each([
    ['no JSON', 'realm:'],
    ['a realm without people', '{"realm":"school"}'],
    ['a list', '[]'],
  ])('is refused as a whole when it is %s', (_what, file) => {
    expect(() => readKeycloak(file)).toThrow(RangeError);
  });
});

describe("Auth0's files", () => {
  it('are read as a list for its bulk import', async () => {
    const scrypt = scryptSync(PASSWORD, SALT, 64, { N: 4096 });
    const hashes: object[] = [
      { password_hash: hashSync(PASSWORD, 4) },
      { custom_password_hash: { algorithm: 'bcrypt', hash: { value: hashSync(PASSWORD, 4) } } },
      {
        custom_password_hash: {
          ...{ algorithm: 'scrypt', hash: { value: scrypt.toString('hex'), encoding: 'hex' } },
          ...{ salt: { value: SALT.toString('base64'), encoding: 'base64' }, keylen: 64 },
          ...{ cost: 4096, blockSize: 8, parallelization: 1 },
        },
      },
      {
        custom_password_hash: {
          algorithm: 'pbkdf2',
          hash: {
            value: `$pbkdf2-sha512$i=10000,l=64$${SALT.toString('base64').replace(/=+$/, '')}$${pbkdf2Sync(
              ...([PASSWORD, SALT, 10_000, 64, 'sha512'] as const),
            )
              .toString('base64')
              .replace(/=+$/, '')}`,
            encoding: 'utf8',
          },
        },
      },
    ];
    const users = hashes.map((one, at) => ({
      ...{ email: `user${at}@example.org`, email_verified: true, name: 'Ada', ...one },
      ...{ blocked: at === 1, app_metadata: { roles: ['admin', 'staff'] } },
    }));
    const { rows, refused } = usersOf(readAuth0(JSON.stringify(users)), { staff: 'teacher' });

    expect(refused).toEqual([]);
    expect(rows.map(({ user }) => user.isActive)).toEqual([true, false, true, true]);
    expect(rows[0]?.user).toMatchObject({ name: 'Ada', roles: ['teacher'], isVerified: true });
    for (const { user } of rows) expect(await fits(user.passwordHash)).toBe(true);
  });

  it('are read line by line as its exports have them, and refused by line', async () => {
    const lines = [
      {
        ...{ _id: { $oid: '60425dc43519d90068f82973' }, email_verified: false },
        ...{ email: 'ada@example.org', passwordHash: hashSync(PASSWORD, 4), tenant: 'school' },
        ...{ connection: 'Username-Password-Authentication', _tmp_is_unique: true },
      },
      {
        email: 'bob@example.org',
        custom_password_hash: { algorithm: 'md5', hash: { value: 'x' } },
      },
    ];
    const text = `${JSON.stringify(lines[0])}\n\n${JSON.stringify(lines[1])}\n`;
    const { rows, refused } = usersOf(readAuth0(text));

    expect(rows.map(({ line }) => line)).toEqual([1]);
    expect(await fits(rows[0]?.user.passwordHash)).toBe(true);
    expect(refused).toEqual([{ line: 3, message: expect.stringContaining('md5') }]);
  });

  it.each([
    ['NUL', '\0'],
    ['half a character', '\ud800'],
  ])('may hold %s, which is refused by line', (_what, text) => {
    const passwordHash = `pbkdf2_sha256$10000$salt${text}$${'A'.repeat(43)}=`;
    const users = [
      { email: 'ada@example.org', passwordHash },
      { email: 'bob@example.org', app_metadata: { roles: [text] } },
      { email: 'carl@example.org' },
    ];
    const { rows, refused } = usersOf(readAuth0(JSON.stringify(users)));

    expect(rows.map(({ line }) => line)).toEqual([3]);
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringContaining('NUL'),
      expect.stringContaining('NUL'),
    ]);
  });

  it('say on which line they are no JSON', () => {
    expect(() => readAuth0('{"email":"a@b.org"}\n{"email"')).toThrow('Line 2');
  });
});

/** github.com/firebase/scrypt, README. */
const FIREBASE_CONFIG = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;
const FIREBASE_USER = {
  localId: 'k1aB2c3D4e5F6g7H8i9J0kLmNoP1',
  email: 'ada@example.org',
  emailVerified: true,
  passwordHash:
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  displayName: 'Ada Lovelace',
  lastSignedInAt: '1718000000000',
  createdAt: '1718000000000',
  providerUserInfo: [],
};

describe("Firebase's export", () => {
  it('brings people with their passwords, given the parameters of the project', async () => {
    const urlSafe = FIREBASE_USER.passwordHash.replaceAll('+', '-').replaceAll('/', '_');
    const users = [
      FIREBASE_USER,
      { ...FIREBASE_USER, email: 'bob@example.org', disabled: true, passwordHash: urlSafe },
      { localId: 'x', email: 'carl@example.org', phoneNumber: '+34911234567' },
    ];
    const file = JSON.stringify({ users });
    const { rows } = usersOf(readFirebaseUsers(file, readHashConfig(FIREBASE_CONFIG)));
    const [ada, bob, carl] = rows.map(({ user }) => user);

    expect(ada).toMatchObject({ name: 'Ada Lovelace', isVerified: true, isActive: true });
    expect(bob?.isActive).toBe(false);
    expect(await fits(ada?.passwordHash, 'user1password')).toBe(true);
    expect(await fits(bob?.passwordHash, 'user1password')).toBe(true);
    expect(await fits(bob?.passwordHash, 'user2password')).toBe(false);
    expect(carl).toMatchObject({
      passwordHash: undefined,
      claims: { phone_number: '+34911234567' },
    });
  });

  it('refuses those with a password without the parameters, and those without an address', () => {
    const users = [FIREBASE_USER, { localId: 'y', phoneNumber: '+34911234567' }];
    const { rows, refused } = usersOf(readFirebaseUsers(JSON.stringify({ users }), undefined));

    expect(rows).toEqual([]);
    expect(refused).toEqual([
      { line: 1, message: expect.stringContaining('--hash-config') },
      { line: 2, message: expect.stringContaining('e-mail') },
    ]);
  });

  it('has parameters that can be read, and of its own algorithm', () => {
    expect(() => readHashConfig('hash_config {}')).toThrow('algorithm');
    expect(() => readHashConfig('{"algorithm": "BCRYPT"}')).toThrow('SCRYPT');
  });
});
