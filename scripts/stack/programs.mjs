import { join } from 'node:path';

import { Wallet } from 'ethers';

import { keepGoodChainStates } from '../chain/chain-state.mjs';
import {
  chainFolder,
  chainPort,
  chainProcess,
  deployContracts,
  rpcUrlOf,
} from '../chain/chain.mjs';
import { buildCommand, buildOnce } from '../lib/built.mjs';
import { lastLines } from '../lib/children.mjs';
import { endsWithThis } from '../lib/npm.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { stopProcess } from '../lib/processes.mjs';
import { nodeFlags, projectDir, StartError } from '../lib/project.mjs';
import { eventsTokenOf, settingsOf } from './settings.mjs';

/**
 * The programs of the stack, each started and kept running by the supervisor.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('./supervisor.mjs').createSupervisor>} options.supervisor
 * @param {ReturnType<typeof import('../start/flags.mjs').parseFlags>} options.flags
 * @param {string} options.gatewayUrl
 */
export function createPrograms({ supervisor, flags, gatewayUrl }) {
  const logFile = (name) => join(flags.dataDir, 'logs', `${name}.log`);
  const keep = (program, isWatched = false) => {
    const launch = (isAgain) => supervisor.start({ ...program, isAgain });
    return supervisor.keep({ name: program.name, launch, isWatched });
  };

  return {
    build: () =>
      buildOnce(
        flags.only.map((name) => `apps/${name}`),
        (folders) => build(supervisor, folders, logFile('build')),
      ),

    /** @returns what the credentials file tells of the chain */
    async chain(home, { ipt_graphql: { signer_key: signerKey } }) {
      const port = chainPort(process.env);
      const rpcUrl = rpcUrlOf(port);
      const deploy = () => deployContracts(rpcUrl, new Wallet(signerKey).address);
      const launch = async (isAgain) => {
        const program = chainProcess({ port, dataDir: home, logFile: logFile('anvil') });
        const child = await supervisor.start({ ...program, isAgain });
        if (isAgain) await deployOrStop(deploy, child);
        return child;
      };
      await supervisor.keep({ name: 'anvil', launch });
      keepGoodChainStates(chainFolder(home), supervisor.stopping);
      const { ipnft, tokenizer } = await deploy();
      return { rpc_url: rpcUrl, contracts: { ipnft, tokenizer } };
    },

    app: ({ name, database }, { ports, urlFor, home, credentials, hasChain }) =>
      keep(
        {
          role: 'app',
          name,
          argv: [
            process.execPath,
            ...nodeFlags,
            join(projectDir, 'apps', name, 'bundle', 'main.js'),
          ],
          cwd: projectDir,
          env: {
            LOG_LEVEL: 'info',
            TRUSTED_PROXIES: 'loopback',
            SHUTDOWN_GRACE_MS: '10000',
            ...pinnedEnvironment(),
            HOST: '127.0.0.1',
            PORT: String(ports[name]),
            DATABASE_URL: database ? urlFor(name) : undefined,
            // Whose access tokens count; services without tokens pass it over.
            AUTH_ISSUER: gatewayUrl,
            AUTH_EVENTS_TOKEN: eventsTokenOf(credentials.auth_server),
            ...settingsOf(name, {
              credentials,
              dataDir: flags.dataDir,
              home,
              gatewayUrl,
              ports,
              started: flags.only,
              hasChain,
            }),
          },
          logFile: logFile(name),
        },
        true,
      ),

    gateway: () =>
      keep({
        role: 'gateway',
        name: 'gateway',
        argv: [
          process.execPath,
          join(projectDir, 'scripts', 'gateway', 'gateway.mjs'),
          ...['--port', String(flags.port), '--only', flags.only.join(',')],
          ...['--credentials', join(flags.dataDir, 'dev-credentials.json')],
        ],
        cwd: projectDir,
        env: pinnedEnvironment(),
        logFile: logFile('gateway'),
      }),
  };
}

/** The chain comes back with its last state, which may be older than the contracts: they are put there again. */
async function deployOrStop(deploy, child) {
  try {
    await deploy();
  } catch (error) {
    await stopProcess(child, 5000);
    throw error;
  }
}

async function build(supervisor, folders, logFile) {
  const nx = await supervisor.start({
    role: 'build',
    name: 'build',
    argv: endsWithThis(buildCommand(folders)),
    cwd: projectDir,
    env: { ...pinnedEnvironment(), NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1' },
    logFile,
  });

  const ending = await nx.exited;
  if (ending !== 'exit code 0') {
    throw new StartError(
      `The build ended with ${ending}:\n${lastLines(nx.logFile, 40)}\nAll of it: ${nx.logFile}`,
    );
  }
}
