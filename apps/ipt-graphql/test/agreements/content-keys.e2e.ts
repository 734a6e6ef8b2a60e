import {
  constants,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AwsKmsWrapper } from '../../src/content/keys/aws-kms-wrapper.js';
import { AzureVaultWrapper } from '../../src/content/keys/azure-vault-wrapper.js';
import { GoogleKmsWrapper } from '../../src/content/keys/google-kms-wrapper.js';
import { LocalWrapper } from '../../src/content/keys/local-wrapper.js';
import { VaultTransitWrapper } from '../../src/content/keys/vault-transit-wrapper.js';
import { WrappedKeyRefused, type ContentKeyWrapper } from '../../src/content/keys/content-keys.js';
import { listening } from '../signing-stub.js';

const GOOGLE_KEY = 'projects/acme/locations/eu/keyRings/ipt/cryptoKeys/agreements';
const AZURE_PATH = '/keys/agreements/0123456789abcdef0123456789abcdef';
const AWS_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd';

type Reply = readonly [number, object];
type Fields = Readonly<Record<string, unknown>>;

/** What a symmetric key of a service does: AES-256-GCM with the context as associated data. */
function symmetric() {
  const key = randomBytes(32);
  return {
    encrypt: (plaintext: Buffer, aad: string) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
      return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    /** `undefined` for what does not open. */
    decrypt: (sealed: Buffer, aad: string): Buffer | undefined => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
        decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-16));
        return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const bytesOf = (value: unknown): Buffer => Buffer.from(String(value), 'base64');

