import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { say, sleep } from '../lib/progress.mjs';
import { nodeFlags, projectDir, StartError } from '../lib/project.mjs';
import { databaseUrl, ensureDatabase, withClient } from '../postgres/postgres.mjs';
import { testPostgresUrl } from '../postgres/test-postgres.mjs';
import { ADMIN, addresses, EVENTS_TOKEN } from './addresses.mjs';
import { bootstrapOf } from './bootstrap.mjs';

const DATABASE = 'auth_conformance';

/** auth-server with a new database and the clients of all plans. */
export async function startServer({ folder, credentials }) {
  const adminUrl = await testPostgresUrl();
  await withClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`),
  );
  await ensureDatabase(adminUrl, DATABASE);
  const bootstrapFile = join(folder, 'bootstrap.json');
  writeFileSync(bootstrapFile, JSON.stringify(bootstrapOf(credentials)), { mode: 0o600 });

  const log = openSync(join(folder, 'auth-server.log'), 'a');
  const mailDir = join(folder, 'mail');
  const env = {
    ...process.env,
    ...settings({ credentials, bootstrapFile, mailDir }),
    DATABASE_URL: databaseUrl(adminUrl, DATABASE),
  };
  const main = join(projectDir, 'apps', 'auth-server', 'dist', 'main.js');
  const child = spawn(process.execPath, [...nodeFlags, main], { env, stdio: ['ignore', log, log] });
  process.once('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await ready(child, folder);
  return {
    mailDir,
    rotateKeys: () => asAdmin('POST', '/admin/keys/rotate?algorithm=RS256'),
    waivePkce,
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const settings = ({ credentials, bootstrapFile, mailDir }) => ({
  PORT: new URL(addresses.server).port,
  ISSUER: addresses.issuer,
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  BOOTSTRAP_FILE: bootstrapFile,
  // What the suite asks for in a minute is more than one client ever does.
  ...{ RATE_LIMIT_IP: '1000000', RATE_LIMIT_TOKEN: '1000000', RATE_LIMIT_ADMIN: '1000000' },
  RATE_LIMIT_APPROVALS: '1000000',
  // The suite is at a private address, and its certificate is self-signed.
  FETCH_ALLOW: `${new URL(addresses.suite).host},${new URL(addresses.suiteMtls).host}`,
  NODE_EXTRA_CA_CERTS: credentials.front.certFile,
  DYNAMIC_REGISTRATION: 'open',
  ...{ TRUSTED_PROXIES: '127.0.0.1', MTLS_CERTIFICATE_HEADER: 'ssl-client-cert' },
  MTLS_BASE: addresses.issuerMtls,
  EVENTS_TOKEN,
  MAIL_DIR: mailDir,
});

async function ready(child, folder) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${addresses.server}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) {
      say(`auth-server: ${addresses.issuer}, log in ${folder}`);
      return;
    }
    await sleep(200);
  }
  throw new StartError(`auth-server did not start: see ${folder}/auth-server.log`);
}

let token;

async function asAdmin(method, path, body) {
  const send = () =>
    fetch(`${addresses.server}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  let answer = await send();
  if (answer.status === 401) {
    token = await signIn();
    answer = await send();
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function signIn() {
  const answer = await fetch(`${addresses.server}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token: found } = await answer.json();
  if (found === undefined) throw new Error(`/admin/auth: ${answer.status}`);
  return found;
}

/** @param {import('node:http').IncomingMessage} answer of a registration @returns {Promise<string>} its body, once the client is changed */
async function waivePkce(answer) {
  const body = await text(answer);
  await asAdmin('PATCH', `/admin/clients/${JSON.parse(body).client_id}`, { require_pkce: false });
  return body;
}
