import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Wallet } from 'ethers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

import { anvilBinary, CHAIN_ID, deployContracts, rpcUrlOf } from '../chain/chain.mjs';
import { authServerBootstrap, writeCredentials } from '../stack/credentials.mjs';
import { projectDir } from '../lib/project.mjs';

/**
 * @typedef {object} FirstRequest
 * @property {Record<string, string>} env what the Secrets of a cluster would give
 * @property {Record<string, string>} files what is mounted, by path
 * @property {(origin: string) => Promise<string>} ask the README's first request
 * @property {RegExp} expected what the README shows
 * @property {() => Promise<void>} close
 */

const secret = (bytes = 24) => randomBytes(bytes).toString('base64url');
const nothing = async () => undefined;
/** A glossary of one word. */
const HOME = {
  ...{ name: 'first', source_lang: 'en', target_lang: 'es' },
  ...{ entries: 'house\thogar', entries_format: 'tsv' },
};
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(url, headers, body) {
  const answer = await fetch(url, { method: 'POST', headers, body });
  return `${answer.status} ${await answer.text()}`;
}

/**
 * @param {string} service
 * @param {{ databaseUrl: string, redisUrl?: string }} servers
 * @returns {Promise<FirstRequest>}
 */
export async function firstRequest(service, { databaseUrl, redisUrl }) {
  const { env, ...rest } = await REQUESTS[service]();
  const redis = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
  return {
    files: {},
    close: nothing,
    ...rest,
    env: { ...(service === 'relay' ? {} : { DATABASE_URL: databaseUrl, ...redis }), ...env },
  };
}

const REQUESTS = {
  relay() {
    const token = secret();
    const alert = {
      status: 'firing',
      labels: { alertname: 'DiskFull' },
      startsAt: '2026-11-21T07:03:23Z',
    };
    return {
      env: { EVENTS_HTTP_BEARER_TOKEN: token, EVENTS_ADMIN_TOKEN: secret() },
      files: {
        '/etc/relay/relay.yaml': readFileSync(
          join(projectDir, 'k8s/overlays/dev/relay.yaml'),
          'utf8',
        ),
        ...certificate('/etc/relay-tls'),
      },
      ask: (origin) =>
        post(
          `${origin}/relay/alertmanager`,
          { ...JSON_TYPE, authorization: `Bearer ${token}` },
          JSON.stringify({ alerts: [alert] }),
        ),
      expected: /^200 .*"Message":\s*"OK"/,
    };
  },

  translate() {
    const { translate } = demoCredentials();
    return {
      env: { BOOTSTRAP_AUTH_KEY: translate.auth_key, BOOTSTRAP_ADMIN_KEY: translate.admin_key },
      ask: async (origin) => {
        const headers = { ...JSON_TYPE, authorization: `DeepL-Auth-Key ${translate.auth_key}` };
        const text = ['The house is big.', 'The dog eats.'];
        const asked = { text, source_lang: 'EN', target_lang: 'ES' };
        const ask = (path, body) => post(origin + path, headers, JSON.stringify(body));
        const glossary = await ask('/v2/glossaries', HOME);
        const [, glossary_id] = /"glossary_id":"([^"]+)"/.exec(glossary) ?? [];
        const answers = [
          await ask('/v2/translate', asked),
          await ask('/v2/translate', { ...asked, glossary_id }),
        ];
        return answers.join(' ');
      },
      // With a glossary the engine runs programs of the image that it does without else.
      expected:
        /^200 .*La casa es grande\..*El perro come\..* 200 .*El hogar es grande\..*El perro come\./,
    };
  },

  'auth-server'() {
    const { auth_server: credentials } = demoCredentials();
    const { client_id: id, client_secret: password } = credentials.clients.confidential;
    return {
      env: {
        KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        BOOTSTRAP_FILE: '/run/secrets/auth-server/bootstrap.json',
      },
      files: {
        '/run/secrets/auth-server/bootstrap.json': JSON.stringify(authServerBootstrap(credentials)),
      },
      ask: (origin) =>
        post(
          `${origin}/oauth/token`,
          {
            authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
            // As the Ingress, which ends TLS.
            'x-forwarded-proto': 'https',
          },
          new URLSearchParams({ grant_type: 'client_credentials', scope: 'translate' }),
        ),
      expected: /^200 .*"access_token":\s*"eyJ/,
    };
  },

  async notifications() {
    const issuer = await startIssuer();
    return {
      env: {
        AUTH_ISSUER: issuer.url,
        AUTH_JWKS_URL: `${issuer.url}/jwks.json`,
        VAPID_SUBJECT: 'mailto:operator@example.org',
      },
      ask: async (origin) => {
        const authorization = `Bearer ${await issuer.token('student')}`;
        const url = `${origin}/api/notifications?type=received`;
        const answer = await fetch(url, { headers: { authorization } });
        return `${answer.status} ${await answer.text()}`;
      },
      expected: /^200 .*"notifications":\s*\[/,
      close: issuer.close,
    };
  },

  speech() {
    const { speech } = demoCredentials();
    const body = { input: 'Hello, world.', voice_id: 'george', audio_format: 'mp3' };
    return {
      env: { BOOTSTRAP_API_KEY: speech.api_key },
      ask: (origin) =>
        post(
          `${origin}/v1/audio/speech`,
          { ...JSON_TYPE, authorization: `Bearer ${speech.api_key}` },
          JSON.stringify(body),
        ),
      expected: /^200 .*"audio_data":\s*"[\w+/=]{1000,}".*"value":\s*"world"/s,
    };
  },

  async 'ipt-graphql'() {
    const { ipt_graphql: credentials } = demoCredentials();
    const chain = await startChain(new Wallet(credentials.signer_key).address);
    const query = `{ symbolAvailable(symbol: "YEAST", chainId: ${CHAIN_ID}) { available isSuccess error { code } } }`;
    return {
      env: {
        BOOTSTRAP_API_KEY: credentials.api_key,
        UPLOAD_SIGNING_KEY: credentials.upload_signing_key,
        [`RPC_URL_${CHAIN_ID}`]: chain.rpcUrl,
        [`IPNFT_ADDRESS_${CHAIN_ID}`]: chain.ipnft,
        [`TOKENIZER_ADDRESS_${CHAIN_ID}`]: chain.tokenizer,
      },
      ask: (origin) =>
        post(
          `${origin}/graphql`,
          { ...JSON_TYPE, 'x-api-key': credentials.api_key },
          JSON.stringify({ query }),
        ),
      expected: /^200 .*"available":\s*true,\s*"isSuccess":\s*true/,
      close: chain.close,
    };
  },
};

