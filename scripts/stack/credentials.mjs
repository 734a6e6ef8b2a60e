import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { crc32 } from 'node:zlib';

import { CHAIN_ACCOUNTS, CHAIN_ID } from '../chain/chain.mjs';
import { pageClients } from './page-clients.mjs';
import { writeAtomically } from '../lib/patiently.mjs';
import { StartError } from '../lib/project.mjs';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Writes what a first caller needs, for development only, mode 0600. Keys are made once: what the
 * file already holds stays, only the addresses follow the gateway. What the databases were made with
 * is kept beside them as well: without it nobody could sign in any more, and auth-server not start.
 *
 * @param {object} options
 * @param {string} options.file
 * @param {string} options.gateway its base URL
 * @param {object} [options.iptGraphql] what is new about it: of the local chain `rpc_url`, `contracts`
 * @param {Record<string, string>} [options.databaseUrls] by service
 * @param {string} [options.keptFile] the copy beside the databases
 * @param {boolean} [options.hasData] whether there are databases that were made with credentials
 * @param {(file: string, text: string) => void} [options.write]
 * @throws {StartError} when the databases belong to other credentials
 */
export function writeCredentials(options) {
  const {
    file,
    gateway,
    iptGraphql = {},
    databaseUrls = {},
    keptFile,
    hasData = false,
    write = writePrivate,
  } = options;
  const [existing, kept] = [read(file), keptFile === undefined ? undefined : read(keptFile)];
  if (hasData) refuseOthers({ file, existing, keptFile, kept });

  const known = keepExisting(kept ?? {}, existing ?? {});
  const credentials = keepExisting(firstCredentials(gateway), known);
  Object.assign(credentials.ipt_graphql, iptGraphql);
  for (const [service, url] of Object.entries(databaseUrls)) {
    credentials[service.replaceAll('-', '_')].database_url = url;
  }
  credentials.gateway = gateway;
  for (const part of Object.values(credentials)) {
    if (typeof part === 'object' && 'base_url' in part) part.base_url = gateway;
    if (typeof part === 'object' && 'issuer' in part) part.issuer = gateway;
    if (typeof part === 'object' && 'graphql_url' in part) part.graphql_url = `${gateway}/graphql`;
  }

  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  for (const place of keptFile === undefined ? [file] : [keptFile, file]) write(place, text);
  return credentials;
}

/** The databases can be opened by the credentials that they were made with, and by no others. */
function refuseOthers({ file, existing, keptFile, kept }) {
  const cure = 'or give the data up: npm start -- --reset';
  if (existing === undefined && kept === undefined) {
    throw new StartError(
      `There are databases in ${dirname(keptFile)}, but the credentials that they were made with are gone. ` +
        `Put ${file} back, ${cure}`,
    );
  }
  const [here, there] = [existing, kept].map((all) => all?.auth_server?.key_encryption_key);
  if (here !== undefined && there !== undefined && here !== there) {
    throw new StartError(
      `${file} has another key_encryption_key than the databases in ${dirname(keptFile)} were made with. ` +
        `Remove that file, and it is made anew from ${keptFile}; ${cure}`,
    );
  }
}

export function writePrivate(file, text) {
  if (readText(file) === text) chmodSync(file, 0o600);
  else writeAtomically(file, text, 0o600);
}

/** Where clients of a developer's machine wait for the answer; nothing has to listen there. */
const REDIRECT_URIS = ['http://localhost:8765/callback', 'http://127.0.0.1:8765/callback'];

/** What the siblings ask for; those that end in `:admin` auth-server gives to administrators alone. */
const SIBLING_SCOPES = [
  { name: 'translate', description: 'Translate texts' },
  { name: 'translate:admin', description: 'Administer the keys of translate' },
  { name: 'notifications', description: 'Read and send your notifications' },
  { name: 'notifications:admin', description: 'Administer notifications' },
  { name: 'audio:speech', description: 'Have texts spoken' },
  { name: 'audio:stream', description: 'Have texts spoken as a stream' },
  { name: 'audio:all', description: 'Do everything with speech' },
  { name: 'voices:read', description: 'List voices' },
  { name: 'voices:create', description: 'Make voices' },
  { name: 'voices:delete', description: 'Delete voices' },
  { name: 'voices:all', description: 'Do everything with voices' },
  { name: 'speech:admin', description: 'Administer the keys of speech' },
  { name: 'ipt:read', description: 'Read IP-NFTs and tokens' },
  { name: 'ipt:mint', description: 'Mint IP-NFTs' },
  { name: 'ipt:tokenize', description: 'Tokenize IP-NFTs' },
  { name: 'ipt:admin', description: 'Administer the keys of ipt-graphql' },
  { name: 'relay:admin', description: 'Administer relay' },
];

const newUser = (username) => ({ username, password: randomBytes(12).toString('base64url') });

/**
 * What auth-server stores at its first start: the users and clients of the credentials file.
 *
 * @param {ReturnType<typeof writeCredentials>['auth_server']} credentials
 */
