import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readUpstreams } from '../../src/upstream/upstream-file.js';
import { ENTITY_ID, providerMetadata, samlKey, SSO, type SamlKey } from './saml-provider.js';

let folder: string;
let keys: { readonly key: SamlKey; readonly nextKey: SamlKey };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-saml-file-'));
  keys = { key: await samlKey(), nextKey: await samlKey() };
  await writeFile(join(folder, 'sp.key'), keys.nextKey.key);
  await writeFile(join(folder, 'other.pem'), keys.key.certificate);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the file of providers', () => {
  const read = async (saml: object, more: object = {}): Promise<unknown> => {
    const file = join(folder, 'checked.json');
    await writeFile(file, JSON.stringify([{ id: 'x', name: 'X', saml, ...more }]));
    return readUpstreams(file);
  };
  const inline = () => ({
    entity_id: ENTITY_ID,
    sso_url: SSO,
    certificates: [keys.key.certificate],
  });

  it('has its provider in the file or as its metadata, with all of its keys', async () => {
    await writeFile(
      join(folder, 'two.xml'),
      providerMetadata([keys.key.certificate, keys.nextKey.certificate]),
    );
    const [entry] = (await read({ metadata_file: join(folder, 'two.xml') })) as {
      saml: { certificates: string[]; sso_url: string };
    }[];
    expect(entry?.saml.certificates).toHaveLength(2);
    expect(entry?.saml.sso_url).toBe(SSO);
  });

  it.each<[string, () => object, object, string | RegExp]>([
    ['no certificate', () => ({ ...inline(), certificates: [] }), {}, 'certificates'],
    [
      'what is no certificate',
      () => ({ ...inline(), certificates: ['AAAA'] }),
      {},
      'certificates: 1 is no certificate',
    ],
    ['an address that is none', () => ({ ...inline(), sso_url: 'idp.example' }), {}, 'sso_url'],
    ['a member that is unknown', () => ({ ...inline(), encrypted: true }), {}, 'encrypted'],
    [
      'a key that is written there',
      () => ({ ...inline(), signing: { key: 'x', certificate: 'y' } }),
      {},
      'signing',
    ],
    ['a file that is missing', () => ({ metadata_file: '/nowhere/idp.xml' }), {}, 'metadata_file'],
    ['both protocols', () => inline(), { issuer: 'https://x.example' }, 'no issuer'],
    ['a claim that nothing reads', () => inline(), { claims: { emial: 'mail' } }, 'claims: emial'],
    ['a claim from a number', () => inline(), { claims: { sub: 5 } }, 'claims: sub: must be'],
    ['a claim from nothing', () => inline(), { claims: { sub: ' ' } }, 'claims: sub: must be'],
    ['a role that is none', () => inline(), { roles: { a: 'teacher' } }, 'roles: a'],
    [
      'half of a pair',
      () => ({ ...inline(), signing_key_file: join(folder, 'sp.key') }),
      {},
      'signing_certificate_file',
    ],
    [
      'keys that are no pair',
      () => ({
        ...inline(),
        signing_key_file: join(folder, 'sp.key'),
        signing_certificate_file: join(folder, 'other.pem'),
      }),
      {},
      'pair',
    ],
  ])('is refused with %s', async (_what, saml, more, reason) => {
    await expect(read(saml(), more)).rejects.toThrow(reason);
  });

  it('is refused with two providers of one id', async () => {
    const file = join(folder, 'twice.json');
    const entry = { id: 'x', name: 'X', issuer: 'https://x.example', client_id: 'y' };
    await writeFile(file, JSON.stringify([entry, { ...entry, name: 'Y' }]));

    expect(() => readUpstreams(file)).toThrow('provider 2: another provider has the id x too');
  });

  it('is refused with an RSA key that is too short', async () => {
    const { certificate } = await samlKey(1024);
    await expect(read({ ...inline(), certificates: [certificate] })).rejects.toThrow('2048 bits');
  });
});