/** Those of `npm start`, in no file. */
const demoCredentials = () =>
  writeCredentials({
    file: join(tmpdir(), 'sextant-no-such-file.json'),
    gateway: 'https://sextant.example.org',
    write: () => undefined,
  });

/** Signed by itself. @returns {Record<string, string>} files of a folder */
function certificate(folder) {
  const place = mkdtempSync(join(tmpdir(), 'sextant-certificate-'));
  try {
    const [key, crt] = ['tls.key', 'tls.crt'].map((name) => join(place, name));
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=relay'].concat([
        '-keyout',
        key,
        '-out',
        crt,
      ]),
      { stdio: 'ignore' },
    );
    return {
      [`${folder}/tls.key`]: readFileSync(key, 'utf8'),
      [`${folder}/tls.crt`]: readFileSync(crt, 'utf8'),
    };
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** Gives out access tokens as auth-server does. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'proof', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const token = (name) =>
    new SignJWT({
      user: createHash('sha256').update(name).digest('hex').slice(0, 24),
      userId: name,
      userName: name,
      client_id: 'proof',
      scope: 'openid notifications',
      academyId: 'academy-1',
      roles: ['student'],
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'proof', typ: 'at+jwt' })
      .setIssuer(url)
      .setAudience('sextant')
      .setSubject(name)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, token, close };
}

/** A chain that is gone with the proof. */
async function startChain(signer) {
  const port = 20_000 + Math.floor(Math.random() * 5000);
  const options = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(CHAIN_ID)];
  const anvil = spawn(anvilBinary(), [...options, '--silent'], { stdio: 'ignore' });
  const close = async () => {
    anvil.kill('SIGTERM');
    if (anvil.exitCode === null) await once(anvil, 'exit');
  };
  try {
    const rpcUrl = rpcUrlOf(port);
    return { rpcUrl, close, ...(await deployContracts(rpcUrl, signer)) };
  } catch (error) {
    await close();
    throw error;
  }
}
