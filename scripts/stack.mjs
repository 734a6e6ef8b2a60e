import { join } from 'node:path';

import { Wallet } from 'ethers';

import { chainPort, chainProcess, deployContracts, needsChain, rpcUrlOf } from './chain.mjs';
import { lastLines } from './children.mjs';
import { describeCredentials, writeCredentials } from './credentials.mjs';
import { parseFlags } from './flags.mjs';
import { hasCluster, noteRun, prepareHome } from './home.mjs';
import { pinnedEnvironment } from './pinned.mjs';
import { requireFreePorts } from './ports.mjs';
import { stopProcess } from './processes.mjs';
import { say, seconds, sleep, table, timed } from './progress.mjs';
import { projectDir, servicePorts, services, StartError } from './project.mjs';
import { waitUntilAnswers, waitUntilReady } from './readiness.mjs';
import { claimRun } from './run-file.mjs';
import { prepareDatabase } from './stack/database.mjs';
import { settingsOf } from './stack/settings.mjs';
import { createSupervisor } from './supervisor.mjs';

/** The part of `npm start` that runs on the pinned Node: builds, starts, watches and stops the stack. */
const flags = parseFlags(process.argv.slice(2));
const gatewayUrl = `http://localhost:${flags.port}`;
const logFile = (name) => join(flags.dataDir, 'logs', `${name}.log`);
const selected = services.filter(({ name }) => flags.only.includes(name));
const hasChain = needsChain(flags.only, process.env);
const startMs = performance.now();

try {
  noteRun(flags.dataDir);
  const run = claimRun(flags.dataDir);
  await supervise(run, createSupervisor(run));
} catch (error) {
  fail(error);
}

async function supervise(run, supervisor) {
  setInterval(() => undefined, 2 ** 30); // waits for a signal, even when every child has died
  const started = startStack(run, supervisor);

  let stopping;
  const stop = (why, exitCode) => {
    stopping ??= (async () => {
      say(why);
      const stopped = supervisor.stopAll();
      // Whoever awaits the start reports why it failed; here it only has to be over.
      await Promise.race([started.catch(() => undefined), sleep(5000)]);
      await stopped;
      process.exit(exitCode);
    })();
    return stopping;
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => void stop(`${name}: stopping.`, 0));
  }
  process.once('disconnect', () => void stop('npm start was killed: stopping.', 1));
  process.stdout.on('error', () => undefined); // the reader is gone, the services are not

  try {
    await started;
  } catch (error) {
    if (supervisor.isStopping()) return;
    fail(error);
    await stop('Nothing stays running.', 1);
  }
}

async function startStack(run, supervisor) {
  await stopLeftOvers(run);
  const ports = servicePorts(process.env);
  const withDatabase = selected.filter(({ database }) => database).map(({ name }) => name);
  const home = prepareHome({
    dataDir: flags.dataDir,
    isDataExplicit: flags.isDataExplicit,
    usesPostgres: withDatabase.length > 0 && !process.env.DATABASE_URL,
  });
  const credentialsFile = join(flags.dataDir, 'dev-credentials.json');
  const keptFile = join(home, 'kept-credentials.json');
  // Before the databases are made: they can be opened by these credentials alone.
  const hasData = hasCluster(home);
  const written = writeCredentials(credentialsFile, gatewayUrl, { keptFile, hasData });
  const database = await prepareDatabase({
    services: withDatabase,
    dataDir: flags.dataDir,
    home,
    isDataExplicit: flags.isDataExplicit,
    leftOvers: run.leftOvers,
    supervisor,
  });
  const chainPorts = hasChain
    ? [{ name: 'the local chain', port: chainPort(process.env), variable: 'CHAIN_PORT' }]
    : [];
  await requireFreePorts([...wantedPorts(ports), ...database.ports, ...chainPorts]);

  await timed(`Building ${selected.length} services`, () => build(supervisor));
  const urlFor = await database.start();
  const chain = hasChain
    ? await timed('Starting the local chain', () => startChain(supervisor, home, written))
    : {};
  // For the command that issues keys, which asks no service but the database.
  const own = flags.only.includes('ipt-graphql') ? { database_url: urlFor('ipt-graphql') } : {};
  const iptGraphql = { ...chain, ...own };
  const credentials = writeCredentials(credentialsFile, gatewayUrl, { iptGraphql, keptFile });
  const stack = { ports, urlFor, home, credentials };

  const states = await timed('Starting the services and the gateway', async () => {
    const apps = await Promise.all(selected.map((service) => startApp(supervisor, service, stack)));
    const gateway = await startGateway(supervisor);
    return await Promise.all([
      waitUntilAnswers(`http://127.0.0.1:${flags.port}/`, gateway),
      ...apps.map((app) => waitUntilReady(`http://127.0.0.1:${ports[app.name]}`, app, supervisor)),
    ]);
  });
  if (!supervisor.isStopping()) printTable(ports, states, { file: credentialsFile, credentials });
}

