import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { readCommandLine } from '../lib/command-line.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { verifyBundle } from './ipt-bundle.mjs';
import { LIMITS } from './ipt-car.mjs';
import { readIptCredentials } from './ipt-client.mjs';
import { verifyToken } from './ipt-proof.mjs';

const HELP = `Usage: npm run ipt:verify -- bundle.car [--rpc URL] [--key KEY]
       npm run ipt:verify -- TOKEN_ID [--data DIR] [--key KEY]

Recomputes every CID and hash of an IP-NFT and checks what was signed.

With a file (GET /ipt/ipnfts/CHAIN/TOKEN_ID/bundle) nothing else is asked: neither the service nor, without
--rpc, the chain. With a token id, from the chain and the content of the service that "npm start" runs.

--key (base64url, of releaseAgreementKey), or the variable IPT_AGREEMENT_KEY, which other users of the machine cannot
list, opens an agreement that is encrypted; without it only its CID and hash are checked. It stays on this machine.

Lines begin with "ok", "no", "--" (known not to be checked) or "??" (cannot be decided from this).
Exits with 0 when all that was checked holds, 1 when something does not, 2 for wrong words, 3 with a "??".`;

await runMain(async (args) => {
  const { values, positionals } = readCommandLine('npm run ipt:verify', {
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string', default: join(projectDir, '.data') },
      rpc: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [subject] = positionals;
  if (values.help || subject === undefined || positionals.length > 1) {
    say(HELP);
    return values.help ? 0 : 2;
  }
  const key = values.key ?? process.env.IPT_AGREEMENT_KEY;
  if (key !== undefined && !/^[\w-]{43}$/.test(key)) {
    throw new StartError('--key, or IPT_AGREEMENT_KEY, is 32 bytes in base64url.');
  }
  if (/^\d+$/.test(subject)) {
    const credentials = readIptCredentials(values.data);
    return (await verifyToken(credentials, subject, say, key)) ? 0 : 1;
  }
  if (values.rpc !== undefined && !/^https?:$/.test(URL.parse(values.rpc)?.protocol ?? '')) {
    throw new StartError('--rpc is an address of http or https.');
  }
  return await verifyBundle(await readBundle(subject), values.rpc, say, key);
});

/** @throws {StartError} when it cannot be read, or is too large to be a bundle */
async function readBundle(name) {
  // npm runs scripts in the project's folder.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  try {
    const { size } = await stat(file);
    if (size > LIMITS.carBytes) throw new Error(`it has more than ${LIMITS.carBytes} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error.message}`);
  }
}
