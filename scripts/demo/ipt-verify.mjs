import { join } from 'node:path';

import { readCommandLine } from '../command-line.mjs';
import { say } from '../progress.mjs';
import { projectDir } from '../project.mjs';
import { runMain } from '../run-main.mjs';
import { readIptCredentials } from './ipt-client.mjs';
import { verifyToken } from './ipt-proof.mjs';

const HELP = `Usage: npm run ipt:verify -- TOKEN_ID [--data DIR]

Recomputes every CID and hash of an IP-NFT and checks what was signed, from the chain and the content alone.`;

await runMain(async (args) => {
  const { values, positionals } = readCommandLine('npm run ipt:verify', {
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string', default: join(projectDir, '.data') },
      help: { type: 'boolean' },
    },
  });
  const [tokenId = ''] = positionals;
  if (values.help || !/^\d+$/.test(tokenId)) {
    say(HELP);
    return values.help ? 0 : 2;
  }
  return (await verifyToken(readIptCredentials(values.data), tokenId, say)) ? 0 : 1;
});