export function authServerBootstrap({ admin, users, clients, base_url: gateway }) {
  const own = ['openid', 'profile', 'email', 'offline_access', 'read', 'write', 'admin'];
  const scopes = [...own, ...SIBLING_SCOPES.map(({ name }) => name)];
  const postLogout = (client) => client.redirect_uris.map((uri) => new URL('/', uri).href);
  return {
    scopes: SIBLING_SCOPES,
    users: Object.entries({ ...users, admin }).map(([role, user]) => ({
      ...user,
      email: `${user.username}@sextant.localhost`,
      name: `Demo ${role}`,
      givenName: 'Demo',
      familyName: role,
      roles: [role],
      isAdmin: role === 'admin',
      isVerified: true,
    })),
    clients: [
      ...Object.entries(clients).map(([kind, client]) => ({
        ...client,
        client_name: `Demo client (${kind})`,
        scopes: kind === 'confidential' ? [...scopes, 'introspect'] : scopes,
        // A stack that was started before a service had its scopes gets them with its next start.
        follows_file: true,
        metadata: { post_logout_redirect_uris: postLogout(client) },
      })),
      ...pageClients(gateway),
    ],
  };
}

/** Every member that the services fill, empty until their service does. */
function firstCredentials(gateway) {
  const admin = newUser('admin');

  return {
    gateway,
    translate: {
      base_url: gateway,
      auth_key: newApiKey(),
      admin_key: newApiKey(),
      database_url: '',
    },
    auth_server: {
      base_url: gateway,
      issuer: gateway,
      admin,
      users: {
        admin,
        manager: newUser('manager'),
        teacher: newUser('teacher'),
        student: newUser('student'),
      },
      clients: {
        confidential: {
          client_id: 'demo-confidential',
          client_secret: randomBytes(32).toString('base64url'),
          redirect_uris: REDIRECT_URIS,
        },
        public: { client_id: 'demo-public', redirect_uris: REDIRECT_URIS },
      },
      key_encryption_key: randomBytes(32).toString('base64'),
      registration_token: randomBytes(32).toString('base64url'),
    },
    notifications: { base_url: gateway, service_token: newApiKey() },
    speech: { base_url: gateway, api_key: newApiKey(), other_api_key: newApiKey() },
    ipt_graphql: {
      base_url: gateway,
      graphql_url: `${gateway}/graphql`,
      api_key: newApiKey(),
      database_url: '',
      rpc_url: '',
      chain_id: CHAIN_ID,
      contracts: { ipnft: '', tokenizer: '' },
      accounts: CHAIN_ACCOUNTS,
      signer_key: `0x${randomBytes(32).toString('hex')}`,
      upload_signing_key: randomBytes(32).toString('base64'),
    },
    relay: {
      base_url: gateway,
      k8s_url: `${gateway}/relay/k8s`,
      alertmanager_url: `${gateway}/relay/alertmanager`,
      status_url: `${gateway}/relay/status`,
      admin_token: newApiKey(),
    },
  };
}

/**
 * What `npm start` says of the file: where it is, seen from the current folder, and which services
 * have filled their part. Addresses alone fill nothing.
 *
 * @param {object} options
 * @param {string} options.file absolute
 * @param {Record<string, unknown>} options.credentials what is in it
 * @param {string} options.from the current folder
 * @returns {string}
 */
export function describeCredentials({ file, credentials, from }) {
  const path = relative(from, file);
  const shown = path.startsWith('..') || isAbsolute(path) ? file : path;

  const parts = Object.entries(credentials).map(([name, part]) => ({ name, texts: textsOf(part) }));
  const toFill = parts.filter(({ texts }) => texts.length > 0);
  const filled = toFill.filter(({ texts }) => texts.some((text) => text !== ''));
  if (filled.length === toFill.length) return shown;

  const names = filled.map(({ name }) => name).join(', ');
  return `${shown} (${names}; the other services do not fill theirs yet)`;
}

/** Every text in a part, at every depth, but for the address of its service. */
function textsOf(part) {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([name]) => name !== 'base_url')
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : textsOf(value)));
}

/**
 * A key that secret scanners can recognise: `sxt_`, 30 random characters of base 62, and the CRC-32
 * of the 34 characters before as 6 characters of base 62, most significant first.
 *
 * @returns {string}
 */
export function newApiKey() {
  const body = `sxt_${Array.from({ length: 30 }, () => BASE62[randomInt(62)]).join('')}`;
  return body + base62(crc32(body)).padStart(6, '0');
}

function base62(number) {
  return (number >= 62 ? base62(Math.floor(number / 62)) : '') + BASE62[number % 62];
}

/** @returns undefined when there is none */
function read(file) {
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch ({ message }) {
    throw new StartError(`${file} cannot be read (${message}): repair or remove it.`);
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${file} cannot be read: ${error.message}`);
  }
}

/** Fills what is missing or empty in `existing` from `defaults`, at every depth; lists stay whole. */
function keepExisting(defaults, existing) {
  const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isEmpty = existing === '' || (Array.isArray(existing) && existing.length === 0);
  if (!isRecord(defaults) || !isRecord(existing)) {
    return existing === undefined || isEmpty ? defaults : existing;
  }

  const merged = { ...existing };
  for (const [name, value] of Object.entries(defaults)) {
    merged[name] = keepExisting(value, existing[name]);
  }
  return merged;
}