/** The services as their clients see them: they check what they are sent, and really encrypt. */
describe('keys that wrap the keys of agreements', () => {
  const keys = { aws: symmetric(), google: symmetric(), vault: symmetric() };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  let server: Server;
  let url: string;
  let isAway = false;

  const aws = ({ headers }: IncomingMessage, body: Fields): Reply => {
    const signed = /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/kms\//;
    if (!signed.test(headers.authorization ?? '')) return [400, { __type: 'AccessDenied' }];
    if (body['KeyId'] !== AWS_KEY) return [400, { __type: 'NotFoundException' }];
    const context = body['EncryptionContext'] as Record<string, string>;
    const aad = JSON.stringify(Object.entries(context).toSorted());
    if (headers['x-amz-target'] === 'TrentService.Encrypt') {
      const sealed = keys.aws.encrypt(bytesOf(body['Plaintext']), aad);
      return [200, { CiphertextBlob: sealed.toString('base64'), KeyId: AWS_KEY }];
    }
    const opened = keys.aws.decrypt(bytesOf(body['CiphertextBlob']), aad);
    if (opened === undefined) return [400, { __type: 'InvalidCiphertextException' }];
    return [200, { Plaintext: opened.toString('base64'), KeyId: AWS_KEY }];
  };
  const google = ({ headers, url: path }: IncomingMessage, body: Fields): Reply => {
    if (headers.authorization !== 'Bearer token-of-google') return [401, {}];
    const aad = bytesOf(body['additionalAuthenticatedData']).toString();
    if (path === `/v1/${GOOGLE_KEY}:encrypt`) {
      const sealed = keys.google.encrypt(bytesOf(body['plaintext']), aad);
      return [200, { name: GOOGLE_KEY, ciphertext: sealed.toString('base64') }];
    }
    if (path !== `/v1/${GOOGLE_KEY}:decrypt`) return [404, {}];
    const opened = keys.google.decrypt(bytesOf(body['ciphertext']), aad);
    return opened === undefined ? [400, {}] : [200, { plaintext: opened.toString('base64') }];
  };
  const vault = ({ headers, url: path }: IncomingMessage, body: Fields): Reply => {
    if (headers['x-vault-token'] !== 'hvs.token') return [403, { errors: [] }];
    const aad = bytesOf(body['associated_data']).toString();
    if (path === '/v1/transit/encrypt/agreements') {
      const sealed = keys.vault.encrypt(bytesOf(body['plaintext']), aad);
      return [200, { data: { ciphertext: `vault:v1:${sealed.toString('base64')}` } }];
    }
    if (path !== '/v1/transit/decrypt/agreements') return [404, { errors: [] }];
    const opened = keys.vault.decrypt(
      bytesOf(String(body['ciphertext']).slice('vault:v1:'.length)),
      aad,
    );
    if (opened === undefined) return [400, { errors: ['cipher: message authentication failed'] }];
    return [200, { data: { plaintext: opened.toString('base64') } }];
  };
  const azure = ({ headers, url: path = '' }: IncomingMessage, body: Fields): Reply => {
    if (headers.authorization !== 'Bearer token-of-azure') return [401, {}];
    const { pathname, searchParams } = new URL(path, url);
    if (searchParams.get('api-version') === null || body['alg'] !== 'RSA-OAEP-256')
      return [400, {}];
    const value = Buffer.from(String(body['value']), 'base64url');
    const kid = `${url}${AZURE_PATH}`;
    const answered = (bytes: Buffer): Reply => [200, { kid, value: bytes.toString('base64url') }];
    if (pathname === `${AZURE_PATH}/wrapkey`) {
      return answered(publicEncrypt({ key: rsa.publicKey, ...oaep }, value));
    }
    if (pathname !== `${AZURE_PATH}/unwrapkey`) return [404, {}];
    try {
      return answered(privateDecrypt({ key: rsa.privateKey, ...oaep }, value));
    } catch {
      return [400, {}];
    }
  };

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const body = JSON.parse(await text(request)) as Fields;
    if (isAway) return [503, {}];
    if (request.headers['x-amz-target'] !== undefined) return aws(request, body);
    if (request.url?.startsWith('/v1/projects') === true) return google(request, body);
    return request.url?.startsWith('/v1/') === true ? vault(request, body) : azure(request, body);
  };

  beforeAll(async () => {
    ({ server, url } = await listening((request, response) => {
      void answer(request).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    }));
  });
  afterAll(() => {
    server.close();
  });

  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const wrappers = {
    file: () => new LocalWrapper(Buffer.alloc(32, 7)),
    'AWS KMS': () =>
      new AwsKmsWrapper(
        AWS_KEY,
        new KMSClient({ region: 'eu-central-1', endpoint: url, credentials, maxAttempts: 1 }),
      ),
    'Google Cloud KMS': () =>
      new GoogleKmsWrapper(
        { name: GOOGLE_KEY, endpoint: url },
        { getAccessToken: () => Promise.resolve('token-of-google') },
      ),
    'Azure Key Vault': () =>
      new AzureVaultWrapper(`${url}${AZURE_PATH}`, {
        getToken: () =>
          Promise.resolve({ token: 'token-of-azure', expiresOnTimestamp: Date.now() + 1e6 }),
      }),
    Vault: () =>
      new VaultTransitWrapper({ address: url, token: 'hvs.token', key: 'transit/agreements' }),
  } satisfies Record<string, () => ContentKeyWrapper>;
  type Name = keyof typeof wrappers;
  const names = Object.keys(wrappers) as Name[];
  const context = { tenant: 'acme', chainId: 1, ipnftId: '7', keyId: 'thumbprint' };
  const key = randomBytes(32);

  it.each(names)('give back what they wrapped, for the same context: %s', async (name) => {
    const wrapped = await wrappers[name]().wrap(key, context);

    expect(Buffer.from(await wrappers[name]().unwrap(wrapped, context))).toEqual(key);
    expect(wrapped).not.toContain(key.toString('base64'));
  });

  it.each(names)(
    'refuse another context, and what was changed or is of another: %s',
    async (name) => {
      const wrapper = wrappers[name]();
      const wrapped = await wrapper.wrap(key, context);
      const place = wrapped.length - 20;
      const changed = `${wrapped.slice(0, place)}${wrapped[place] === 'A' ? 'B' : 'A'}${wrapped.slice(place + 1)}`;
      const other = await wrappers[name === 'file' ? 'Vault' : 'file']().wrap(key, context);

      for (const elsewhere of [
        { tenant: 'other' },
        { chainId: 2 },
        { ipnftId: '8' },
        { keyId: 'x' },
      ]) {
        await expect(wrapper.unwrap(wrapped, { ...context, ...elsewhere })).rejects.toThrow(
          WrappedKeyRefused,
        );
      }
      await expect(wrapper.unwrap(changed, context)).rejects.toThrow(WrappedKeyRefused);
      await expect(wrapper.unwrap(other, context)).rejects.toThrow(WrappedKeyRefused);
    },
  );

  it('is not waited for without end: AWS KMS', async () => {
    const silent = await listening(() => undefined);
    const client = new KMSClient({ region: 'eu-central-1', endpoint: silent.url, credentials });
    const wrapper = new AwsKmsWrapper(AWS_KEY, client, 50);
    const wrapped = await wrappers['AWS KMS']().wrap(key, context);

    await expect(wrapper.wrap(key, context)).rejects.toThrow(/abort/i);
    const failure = await wrapper.unwrap(wrapped, context).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(WrappedKeyRefused);
    silent.server.closeAllConnections();
    silent.server.close();
  });

  it.each(names.filter((name) => name !== 'file'))(
    'say that they are away otherwise, which is no refusal: %s',
    async (name) => {
      const wrapped = await wrappers[name]().wrap(key, context);
      isAway = true;
      try {
        const failure = await wrappers[name]()
          .unwrap(wrapped, context)
          .catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(Error);
        expect(failure).not.toBeInstanceOf(WrappedKeyRefused);
      } finally {
        isAway = false;
      }
    },
  );
});
