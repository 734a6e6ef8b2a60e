import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { computeAddress, getBytes, Signature, SigningKey, verifyMessage } from 'ethers';
import { SIGNER_KEY } from '../anvil.js';
import { der, listening, ORDER, signerOf, spkiOf, withEnvironment } from '../signing-stub.js';

const chainId = 11155111;
const GOOGLE_KEY = 'projects/acme/locations/eu/keyRings/ipt/cryptoKeys/signer/cryptoKeyVersions/2';
const AZURE_PATH = '/keys/signer/0123456789abcdef0123456789abcdef';

type Reply = readonly [number, object];

/** Google's and Azure's services as their clients see them: they check what they are sent, and really sign. */
describe('keys that clouds hold', () => {
  const key = new SigningKey(SIGNER_KEY);
  const other = new SigningKey(`0x${'7'.repeat(64)}`);
  const address = computeAddress(key.publicKey);
  let server: Server;
  let url: string;
  let signing = key;
  let signatures = 0;
  /** What the next answers have instead of what is right. */
  let wrong: Readonly<Record<string, unknown>> = {};
  const refusals: string[] = [];

  const refuse = (status: number, message: string): Reply => {
    refusals.push(message);
    return [status, { error: { message } }];
  };
  const signed = (digest: Buffer) => {
    const { r, s } = signing.sign(digest);
    signatures += 1;
    const [low, high] = [BigInt(s), ORDER - BigInt(s)];
    return { r: BigInt(r), s: signatures % 2 === 0 ? low : high };
  };

  const google = (request: IncomingMessage, body: string): Reply => {
    if (request.headers.authorization !== 'Bearer token-of-google') return refuse(401, 'No token.');
    if (request.url === `/v1/${GOOGLE_KEY}/publicKey`) {
      const pem = createPublicKey({ key: spkiOf(key), format: 'der', type: 'spki' });
      const algorithm = 'EC_SIGN_SECP256K1_SHA256';
      const shown = pem.export({ format: 'pem', type: 'spki' });
      return [200, { name: GOOGLE_KEY, algorithm, pem: shown, ...wrong }];
    }
    if (request.url !== `/v1/${GOOGLE_KEY}:asymmetricSign`) return refuse(404, 'No such version.');
    const { digest } = JSON.parse(body) as { digest?: Record<string, string> };
    const bytes = Buffer.from(digest?.['sha256'] ?? '', 'base64');
    if (bytes.length !== 32 || Object.keys(digest ?? {}).length !== 1) {
      return refuse(400, 'This is no digest.');
    }
    const { r, s } = signed(bytes);
    return [200, { name: GOOGLE_KEY, signature: der(r, s).toString('base64'), ...wrong }];
  };
  const metadata = (request: IncomingMessage): Reply => {
    if (request.headers['metadata-flavor'] !== 'Google') return refuse(403, 'No flavour.');
    return [200, { access_token: 'token-of-google', expires_in: 3600, token_type: 'Bearer' }];
  };

  const azureToken = (request: IncomingMessage): Reply => {
    const { searchParams } = new URL(request.url ?? '', url);
    const isKnown = request.headers['x-identity-header'] === 'secret-of-the-machine';
    if (!isKnown) return refuse(401, 'Not this machine.');
    if (searchParams.get('resource') !== 'https://vault.azure.net') {
      return refuse(400, 'A token for something else.');
    }
    const expires = String(Math.floor(Date.now() / 1000) + 86_000);
    const resource = 'https://vault.azure.net';
    return [
      200,
      { access_token: 'token-of-azure', expires_on: expires, resource, token_type: 'Bearer' },
    ];
  };
  const azure = (request: IncomingMessage, body: string): Reply => {
    if (request.headers.authorization !== 'Bearer token-of-azure') return refuse(401, 'No token.');
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (searchParams.get('api-version') === null) return refuse(400, 'No version.');
    const kid = `${url}${AZURE_PATH}`;
    if (pathname === AZURE_PATH) {
      const point = Buffer.from(key.publicKey.slice(2), 'hex');
      const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
      return [200, { key: { kid, kty: 'EC-HSM', crv: 'P-256K', x, y, ...wrong } }];
    }
    if (pathname !== `${AZURE_PATH}/sign`) return refuse(404, 'No such key.');
    const { alg, value = '' } = JSON.parse(body) as { alg?: string; value?: string };
    const digest = Buffer.from(value, 'base64url');
    if (alg !== 'ES256K' || digest.length !== 32) return refuse(400, 'This is no digest.');
    const { r, s } = signed(digest);
    const hex = [r, s].map((part) => part.toString(16).padStart(64, '0')).join('');
    return [200, { kid, value: Buffer.from(hex, 'hex').toString('base64url'), ...wrong }];
  };

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const body = await text(request);
    const path = request.url ?? '';
    if (path.startsWith('/computeMetadata/')) return metadata(request);
    if (path.startsWith('/v1/')) return google(request, body);
    return path.startsWith('/identity') ? azureToken(request) : azure(request, body);
  };

  beforeAll(async () => {
    const started = await listening((request, response) => {
      void answer(request).then(([status, body]) => {
        response.setHeader('metadata-flavor', 'Google');
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    ({ server, url } = started);
  });
  afterAll(() => {
    server.close();
  });
  afterEach(() => {
    [signing, wrong] = [key, {}];
    refusals.length = 0;
  });

  /** As on a machine of the cloud, whose metadata and identity give tokens. */
  const onMachine = <T>(work: () => Promise<T>) =>
    withEnvironment(
      {
        ...{ GCE_METADATA_HOST: new URL(url).host, METADATA_SERVER_DETECTION: 'assume-present' },
        ...{ GOOGLE_CLOUD_PROJECT: 'acme', CLOUDSDK_CONFIG: '/nonexistent' },
        ...{ IDENTITY_ENDPOINT: `${url}/identity`, IDENTITY_HEADER: 'secret-of-the-machine' },
        AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential',
      },
      work,
    );
  const settingsOf = {
    google: (name = GOOGLE_KEY) => ({
      [`SIGNER_GOOGLE_KEY_${chainId}`]: name,
      GOOGLE_KMS_ENDPOINT: url,
    }),
    azure: (path = AZURE_PATH) => ({ [`SIGNER_AZURE_KEY_${chainId}`]: `${url}${path}` }),
  } as const;
  const clouds = ['google', 'azure'] as const;

  it.each(clouds)('sign at %s as a wallet does: low s, the right v, its address', async (cloud) => {
    await onMachine(async () => {
      const signer = await signerOf(settingsOf[cloud]());

      expect(signer.address(chainId)).toBe(address);
      for (let index = 0; index < 40; index += 1) {
        const hash = getBytes(`0x${index.toString(16).padStart(64, '0')}`);
        const signature = await signer.sign(chainId, hash);
        expect(verifyMessage(hash, signature)).toBe(address);
        expect(BigInt(Signature.from(signature).s)).toBeLessThanOrEqual(ORDER / 2n);
      }
      expect(refusals).toEqual([]);
    });
  });

  it.each(clouds)('stop the start when %s signs with another key than it shows', async (cloud) => {
    signing = other;

    await onMachine(() =>
      expect(signerOf(settingsOf[cloud]())).rejects.toThrow(/signed with another key/),
    );
  });

  it('are refused later, too, when what signs has changed', async () => {
    await onMachine(async () => {
      const signer = await signerOf(settingsOf.azure());
      signing = other;

      await expect(signer.sign(chainId, new Uint8Array(32))).rejects.toThrow(/another key/);
    });
  });

  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each([
    ['google', 'another algorithm', { algorithm: 'EC_SIGN_P256_SHA256' }, /EC_SIGN_P256_SHA256/],
    [
      'google',
      'another curve',
      { pem: publicKey.export({ format: 'pem', type: 'spki' }) },
      /P-256, not secp256k1/,
    ],
    ['google', 'another version', { name: GOOGLE_KEY.replace(/2$/, '1') }, /another version/],
    ['azure', 'another curve', { crv: 'P-256' }, /P-256, not P-256K/],
    ['azure', 'another version', { kid: 'https://x/keys/signer/other' }, /another key or version/],
  ] as const)('stop the start at %s with %s', async (cloud, _name, answered, message) => {
    wrong = answered;

    await onMachine(() => expect(signerOf(settingsOf[cloud]())).rejects.toThrow(message));
  });

  it('stop the start with a version that there is not, and name the setting', async () => {
    await onMachine(async () => {
      await expect(signerOf(settingsOf.google(`${GOOGLE_KEY}3`))).rejects.toThrow(
        /SIGNER_GOOGLE_KEY_11155111.*answered 404/,
      );
      await expect(signerOf(settingsOf.azure(AZURE_PATH.replace('signer', 'x')))).rejects.toThrow(
        /SIGNER_AZURE_KEY_11155111.*answered 404/,
      );
    });
  });

  it.each([
    ['SIGNER_GOOGLE_KEY', GOOGLE_KEY.replace('/cryptoKeyVersions/2', '')],
    ['SIGNER_GOOGLE_KEY', `${GOOGLE_KEY}/../3`],
    ['SIGNER_AZURE_KEY', 'https://ipt.vault.azure.net/keys/signer'],
    ['SIGNER_AZURE_KEY', `http://ipt.example${AZURE_PATH}`],
  ])('need a version, and https: %s=%s is refused', (name, value) => {
    expect(() => signerOf({ [`${name}_${chainId}`]: value })).toThrow(name);
  });
});
