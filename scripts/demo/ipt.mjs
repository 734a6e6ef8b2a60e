import { join } from 'node:path';
import { JsonRpcProvider } from 'ethers';

import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { demoFlags } from './flags.mjs';
import { readIptCredentials } from './ipt-client.mjs';
import { safeMinter, walletMinter } from './ipt-minters.mjs';
import { verifyToken } from './ipt-proof.mjs';
import { IptSteps } from './ipt-steps.mjs';
import { requireSoftHsm, startTokenReplica } from './ipt-token-key.mjs';

/**
 * Walks all 9 steps of minting and all 5 of tokenizing, as a program outside of the service would: a wallet or a Safe
 * of its own, HTTP and JSON-RPC, against a stack that `npm start` runs.
 */
const HELP = `Usage: npm run demo:ipt -- [options]

Mints an IP-NFT and tokenizes it, against ipt-graphql, which npm start runs; then proves both.

  --safe         a Safe with three owners, of whom two sign, mints and tokenizes: not a wallet
  --softhsm      a key on a token of SoftHSM (Debian's softhsm2) authorizes the mint, by PKCS #11, in a
                 replica of ipt-graphql that the demonstration starts and ends
  --data FOLDER  where dev-credentials.json is (.data)
  --help         prints this`;

const values = demoFlags('npm run demo:ipt', HELP, {
  safe: { type: 'boolean', default: false },
  softhsm: { type: 'boolean', default: false },
  data: { type: 'string', default: join(projectDir, '.data') },
});

await runMain(async () => {
  if (values.softhsm) requireSoftHsm();
  const stack = readIptCredentials(values.data);
  const provider = new JsonRpcProvider(stack.rpc_url, undefined, {
    cacheTimeout: -1,
    pollingInterval: 50,
  });
  let replica;
  try {
    say(`ipt-graphql at ${stack.graphql_url}, chain ${stack.chain_id} at ${stack.rpc_url}`);
    if (values.softhsm) {
      replica = await startTokenReplica(stack, { dataDir: values.data, provider });
    }
    return (await mintAndProve(stack, provider, replica)) ? 0 : 1;
  } finally {
    await replica?.stop();
    provider.destroy();
  }
});

/** @returns {Promise<boolean>} whether the proof holds */
async function mintAndProve(stack, provider, replica) {
  const credentials = replica?.credentials ?? stack;
  const makeMinter = values.safe ? safeMinter : walletMinter;
  const minter = await makeMinter(credentials, provider);
  const steps = new IptSteps({ credentials, provider, minter, authorizer: replica?.address });
  const startMs = performance.now();
  const { ipnftId, tokenUri } = await steps.mint();
  const token = await steps.tokenize(ipnftId);
  const tookMs = Math.round(performance.now() - startMs);
  say(
    `Both flows took ${tookMs} ms. IP-NFT ${ipnftId}, its metadata ${tokenUri}, its tokens ${token}`,
  );
  say('');
  // Of the stack itself, which has what its replica stored.
  return await verifyToken(stack, ipnftId, say);
}
