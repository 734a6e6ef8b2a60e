/**
 * Makes the secrets of this overlay in the folder `secrets` beside it, which git ignores; what is there stays. A list of
 * what the services need, too: an overlay for production takes the same keys from a vault.
 *
 *     node k8s/overlays/dev/secrets.mjs [FOLDER]
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { newApiKey } from '../../../scripts/stack/credentials.mjs';

if (process.argv.slice(2).some((word) => word.startsWith('-'))) {
  console.log('Usage: node k8s/overlays/dev/secrets.mjs [FOLDER]');
  process.exit(process.argv.includes('--help') ? 0 : 2);
}
const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), 'secrets');
mkdirSync(folder, { recursive: true, mode: 0o700 });

const secret = () => randomBytes(24).toString('base64url');
const store = (name, text) => {
  const file = join(folder, name);
  if (!existsSync(file)) writeFileSync(file, text(), { mode: 0o600 });
  return readFileSync(file, 'utf8');
};
const env = (name, values) =>
  store(`${name}.env`, () =>
    Object.entries(values())
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );

const password = env('databases', () => ({ password: secret() }))
  .trim()
  .slice('password='.length);
const database = (name) => `postgres://postgres:${password}@postgres:5432/${name}`;
const redis = 'redis://redis:6379';

/** auth-server tells its siblings of revoked tokens, and notifications of people. */
env('auth-events', () => ({ token: secret() }));

env('translate', () => ({
  'database-url': database('translate'),
  'redis-url': redis,
  'admin-key': newApiKey(),
  'auth-key': newApiKey(),
}));
env('auth-server', () => ({
  'database-url': database('auth_server'),
  'key-encryption-key': randomBytes(32).toString('base64'),
  'redis-url': redis,
  'scim-token': secret(),
}));
env('notifications', () => ({
  'database-url': database('notifications'),
  'redis-url': redis,
  'service-token': secret(),
  'vapid-subject': 'mailto:operator@example.org',
}));
env('speech', () => ({
  'database-url': database('speech'),
  'redis-url': redis,
  'api-key': newApiKey(),
}));
env('ipt-graphql', () => ({
  'database-url': database('ipt_graphql'),
  'upload-signing-key': secret(),
  'api-key': newApiKey(),
}));
env('relay', () => ({ 'admin-token': secret(), 'input-token': secret() }));

/** Certificates that nobody but this cluster knows: of the Ingress, and of relay's webhook for API servers. */
certificate('sextant', ['sextant.localhost']);
certificate('relay', ['relay.sextant.svc', 'relay.sextant.svc.cluster.local']);

function certificate(name, hosts) {
  store(`${name}.key`, () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  );
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  store(`${name}.crt`, () =>
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-key', join(folder, `${name}.key`), '-days', '365'],
        ...['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`],
      ],
      { encoding: 'utf8' },
    ),
  );
}

console.log(`The secrets are in ${folder}.`);
