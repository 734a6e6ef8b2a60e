import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import koffi from 'koffi';
import { getBytes, Signature, SigningKey, verifyMessage, Wallet } from 'ethers';
import { parsePkcs11Uri } from '../../src/signing/pkcs11-uri.js';
import { hasSoftHsm, SOFTHSM_MODULE, softHsm } from '../../development/softhsm.mjs';
import { scratch, SIGNER_KEY } from '../anvil.js';
import { appFolder } from '../client.js';
import { ORDER, signerOf } from '../signing-stub.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const MODULE = SOFTHSM_MODULE;
const address = new Wallet(SIGNER_KEY).address;
const PIN = '874511';

/** A token of SoftHSM in a folder of this file, with keys that other programs put there. */
function tokens() {
  // A process signs in to a token once, whatever PIN comes later: nobody has signed in to the second one.
  const { configuration, put } = softHsm(scratch(), { tokens: ['ipt', 'unused'], pin: PIN });
  // A test's `process.env` is a copy, which the library does not see.
  koffi.load(null).func('int setenv(str name, str value, int overwrite)')(
    ...['SOFTHSM2_CONF', configuration, 1],
  );
  return { put, env: { ...process.env, SOFTHSM2_CONF: configuration } };
}

/** Of all tokens, which signs the user out as well. */
function endSessions(): void {
  const library = koffi.load(MODULE);
  const slots = Buffer.alloc(8 * 16);
  const count = [16];
  library.func(
    'unsigned long C_GetSlotList(uint8_t present, void *slots, _Inout_ unsigned long *count)',
  )(...[1, slots, count]);
  const close = library.func('unsigned long C_CloseAllSessions(unsigned long slot)');
  for (let index = 0; index < (count[0] ?? 0); index += 1) close(slots.readBigUInt64LE(8 * index));
}

function pemOf(key: string): string | Buffer {
  const point = Buffer.from(new SigningKey(key).publicKey.slice(2), 'hex');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const d = Buffer.from(key.slice(2), 'hex').toString('base64url');
  const jwk = { kty: 'EC', crv: 'secp256k1', x, y, d };
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'pkcs8' });
}

const settings = (object = 'signer', token = 'ipt') => ({
  [`SIGNER_PKCS11_${chainId}`]: `pkcs11:token=${token};object=${object}?module-path=${MODULE}`,
  [`SIGNER_PIN_${chainId}`]: PIN,
});

(hasSoftHsm() ? describe : describe.skip)('keys on a PKCS #11 token, needs softhsm2', () => {
  let env: NodeJS.ProcessEnv;

  beforeAll(() => {
    const { put, ...started } = tokens();
    ({ env } = started);
    put('signer', pemOf(SIGNER_KEY));
    put('twin', pemOf(`0x${'8'.repeat(64)}`));
    put('twin', pemOf(`0x${'9'.repeat(64)}`));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    put('p256', privateKey.export({ format: 'pem', type: 'pkcs8' }));
  });

  it('sign as a wallet does: low s, the right v, the address of the key', async () => {
    const signer = await signerOf(settings());

    expect(signer.address(chainId)).toBe(address);
    for (let index = 0; index < 40; index += 1) {
      const hash = getBytes(`0x${index.toString(16).padStart(64, '0')}`);
      const signature = await signer.sign(chainId, hash);
      expect(verifyMessage(hash, signature)).toBe(address);
      expect(BigInt(Signature.from(signature).s)).toBeLessThanOrEqual(ORDER / 2n);
    }
  });

  it('sign for many at once, each its own', async () => {
    const signer = await signerOf(settings());
    const hashes = Array.from({ length: 100 }, (_, index) =>
      getBytes(`0x${(index + 1).toString(16).padStart(64, '0')}`),
    );

    const signed = await Promise.all(hashes.map((hash) => signer.sign(chainId, hash)));

    for (const [index, hash] of hashes.entries()) {
      expect(verifyMessage(hash, signed[index] ?? '')).toBe(address);
    }
  });

  it('stay there when memory is tidied up', () => {
    const place = JSON.stringify({ token: 'ipt', object: 'signer', modulePath: MODULE });
    const adapter = join(appFolder(), 'dist', 'signing', 'pkcs11-key.js');
    const script = `
      const { Pkcs11Key } = await import(${JSON.stringify(adapter)});
      const key = new Pkcs11Key(${place}, '${PIN}');
      await key.publicKey();
      for (let index = 0; index < 5; index += 1) {
        gc();
        await new Promise((resolve) => setImmediate(resolve));
        await key.signDigest(Buffer.alloc(32, 1));
      }
      console.log('signed');`;

    const words = ['--expose-gc', '--input-type=module', '--eval', script];

    expect(execFileSync(process.execPath, words, { encoding: 'utf8', env })).toBe('signed\n');
  });

  it('sign again after the token ended all sessions, as when it is restarted', async () => {
    const signer = await signerOf(settings());
    const hash = getBytes(`0x${'ab'.repeat(32)}`);
    await signer.sign(chainId, hash);

    endSessions();

    expect(verifyMessage(hash, await signer.sign(chainId, hash))).toBe(address);
  });

  it.each([
    [
      'a wrong PIN',
      { ...settings('signer', 'unused'), [`SIGNER_PIN_${chainId}`]: '999999' },
      /0xa0 to login/,
    ],
    ['no such token', settings('signer', 'nothing'), /no token nothing/],
    ['no such key', settings('nothing'), /no public key nothing|no private key nothing/],
    ['two keys of one name', settings('twin'), /more than one/],
    ['a key of another curve', settings('p256'), /another curve/],
    [
      'a library that is none',
      { [`SIGNER_PKCS11_${chainId}`]: 'pkcs11:token=ipt;object=signer?module-path=/etc/passwd' },
      /cannot be opened/,
    ],
  ])('stop the start with %s, without the PIN in the message', async (_name, more, message) => {
    const refusal = await signerOf({ ...settings(), ...more }).catch((error: unknown) =>
      String(error),
    );

    expect(refusal).toMatch(message);
    expect(refusal).toContain(`SIGNER_PKCS11_${chainId}`);
    expect(refusal).not.toContain(PIN);
  });

  describe('of a service', () => {
    let service: StartedService;

    beforeAll(async () => {
      service = await startService({ env: settings(), without: [`SIGNER_KEY_${chainId}`] });
    });
    afterAll(() => service.close());

    it('are accepted by the contract', async () => {
      expect(await service.client.mint(service.chain.wallet(1), 'TOKEN')).toMatch(/^\d+$/);
    });
  });
});

describe('addresses of keys on tokens', () => {
  it('are URIs of RFC 7512', () => {
    const uri =
      'pkcs11:token=The%20Software%20token;object=my-key;type=private?module-path=/lib/x.so';

    expect(parsePkcs11Uri(uri)).toEqual({
      token: 'The Software token',
      object: 'my-key',
      modulePath: '/lib/x.so',
    });
  });

  it.each([
    'pkcs11:token=a;object=b',
    'pkcs11:token=a?module-path=/x',
    'pkcs11:token=a;object=b?module-path=relative.so',
    'pkcs11:token=a;object=b?module-path=/x&pin-value=1234',
    'pkcs11:token=a;object=b;serial=1?module-path=/x',
    'pkcs11:token=a;object=b;object=c?module-path=/x',
    'pkcs11:token=a;object=b;type=public?module-path=/x',
    'pkcs11:token=%zz;object=b?module-path=/x',
    'http://token',
  ])('are nothing else: %s', (uri) => {
    expect(parsePkcs11Uri(uri)).toBeUndefined();
  });
});
