import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Wallet } from 'ethers';

import { chainPort, chainProcess, deployContracts, needsChain, rpcUrlOf } from './chain.mjs';
import { lastLines } from './children.mjs';
import { authServerBootstrap, describeCredentials, writeCredentials } from './credentials.mjs';
import { parseFlags } from './flags.mjs';
import { pinnedEnvironment } from './pinned.mjs';
import { requireFreePorts } from './ports.mjs';
import {
  adoptPostgres,
  databaseUrl,
  ensureDatabase,
  ensurePostgres,
  stopServer,
} from './postgres.mjs';
import { stopProcess } from './processes.mjs';
import { say, seconds, sleep, table, timed } from './progress.mjs';
import { parsePort, projectDir, servicePorts, services, StartError } from './project.mjs';
import { waitUntilAnswers, waitUntilReady } from './readiness.mjs';
import { claimRun } from './run-file.mjs';
import { createSupervisor } from './supervisor.mjs';

/** The part of `npm start` that runs on the pinned Node: builds, starts, watches and stops the stack. */
const flags = parseFlags(process.argv.slice(2));
const gatewayUrl = `http://localhost:${flags.port}`;
const logFile = (name) => join(flags.dataDir, 'logs', `${name}.log`);
const selected = services.filter(({ name }) => flags.only.includes(name));
const hasChain = needsChain(flags.only, process.env);
const startMs = performance.now();

