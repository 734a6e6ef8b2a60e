/**
 * Writes what docker/compose.yaml reads beside itself and git ignores: `.env` with secrets, `.secrets/bootstrap.json` with
 * auth-server's first users and clients, and from k8s the gateway's routes (`gateway.conf`) and the alerts
 * (`alerts.rules.yaml`). Secrets that are there stay.
 *
 *     node docker/compose.mjs [FOLDER]     # PUBLIC_URL, http://localhost:8080 if absent, is where people reach it
 */
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseAllDocuments, stringify } from 'yaml';

import { authServerBootstrap, writeCredentials } from '../scripts/stack/credentials.mjs';

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv.slice(2).some((word) => word.startsWith('-'))) {
  console.log('Usage: node docker/compose.mjs [FOLDER]');
  process.exit(process.argv.includes('--help') ? 0 : 2);
}
const folder = process.argv[2] ?? here;
const k8s = join(here, '..', 'k8s');
const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:8080';
const documents = (...path) =>
  parseAllDocuments(readFileSync(join(k8s, ...path), 'utf8')).map((document) => document.toJS());

const secrets = join(folder, '.secrets');
mkdirSync(secrets, { recursive: true, mode: 0o700 });
const file = join(secrets, 'credentials.json');
const credentials = writeCredentials({ file, gateway: publicUrl });
const {
  translate,
  auth_server: auth,
  notifications,
  speech,
  ipt_graphql: ipt,
  relay,
} = credentials;

// Containers run as user 1000.
writeFileSync(
  join(secrets, 'bootstrap.json'),
  `${JSON.stringify(authServerBootstrap(auth), null, 2)}\n`,
  { mode: 0o644 },
);
/** Whoever has the credentials has the others, which nobody types. */
const derived = (name) => createHmac('sha256', auth.key_encryption_key).update(name).digest('hex');
const environment = {
  PUBLIC_URL: publicUrl,
  POSTGRES_PASSWORD: derived('postgres'),
  S3_SECRET: derived('s3'),
  GRAFANA_PASSWORD: derived('grafana').slice(0, 24),
  KEY_ENCRYPTION_KEY: auth.key_encryption_key,
  EVENTS_TOKEN: derived('events'),
  TRANSLATE_AUTH_KEY: translate.auth_key,
  TRANSLATE_ADMIN_KEY: translate.admin_key,
  NOTIFICATIONS_TOKEN: notifications.service_token,
  SPEECH_API_KEY: speech.api_key,
  UPLOAD_SIGNING_KEY: ipt.upload_signing_key,
  IPT_API_KEY: ipt.api_key,
  RELAY_ADMIN_TOKEN: relay.admin_token,
  RELAY_INPUT_TOKEN: derived('relay'),
};
const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });

writeFileSync(join(folder, 'gateway.conf'), gatewayOf(documents('base', 'ingress.yaml')));
const groups = documents('overlays', 'prod', 'alerts.yaml').flatMap(({ spec }) => spec.groups);
writeFileSync(join(folder, 'alerts.rules.yaml'), stringify({ groups }));
console.log(`docker compose -f docker/compose.yaml up --build   (people and keys: ${file})`);

/** nginx, with what the Ingresses say to it. Names are looked up again and again: containers come back at other addresses. */
function gatewayOf(ingresses) {
  const locations = ingresses.flatMap(({ metadata: { annotations }, spec }) =>
    spec.rules
      .flatMap(({ http }) => http.paths)
      .flatMap((route) => locationsOf(route, settingsOf(annotations))),
  );
  return [
    'map $http_upgrade $connection_upgrade { default upgrade; "" ""; }',
    'server {',
    '  listen 8080;',
    '  resolver 127.0.0.11 valid=5s;',
    '  client_max_body_size 1m;',
    '  proxy_http_version 1.1;',
    '  proxy_request_buffering off;',
    '  proxy_set_header Host $http_host;',
    '  proxy_set_header X-Forwarded-For $remote_addr;',
    '  proxy_set_header X-Forwarded-Host $http_host;',
    '  proxy_set_header X-Forwarded-Proto $scheme;',
    '  proxy_set_header Upgrade $http_upgrade;',
    '  proxy_set_header Connection $connection_upgrade;',
    ...locations.map((line) => `  ${line}`),
    '}',
    '',
  ].join('\n');
}

function settingsOf(annotations) {
  const said = (name) => annotations[`nginx.ingress.kubernetes.io/${name}`];
  const rows = [
    ['client_max_body_size', said('proxy-body-size')],
    ['proxy_buffering', said('proxy-buffering')],
    ['proxy_read_timeout', said('proxy-read-timeout')],
    ['proxy_send_timeout', said('proxy-send-timeout')],
  ];
  return rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}${name.endsWith('timeout') ? 's' : ''};`)
    .join(' ');
}

/** "Matching is done on a path element by element basis": `/v2` is itself and what is below it. */
function locationsOf({ path, pathType, backend }, settings) {
  const body = `{ set $upstream ${backend.service.name}; proxy_pass http://$upstream:8080; ${settings} }`;
  const exact = `location = ${path} ${body}`;
  if (pathType === 'Exact') return [exact];
  return [exact, `location ^~ ${path}/ ${body}`];
}