/** Apps and gateway of an earlier run are stopped: they may be of an earlier build. */
async function stopLeftOvers({ leftOvers, remove }) {
  await Promise.all(
    leftOvers
      .filter(({ role }) => role !== 'postgres')
      .map(async (child) => {
        say(`Left over from an earlier run: ${child.name} (process ${child.pid}), stopping it.`);
        await stopProcess(child, 5000);
        remove(child);
      }),
  );
}

function wantedPorts(ports) {
  return [
    { name: 'gateway', port: flags.port, variable: '--port' },
    ...selected.map(({ name, portVariable }) => ({
      name,
      port: ports[name],
      variable: portVariable,
    })),
  ];
}

async function build(supervisor) {
  const nx = await supervisor.start({
    role: 'build',
    name: 'build',
    argv: [
      process.execPath,
      join(projectDir, 'node_modules', '.bin', 'nx'),
      ...['run-many', '-t', 'build', '--outputStyle=static', '-p', flags.only.join(',')],
    ],
    cwd: projectDir,
    env: { ...pinnedEnvironment(), NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1' },
    logFile: logFile('build'),
  });

  const ending = await nx.exited;
  if (ending !== 'exit code 0') {
    throw new StartError(
      `The build ended with ${ending}:\n${lastLines(nx.logFile, 40)}\nAll of it: ${nx.logFile}`,
    );
  }
}

/** @returns what the credentials file tells of the chain */
async function startChain(supervisor, home, { ipt_graphql: { signer_key: signerKey } }) {
  const port = chainPort(process.env);
  await supervisor.start(chainProcess({ port, dataDir: home, logFile: logFile('anvil') }));
  const rpcUrl = rpcUrlOf(port);
  const { ipnft, tokenizer } = await deployContracts(rpcUrl, new Wallet(signerKey).address);
  return { rpc_url: rpcUrl, contracts: { ipnft, tokenizer } };
}

function startApp(supervisor, { name, database }, { ports, urlFor, home, credentials }) {
  return supervisor.start({
    role: 'app',
    name,
    argv: [
      process.execPath,
      '--enable-source-maps',
      join(projectDir, 'apps', name, 'dist', 'main.js'),
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
      ...settingsOf(name, {
        credentials,
        dataDir: flags.dataDir,
        home,
        gatewayUrl,
        hasChain,
      }),
    },
    logFile: logFile(name),
  });
}

function startGateway(supervisor) {
  return supervisor.start({
    role: 'gateway',
    name: 'gateway',
    argv: [
      process.execPath,
      join(projectDir, 'scripts', 'gateway.mjs'),
      ...['--port', String(flags.port), '--only', flags.only.join(',')],
    ],
    cwd: projectDir,
    env: pinnedEnvironment(),
    logFile: logFile('gateway'),
  });
}

function printTable(ports, [gatewayState, ...states], written) {
  const rows = selected.map(({ name, engine }, index) => [
    name,
    `http://localhost:${ports[name]}`,
    `${gatewayUrl}/docs/${name}`,
    engine,
    states[index],
  ]);
  const gateway = ['gateway', gatewayUrl, `${gatewayUrl}/`, '-', gatewayState];

  say('');
  table([['Service', 'URL', 'Documentation', 'Engine', 'State'], gateway, ...rows]).forEach(say);
  say('');
  say(`Started in ${seconds(performance.now() - startMs)}. Ctrl-C stops everything.`);
  say(
    `Credentials for development: ${describeCredentials({ ...written, from: flags.calledFrom })}`,
  );
}

function fail(error) {
  say(error instanceof StartError ? `Error: ${error.message}` : String(error.stack ?? error));
  process.exitCode = 1;
}
