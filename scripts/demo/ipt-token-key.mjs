import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { computeAddress, Contract } from 'ethers';

import {
  hasSoftHsm,
  SOFTHSM_MODULE,
  softHsm,
} from '../../apps/ipt-graphql/development/softhsm.mjs';
import { hasCluster } from '../stack/home.mjs';
import { sharedPlace } from '../postgres/postgres-place.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { findFreePorts } from '../services/network.mjs';
import { CONTRACTS_ABI } from './ipt-client.mjs';
import { startProgram } from './program.mjs';

const TOKEN = 'sextant-demo';
const PIN = '874511';

/** @throws {StartError} which says what to install */
export function requireSoftHsm() {
  if (hasSoftHsm()) return;
  throw new StartError(
    `--softhsm needs softhsm2-util and ${SOFTHSM_MODULE}. On Debian and Ubuntu: apt-get install softhsm2`,
  );
}

/**
 * A replica of the ipt-graphql that runs, on the same database and content, whose signing key is on a new token of
 * SoftHSM: as when a key is rotated, the contract trusts both meanwhile. `stop` ends all of that.
 *
 * @param {object} credentials `ipt_graphql` of the credentials file
 * @param {{ dataDir: string, provider: import('ethers').JsonRpcProvider }} place
 * @returns `credentials` with the replica's address, the key's `address`
 */
export async function startTokenReplica(credentials, { dataDir, provider }) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-softhsm-'));
  let replica;
  let trust;
  const stop = async () => {
    await replica?.stop();
    await trust?.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { address, configuration } = newTokenKey(folder);
    trust = await trustSigner(credentials, provider, address);
    say(`the authorizer ${trust.authorizer} trusts it`);
    const port = await findFreePorts({ count: 1, folder, taken: new Set() });
    const url = `http://127.0.0.1:${port}`;
    replica = await startProgram({
      name: 'ipt-graphql',
      command: process.execPath,
      args: [join(projectDir, 'apps', 'ipt-graphql', 'bundle', 'main.js')],
      env: {
        ...settingsOf(credentials, dataDir),
        PORT: String(port),
        HOST: '127.0.0.1',
        SOFTHSM2_CONF: configuration,
      },
      isReady: async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok === true,
    });
    say(`a replica of ipt-graphql at ${url} signs with it`);
    return { credentials: { ...credentials, graphql_url: `${url}/graphql` }, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newTokenKey(folder) {
  const { configuration, put } = softHsm(folder, { tokens: [TOKEN], pin: PIN });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  put('signer', privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([x, y].map((each) => Buffer.from(each, 'base64url')));
  const address = computeAddress(`0x04${point.toString('hex')}`);
  say(`a new token of SoftHSM, ${TOKEN}, by ${SOFTHSM_MODULE}, with the key of ${address}`);
  return { address, configuration };
}

/** As the authorizer's owner, whom the local chain lets act without its key. */
async function trustSigner({ contracts }, provider, signer) {
  const ipnft = new Contract(contracts.ipnft, CONTRACTS_ABI, provider);
  const authorizer = await ipnft.mintAuthorizer();
  const abi = ['function owner() view returns (address)', 'function trustSigner(address,bool)'];
  const asked = new Contract(authorizer, abi, provider);
  const owner = await asked.owner();
  const set = async (isTrusted) => {
    await provider.send('anvil_impersonateAccount', [owner]);
    const acting = asked.connect(await provider.getSigner(owner));
    await (await acting.trustSigner(signer, isTrusted)).wait();
    await provider.send('anvil_stopImpersonatingAccount', [owner]);
  };
  await set(true);
  return { authorizer, end: () => set(false) };
}

function settingsOf(credentials, dataDir) {
  const { chain_id: chain, contracts } = credentials;
  const content = contentFolder(resolve(dataDir));
  return {
    LOG_LEVEL: 'warn',
    DATABASE_URL: credentials.database_url,
    BOOTSTRAP_API_KEY: credentials.api_key,
    UPLOAD_SIGNING_KEY: credentials.upload_signing_key,
    CONTENT_DIR: join(content, 'content'),
    UPLOADS_DIR: join(content, 'uploads'),
    [`RPC_URL_${chain}`]: credentials.rpc_url,
    [`IPNFT_ADDRESS_${chain}`]: contracts.ipnft,
    [`TOKENIZER_ADDRESS_${chain}`]: contracts.tokenizer,
    [`SIGNER_PKCS11_${chain}`]: `pkcs11:token=${TOKEN};object=signer?module-path=${SOFTHSM_MODULE}`,
    [`SIGNER_PIN_${chain}`]: PIN,
    INDEXER_POLL_MS: '500',
  };
}

/** Beside the databases, which may be outside of the clone (home.mjs). */
function contentFolder(dataDir) {
  const shared = sharedPlace({ projectDir, dataDir });
  const home = !hasCluster(dataDir) && hasCluster(shared) ? shared : dataDir;
  return join(home, 'ipt-graphql');
}