try {
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
  const database = await prepareDatabase(run, supervisor);
  const chainPorts = hasChain
    ? [{ name: 'the local chain', port: chainPort(process.env), variable: 'CHAIN_PORT' }]
    : [];
  await requireFreePorts([...wantedPorts(ports), ...database.ports, ...chainPorts]);

  await timed(`Building ${selected.length} services`, () => build(supervisor));
  const urlFor = await database.start();
  const credentialsFile = join(flags.dataDir, 'dev-credentials.json');
  const written = writeCredentials(credentialsFile, gatewayUrl);
  const chain = hasChain
    ? await timed('Starting the local chain', () => startChain(supervisor, written.ipt_graphql))
    : {};
  // For the command that issues keys, which asks no service but the database.
  const own = flags.only.includes('ipt-graphql') ? { database_url: urlFor('ipt-graphql') } : {};
  const credentials = writeCredentials(credentialsFile, gatewayUrl, { ...chain, ...own });

  const states = await timed('Starting the services and the gateway', async () => {
    const apps = await Promise.all(
      selected.map((service) => startApp(supervisor, service, { ports, urlFor, credentials })),
    );
    const gateway = await startGateway(supervisor);
    return await Promise.all([
      waitUntilAnswers(`http://127.0.0.1:${flags.port}/dev/live`, gateway),
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

/** Finds out which database server there will be; `start` starts it and returns each service's URL. */
async function prepareDatabase({ leftOvers }, supervisor) {
  const names = selected.filter(({ database }) => database).map(({ name }) => databaseName(name));
  if (names.length === 0 || process.env.DATABASE_URL) await stopUnneeded(leftOvers);
  if (names.length === 0) return { ports: [], start: async () => () => undefined };

  const external = process.env.DATABASE_URL;
  if (external) return { ports: [], start: () => useServer(external, names) };

  const port = parsePort('PGPORT', process.env.PGPORT, 54320);
  const { dataDir, isDataExplicit } = flags;
  const options = { dataDir, isDataExplicit, port, portVariable: 'PGPORT' };

  const adopted = await adoptPostgres(options);
  if (adopted !== undefined) {
    const { pid } = adopted.child;
    say(`Left over from an earlier run: PostgreSQL (process ${pid}), adopted with its data.`);
    supervisor.watchPostgres(adopted);
    return { ports: [], start: () => useServer(adopted.adminUrl, names) };
  }

  const start = async () => {
    const postgres = await timed('Starting PostgreSQL', () => ensurePostgres(options));
    supervisor.watchPostgres(postgres);
    return await useServer(postgres.adminUrl, names);
  };
  return { ports: [{ name: 'PostgreSQL', port, variable: 'PGPORT' }], start };
}

async function stopUnneeded(leftOvers) {
  for (const server of leftOvers.filter(({ role }) => role === 'postgres')) {
    say(`Left over from an earlier run: PostgreSQL (process ${server.pid}), stopping it.`);
    await stopServer(server);
  }
}

function databaseName(service) {
  return service.replaceAll('-', '_');
}

async function useServer(serverUrl, names) {
  for (const name of names) {
    try {
      await ensureDatabase(serverUrl, name);
    } catch (error) {
      throw new StartError(`The database "${name}" cannot be used: ${error.message}`);
    }
  }
  return (service) => databaseUrl(serverUrl, databaseName(service));
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
async function startChain(supervisor, { signer_key: signerKey }) {
  const port = chainPort(process.env);
  const { dataDir } = flags;
  await supervisor.start(chainProcess({ port, dataDir, logFile: logFile('anvil') }));
  const rpcUrl = rpcUrlOf(port);
  const { ipnft, tokenizer } = await deployContracts(rpcUrl, new Wallet(signerKey).address);
  return { rpc_url: rpcUrl, contracts: { ipnft, tokenizer } };
}

function startApp(supervisor, { name, database }, { ports, urlFor, credentials }) {
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
      ...bootstrapSettings(name, credentials),
    },
    logFile: logFile(name),
  });
}

/** What a service must know of the credentials file, so that what is in it is valid. */
function bootstrapSettings(name, credentials) {
  if (name === 'translate') return translateSettings(credentials.translate);
  if (name === 'auth-server') return authServerSettings(credentials.auth_server);
  if (name === 'notifications') return notificationsSettings(credentials.notifications);
  if (name === 'speech') return speechSettings(credentials.speech);
  if (name === 'relay') return relaySettings(credentials.relay);
  if (name === 'ipt-graphql') return iptGraphqlSettings(credentials.ipt_graphql);
  return {};
}

function translateSettings({ auth_key, admin_key }) {
  return { BOOTSTRAP_AUTH_KEY: auth_key, BOOTSTRAP_ADMIN_KEY: admin_key };
}

function notificationsSettings({ service_token }) {
  return { SERVICE_TOKEN: service_token };
}

function speechSettings({ api_key, other_api_key }) {
  return {
    BOOTSTRAP_API_KEY: api_key,
    BOOTSTRAP_OTHER_API_KEY: other_api_key,
    BLOB_DIR: join(flags.dataDir, 'speech'),
    // The published clients know no other way; elsewhere it is off.
    SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
  };
}

function iptGraphqlSettings({ api_key, upload_signing_key, signer_key, ...chain }) {
  const folder = join(flags.dataDir, 'ipt-graphql');
  const own = {
    BOOTSTRAP_API_KEY: api_key,
    UPLOAD_SIGNING_KEY: upload_signing_key,
    CONTENT_DIR: join(folder, 'content'),
    UPLOADS_DIR: join(folder, 'uploads'),
  };
  if (!hasChain) return own;
  return {
    ...own,
    RPC_URL_11155111: chain.rpc_url,
    IPNFT_ADDRESS_11155111: chain.contracts.ipnft,
    TOKENIZER_ADDRESS_11155111: chain.contracts.tokenizer,
    SIGNER_KEY_11155111: signer_key,
    INDEXER_POLL_MS: '500',
  };
}

function relaySettings({ admin_token }) {
  return { EVENTS_ADMIN_TOKEN: admin_token, EVENTS_SPOOL_DIR: join(flags.dataDir, 'relay') };
}

function authServerSettings(credentials) {
  const file = join(flags.dataDir, 'auth-server-bootstrap.json');
  const accounts = JSON.stringify(authServerBootstrap(credentials), null, 2);
  writeFileSync(file, accounts, { mode: 0o600 });
  return {
    ISSUER: gatewayUrl,
    KEY_ENCRYPTION_KEY: credentials.key_encryption_key,
    REGISTRATION_TOKEN: credentials.registration_token,
    BOOTSTRAP_FILE: file,
  };
}

function startGateway(supervisor) {
  return supervisor.start({
    role: 'gateway',
    name: 'gateway',
    argv: [
      process.execPath,
      join(projectDir, 'scripts', 'gateway.mjs'),
      ...['--port', String(flags.port), '--only', flags.only.join(',')],
      ...['--credentials', join(flags.dataDir, 'dev-credentials.json')],
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
