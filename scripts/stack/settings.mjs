import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { authServerBootstrap } from './credentials.mjs';

/**
 * What a service must know of the credentials and of its folders, as variables of its environment.
 *
 * @param {string} name of the service
 * @param {object} stack
 * @param {ReturnType<typeof import('./credentials.mjs').writeCredentials>} stack.credentials
 * @param {string} stack.dataDir
 * @param {string} stack.home where the services keep files
 * @param {string} stack.gatewayUrl
 * @param {Record<string, number>} stack.ports of the services
 * @param {readonly string[]} stack.started services of this stack
 * @param {boolean} stack.hasChain whether the stack runs a chain of its own
 * @returns {Record<string, string>}
 */
export const settingsOf = (name, stack) => SETTINGS[name](stack);

/** What the siblings show to auth-server to hear of revoked tokens; of each stack another one. */
export const eventsTokenOf = ({ key_encryption_key: key }) =>
  createHmac('sha256', key).update('events').digest('base64url');

const SETTINGS = {
  translate: ({ credentials: { translate }, dataDir, home }) => ({
    BOOTSTRAP_AUTH_KEY: translate.auth_key,
    BOOTSTRAP_ADMIN_KEY: translate.admin_key,
    // Where npm run models puts what it fetches.
    ONNX_MODELS_DIR: join(dataDir, 'models', 'translation'),
    LANGUAGETOOL_DIR: join(dataDir, 'models', 'correctors', 'languagetool'),
    BLOB_DIR: join(home, 'translate'),
    ...fontSettings(dataDir),
  }),
  'auth-server': authServerSettings,
  notifications: ({ credentials, dataDir }) => ({
    SERVICE_TOKEN: credentials.notifications.service_token,
    // One mailbox, which auth-server shows.
    MAIL_DIR: join(dataDir, 'mail'),
  }),
  speech: ({ credentials: { speech }, dataDir, home }) => ({
    SPEECH_MODELS_DIR: join(dataDir, 'models', 'voices'),
    RECOGNISERS_DIR: join(dataDir, 'models', 'recognisers'),
    BOOTSTRAP_API_KEY: speech.api_key,
    BOOTSTRAP_OTHER_API_KEY: speech.other_api_key,
    BLOB_DIR: join(home, 'speech'),
    // The published clients know no other way; elsewhere it is off.
    SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
  }),
  'ipt-graphql': iptGraphqlSettings,
  relay: ({ credentials, home }) => ({
    EVENTS_ADMIN_TOKEN: credentials.relay.admin_token,
    EVENTS_SPOOL_DIR: join(home, 'relay'),
  }),
};

function authServerSettings({ credentials: all, ports, started, dataDir, gatewayUrl }) {
  const { auth_server: credentials, notifications } = all;
  const file = join(dataDir, 'auth-server-bootstrap.json');
  const accounts = JSON.stringify(authServerBootstrap(credentials), null, 2);
  writeFileSync(file, accounts, { mode: 0o600 });
  return {
    ISSUER: gatewayUrl,
    KEY_ENCRYPTION_KEY: credentials.key_encryption_key,
    REGISTRATION_TOKEN: credentials.registration_token,
    EVENTS_TOKEN: eventsTokenOf(credentials),
    BOOTSTRAP_FILE: file,
    SERVICES: started.join(','),
    MAIL_DIR: join(dataDir, 'mail'),
    NOTIFICATIONS_URL: `http://127.0.0.1:${ports.notifications}`,
    NOTIFICATIONS_TOKEN: notifications.service_token,
  };
}

/** npm hands on to its scripts from where it installs. */
function fontSettings(dataDir) {
  const { npm_config_registry: registry } = process.env;
  return {
    FONTS_DIR: join(dataDir, 'fonts'),
    ...(registry ? { FONTS_REGISTRY: registry } : {}),
  };
}

function iptGraphqlSettings({ credentials, dataDir, home, hasChain, gatewayUrl }) {
  const { api_key, upload_signing_key, signer_key, ...chain } = credentials.ipt_graphql;
  const folder = join(home, 'ipt-graphql');
  const own = {
    BOOTSTRAP_API_KEY: api_key,
    UPLOAD_SIGNING_KEY: upload_signing_key,
    PUBLIC_URL: gatewayUrl,
    CONTENT_DIR: join(folder, 'content'),
    UPLOADS_DIR: join(folder, 'uploads'),
    ...fontSettings(dataDir),
  };
  if (!hasChain) return own;
  return {
    ...own,
    RPC_URL_11155111: chain.rpc_url,
    IPNFT_ADDRESS_11155111: chain.contracts.ipnft,
    TOKENIZER_ADDRESS_11155111: chain.contracts.tokenizer,
    SIGNER_KEY_11155111: signer_key,
    DEVELOPMENT_WALLET_11155111: chain.accounts[1].address,
    INDEXER_POLL_MS: '500',
  };
}
