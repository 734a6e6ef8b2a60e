import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import fc from 'fast-check';
import { Filter, FilterParser } from 'ldapts';
import { isEnabled } from '../../src/ldap/account-state.js';
import { readDirectories } from '../../src/ldap/directory-file.js';
import { LdapDirectory } from '../../src/ldap/ldap-directory.js';
import { dnKey, filterBytes, filterValue } from '../../src/ldap/ldap-filters.js';

const NOW = Date.parse('2026-03-04T05:06:07Z');

describe('the state of an account', () => {
  it.each([
    ['nothing said', {}, true],
    ['Active Directory, in use', { userAccountControl: '512' }, true],
    ['Active Directory, disabled', { userAccountControl: '514' }, false],
    ['never expires (0)', { accountExpires: '0' }, true],
    ['never expires (the largest number)', { accountExpires: '9223372036854775807' }, true],
    // 2026-03-04T00:00:00Z and a year later, in 100 nanoseconds since 1601.
    ['expired today', { accountExpires: '134170560000000000' }, false],
    ['expires next year', { accountExpires: '134485920000000000' }, true],
    ['389, locked', { nsAccountLock: 'TRUE' }, false],
    ['389, locked, in small letters', { nsaccountlock: 'TRUE' }, false],
    ['389, not locked', { nsAccountLock: 'false' }, true],
    ['OpenLDAP, locked for ever', { pwdAccountLockedTime: '000001010000Z' }, false],
    ['OpenLDAP, locked for a while', { pwdAccountLockedTime: '20260304050000Z' }, true],
    ['eDirectory, disabled', { loginDisabled: 'TRUE' }, false],
    ['RFC 2307, expired', { shadowExpire: '1' }, false],
    ['RFC 2307, does not expire', { shadowExpire: '-1' }, true],
  ])('%s', (_what, values, expected) => {
    expect(isEnabled(values, NOW)).toBe(expected);
  });
});

describe('a value in a filter', () => {
  it('is that value and no filter, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        const filter: Filter = FilterParser.parseString(
          `(&(objectClass=person)(uid=${filterValue(value)}))`,
        );

        expect(filter).toMatchObject({ filters: [{}, { attribute: 'uid', value }] });
      }),
    );
  });

  it('is bytes by their digits', () => {
    expect(filterBytes('00ff2a')).toBe(String.raw`\00\ff\2a`);
  });
});

it('takes distinguished names for one that differ in case and spaces', () => {
  expect(dnKey('CN=Teachers , OU=Groups,dc=Example')).toBe(
    dnKey('cn=teachers,ou=groups, DC=example'),
  );
  expect(dnKey(String.raw`cn=Turing\, Alan,ou=x`)).not.toBe(dnKey('cn=Turing,alan,ou=x'));
});

it.each([
  [String.raw`cn=Turing\, Alan,ou=x`, String.raw`cn=Turing\2C Alan,ou=x`],
  [String.raw`cn=a\\2C,ou=x`, String.raw`cn=a\5C2C,ou=x`],
  ['cn=Équipe,ou=x', String.raw`CN=\C3\89quipe,ou=x`],
  ['cn=a=b,ou=x', String.raw`cn=a\3Db,ou=x`],
])('takes %s and %s for one name, which is escaped in two ways', (one, other) => {
  expect(dnKey(one)).toBe(dnKey(other));
});

describe('the file of directories', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-ldap-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const WHOLE = { id: 'school', name: 'School', url: 'ldaps://ldap.example.org', base_dn: 'dc=x' };
  const read = (list: unknown) => {
    const file = join(folder, 'ldap.json');
    writeFileSync(file, JSON.stringify(list));
    return readDirectories(file);
  };

  it('may begin with a byte order mark', () => {
    const file = join(folder, 'marked.json');
    writeFileSync(file, `\uFEFF${JSON.stringify([WHOLE])}`);

    expect(readDirectories(file)).toHaveLength(1);
  });

  it('fills in what directories have usually', () => {
    const [entry] = read([{ ...WHOLE, attributes: { id: 'nsUniqueId' } }]);

    expect(entry?.attributes).toMatchObject({ id: 'nsUniqueId', username: 'uid', email: 'mail' });
  });

  it.each([
    ['no list', {}, /must be a list/],
    ['an address without TLS', [{ ...WHOLE, url: 'ldap://x' }], /directory 1: passwords would go/],
    ['another address', [{ ...WHOLE, url: 'https://x' }], /ldap\(s\):/],
    ['a name without a password', [{ ...WHOLE, bind_dn: 'cn=x' }], /go together/],
    ['an empty password', [{ ...WHOLE, bind_dn: 'cn=x', bind_password: '' }], /bind_password/],
    ['a filter without parentheses', [{ ...WHOLE, filter: 'uid=x' }], /filter must be/],
    ['a role that is none', [{ ...WHOLE, roles: { 'cn=x': ['Big Boss'] } }], /no name of a role/],
    ['an unknown member', [{ ...WHOLE, ur: 'x' }], /ur should not exist/],
    ['an unknown attribute', [{ ...WHOLE, attributes: { ide: 'x' } }], /ide should not exist/],
    ['one id twice', [WHOLE, WHOLE], /two directories have the id school/],
    [
      'a file of an authority that is not there',
      [{ ...WHOLE, ca_file: '/no/such/ca.pem' }],
      /directory 1: ca_file must be a PEM file with a certificate: ENOENT.*ca\.pem/,
    ],
    [
      'a file that is no certificate',
      [{ ...WHOLE, ca_file: import.meta.filename }],
      /ca_file .* PEM/,
    ],
  ])('says what is wrong: %s', (_what, list, message) => {
    expect(() => read(list)).toThrow(message);
  });
});

it('asks a directory that does not answer by eight at once, and keeps nobody waiting for it then', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const entry = {
    ...{ id: 'silent', name: 'Silent', base_dn: 'dc=x', allow_plaintext: true },
    url: `ldap://127.0.0.1:${port}`,
  };
  const directory = new LdapDirectory(entry, systemClock);
  const began = performance.now();
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => directory.find(`person-${at}`)),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.destroy();
  server.close();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(sockets.length).toBeLessThanOrEqual(16);
  expect(seconds).toBeLessThan(15);
}, 60_000);
