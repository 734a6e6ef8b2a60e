import { parseArgs } from 'node:util';
import { deployContracts } from '../chain/contracts/deploy.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js deploy --rpc-url URL --signer ADDRESS

Deploys our contracts to a chain for development and prints their addresses as JSON. A chain on which the same
wallet has deployed them before is left as it is.

Options
  --rpc-url URL     JSON-RPC of the chain
  --signer ADDRESS  of the key that signs authorizations
  --help            this text

Environment
  DEPLOYER_KEY      private key of the wallet that deploys and owns them
`;

/** @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export async function deployCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        'rpc-url': { type: 'string' },
        signer: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const { 'rpc-url': rpcUrl, signer, help } = values;
    const deployerKey = env['DEPLOYER_KEY'];
    if (
      help === true ||
      rpcUrl === undefined ||
      signer === undefined ||
      deployerKey === undefined
    ) {
      (help === true ? process.stdout : process.stderr).write(HELP);
      return help === true ? 0 : 2;
    }
    const contracts = await deployContracts({ rpcUrl, deployerKey, signer });
    process.stdout.write(`${JSON.stringify(contracts)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof TypeError ? 2 : 1;
  }
}
