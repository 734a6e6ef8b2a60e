import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  computeAddress,
  encryptKeystoreJson,
  getBytes,
  Signature,
  SigningKey,
  verifyMessage,
  Wallet,
} from 'ethers';
import { AwsKmsKey } from '../../src/signing/aws-kms.js';
import { KmsKey, parseDerSignature } from '../../src/signing/kms-key.js';
import { SIGNER_KEY } from '../anvil.js';
import { der, listening, ORDER, signerOf, spkiOf, withEnvironment } from '../signing-stub.js';

const KEY_ID = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd';
const TOKEN = 'hvs.token-of-the-vault';
const chainId = 11155111;

/** AWS KMS and Vault as their clients see them: they check what they are sent, and really sign. */
describe('keys that others hold', () => {
  const key = new SigningKey(SIGNER_KEY);
  const address = computeAddress(key.publicKey);
  let server: Server;
  let url: string;
  let stored: string;
  /** What signs, and what is shown; a service that is broken, or somebody else's. */
  let signing = key;
  let spki = spkiOf(key);
  let signatures = 0;
  const refusals: string[] = [];

  const signed = (digest: Buffer): string => {
    const { r, s } = signing.sign(digest);
    signatures += 1;
    // Services give any s: every other one is the high one.
    const [low, high] = [BigInt(s), ORDER - BigInt(s)];
    return der(BigInt(r), signatures % 2 === 0 ? low : high).toString('base64');
  };
  const kms = async (request: IncomingMessage): Promise<[number, object]> => {
    const body = (await json(request)) as Readonly<Record<string, string>>;
    const refuse = (message: string): [number, object] => {
      refusals.push(message);
      return [400, { __type: 'ValidationException', message }];
    };
    const { authorization = '' } = request.headers;
    if (!/^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/kms\//.test(authorization)) {
      return refuse('The request is not signed.');
    }
    if (body['KeyId'] !== KEY_ID) return refuse('There is no such key.');
    const isSign = request.headers['x-amz-target'] === 'TrentService.Sign';
    if (!isSign) return [200, { KeyId: KEY_ID, PublicKey: spki.toString('base64') }];
    const digest = Buffer.from(body['Message'] ?? '', 'base64');
    const { MessageType, SigningAlgorithm } = body;
    if (digest.length !== 32 || MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256') {
      return refuse('This is no digest.');
    }
    return [200, { KeyId: KEY_ID, Signature: signed(digest), SigningAlgorithm }];
  };
  const vault = (request: IncomingMessage): [number, object] => {
    if (request.headers['x-vault-token'] !== TOKEN) return [403, { errors: ['denied'] }];
    if (request.url !== '/v1/secret/data/ipt/signer') return [404, { errors: [] }];
    return [200, { data: { data: JSON.parse(stored) as object, metadata: { version: 3 } } }];
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = async () => (request.method === 'POST' ? await kms(request) : vault(request));
      void answer().then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keystore = await encryptKeystoreJson(new Wallet(SIGNER_KEY), 'password', {
      scrypt: { N: 2 ** 12 },
    });
    stored = JSON.stringify({ keystore, password: 'password' });
  });
  afterAll(() => {
    server.close();
  });
  afterEach(() => {
    [signing, spki] = [key, spkiOf(key)];
    refusals.length = 0;
  });

  const open = (keyId = KEY_ID) =>
    KmsKey.open(
      new AwsKmsKey(
        keyId,
        new KMSClient({
          region: 'eu-central-1',
          endpoint: url,
          credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
          maxAttempts: 1,
        }),
      ),
    );

  it('sign with AWS KMS as a wallet does: low s, the right v, the address of the key', async () => {
    const wallet = await open();

    expect(wallet.address).toBe(address);
    for (let index = 0; index < 40; index += 1) {
      const hash = getBytes(`0x${index.toString(16).padStart(64, '0')}`);
      const signature = await wallet.signMessage(hash);
      expect(verifyMessage(hash, signature)).toBe(address);
      expect(BigInt(Signature.from(signature).s)).toBeLessThanOrEqual(ORDER / 2n);
    }
    expect(refusals).toEqual([]);
  });

  it('are not waited for without end: AWS KMS', async () => {
    const silent = await listening(() => undefined);
    const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
    const client = new KMSClient({ region: 'eu-central-1', endpoint: silent.url, credentials });
    const kms = new AwsKmsKey(KEY_ID, client, 50);

    await expect(kms.publicKey()).rejects.toThrow(/abort/i);
    await expect(kms.signDigest(new Uint8Array(32))).rejects.toThrow(/abort/i);

    silent.server.closeAllConnections();
    silent.server.close();
  });

  it('are refused when the service signs with another key, or has one of another curve', async () => {
    const wallet = await open();
    signing = new SigningKey(`0x${'7'.repeat(64)}`);
    await expect(wallet.signMessage(new Uint8Array(32))).rejects.toThrow(/another key/);
    await expect(open()).rejects.toThrow(/another key/); // at the start already

    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    spki = publicKey.export({ format: 'der', type: 'spki' });
    await expect(open()).rejects.toThrow(/P-256, not secp256k1/);
    await expect(open('another')).rejects.toThrow(/no such key/);
  });

  it.each(['', '3000', '30060201010201', '300602010102010100', '310602010102010 1'])(
    'read signatures strictly: %s is none',
    (hex) => {
      expect(() => parseDerSignature(Buffer.from(hex, 'hex'))).toThrow(/no ECDSA signature/);
    },
  );

  it('are opened by the settings of a chain, from AWS KMS', async () => {
    const settings = {
      ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIATEST' },
      ...{ AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL_KMS: url },
    };
    await withEnvironment(settings, async () => {
      const signer = await signerOf({ [`SIGNER_KMS_KEY_${chainId}`]: KEY_ID });
      const hash = getBytes(`0x${'ab'.repeat(32)}`);

      expect(signer.address(chainId)).toBe(address);
      expect(verifyMessage(hash, await signer.sign(chainId, hash))).toBe(address);
    });
  });

  const vaultOf = (more: Record<string, string> = {}) =>
    signerOf({
      ...{ VAULT_ADDR: url, VAULT_TOKEN: TOKEN },
      [`SIGNER_VAULT_PATH_${chainId}`]: 'secret/ipt/signer',
      ...more,
    });

  it('are opened by the settings of a chain, from a keystore in Vault', async () => {
    const signer = await vaultOf();
    const hash = getBytes(`0x${'cd'.repeat(32)}`);

    expect(verifyMessage(hash, await signer.sign(chainId, hash))).toBe(address);
  });

  it.each([
    [
      'a wrong token',
      { VAULT_TOKEN: 'hvs.wrong' },
      /SIGNER_VAULT_PATH_11155111.*Vault answered 403/,
    ],
    [
      'no such path',
      { [`SIGNER_VAULT_PATH_${chainId}`]: 'secret/nothing' },
      /SIGNER_VAULT_PATH_11155111.*Vault answered 404/,
    ],
    ['no address', { VAULT_ADDR: '' }, /VAULT_ADDR/],
    ['a second key', { [`SIGNER_KEY_${chainId}`]: SIGNER_KEY }, /set one/],
  ])('stop the start with %s, without a secret in the message', async (_name, more, message) => {
    const refusal = await vaultOf(more).catch((error: unknown) => String(error));

    expect(refusal).toMatch(message);
    expect(refusal).not.toMatch(/hvs\.|password/);
  });
});
