import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { lastLines, startChild } from '../lib/children.mjs';
import { requireFreePorts } from '../lib/ports.mjs';
import { initialise, prepareCluster } from './postgres-cluster.mjs';
import { isRunning, runningCommand, signal, waitUntil } from '../lib/processes.mjs';
import { say, sleep } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';

/**
 * @typedef {object} PostgresOptions
 * @property {string} dataDir the cluster is `<dataDir>/postgres`
 * @property {boolean} [isDataExplicit] whether the user chose that folder
 * @property {number} port
 * @property {string} portVariable named when the port is taken
 * @property {string} [projectDir] whose node_modules hold the binaries
 * @property {string} [logDir] default `<dataDir>/logs`
 * @property {string} [sharedRoot] for what the user `postgres` cannot reach inside the project
 * @property {string[]} [settings] of the server, `name=value`
 * @property {string[]} [lastingSettings] of the cluster, from when it is made
 * @property {string} [authentication] a method of pg_hba.conf, from when it is made; default `scram-sha-256`
 * @property {boolean} [isAgain] whether this run started it before
 * @property {typeof startChild} [start] starts the server's process, and may note it
 *
 * @typedef {object} Postgres
 * @property {string} adminUrl
 * @property {(database: string) => string} urlFor
 * @property {boolean} adopted whether it was running already
 * @property {() => Promise<void>} stop fast shutdown: open transactions are rolled back
 * @property {{ role: string, name: string, pid: number, command: string, logFile: string,
 *   hasExited(): boolean, exited: Promise<string> }} child
 */

/**
 * Starts the embedded PostgreSQL, or adopts the one that an earlier run left over with these data.
 *
 * @param {PostgresOptions} options
 * @returns {Promise<Postgres>}
 * @throws {StartError} when the port is taken, or the server does not start: with its last log lines
 */
export async function ensurePostgres(options) {
  const cluster = prepareCluster(options);

  const leftOver = await settleLeftOver(cluster);
  if (leftOver !== undefined) return describe(cluster, leftOver, true);

  const { port } = cluster;
  await requireFreePorts([{ name: 'PostgreSQL', port, variable: options.portVariable }]);
  if (!existsSync(join(cluster.dir, 'PG_VERSION'))) initialise(cluster);
  return describe(cluster, await startServer(cluster, options), false);
}

/**
 * Adopts or stops what runs with these data, and starts nothing: so that ports can be checked before
 * anything is started.
 *
 * @param {PostgresOptions} options
 * @returns {Promise<Postgres | undefined>} the adopted server
 */
export async function adoptPostgres(options) {
  const cluster = prepareCluster(options);
  const leftOver = await settleLeftOver(cluster);
  return leftOver && describe(cluster, leftOver, true);
}

/**
 * The server that runs with these data, at whatever port. Asks it nothing, so a busy one is found too.
 *
 * @param {PostgresOptions} options
 * @returns {Postgres | undefined}
 */
export function findPostgres(options) {
  const cluster = prepareCluster(options);
  const found = readPostmaster(cluster);
  return found && describe({ ...cluster, port: found.port }, adopt(cluster, found), true);
}

/**
 * Creates a database unless it exists.
 *
 * @param {string} adminUrl
 * @param {string} database
 */
export async function ensureDatabase(adminUrl, database) {
  await withClient(adminUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
    }
  });
}

/** @param {string} serverUrl @param {string} database @returns {string} that database's URL */
export function databaseUrl(serverUrl, database) {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Runs one piece of work on a connection of its own.
 *
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(url, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined); // the pending query reports it

  await client.connect();
  try {
    return await work(client);
  } finally {
    // The work is done or has thrown: a connection that broke meanwhile changes neither.
    await client.end().catch(() => undefined);
  }
}

/** @returns the running server to adopt; undefined when none runs any more */
async function settleLeftOver(cluster) {
  const found = readPostmaster(cluster);
  if (found === undefined) return undefined;

  if (found.port === cluster.port && (await waitUntil(() => answers(cluster), 3000))) {
    return adopt(cluster, found);
  }
  say(`PostgreSQL left over from an earlier run (process ${found.pid}): stopping it.`);
  await stopServer(found);
  return undefined;
}

/** postmaster.pid: process id on line 1, port on line 4; it stays behind after a kill. */
function readPostmaster({ dir }) {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;

  const [pidText, , , portText] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(pidText);
  const command = runningCommand(pid);
  if (command === undefined || !runsIn(dir, pid, command)) {
    // A zombie or a stranger has that id, which would keep PostgreSQL from starting.
    rmSync(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(portText), command };
}

/** PostgreSQL changes to its data folder. Its command line may name that by another path: through a link. */
function runsIn(dir, pid, command) {
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(dir);
  } catch {
    return command.includes(dir); // not Linux, or not ours to see
  }
}

async function answers({ dir, port, password }) {
  try {
    return await withClient(adminUrl(port, password), async (client) => {
      const { rows } = await client.query('SHOW data_directory');
      return realpathSync(rows[0].data_directory) === realpathSync(dir);
    });
  } catch {
    return false; // not up yet, or not ours
  }
}

function adopt({ logFile }, { pid, command }) {
  const server = { pid, command };
  const exited = (async () => {
    while (isRunning(server)) await setTimeout(500, undefined, { ref: false });
    return 'an unknown exit code';
  })();
  return {
    role: 'postgres',
    name: 'postgres',
    pid,
    command,
    logFile,
    hasExited: () => !isRunning(server),
    exited,
  };
}

async function startServer(cluster, { start = startChild, isAgain }) {
  const { dir, bin, user, port, logFile, settings } = cluster;
  const flags = settings.flatMap((setting) => ['-c', setting]);

  for (let attempt = 1; ; attempt += 1) {
    const server = await start({
      role: 'postgres',
      name: 'postgres',
      argv: [join(bin, 'postgres'), '-D', dir, '-p', String(port), ...flags],
      logFile,
      isAgain,
      cwd: '/',
      ...user,
    });
    await waitUntil(async () => server.hasExited() || (await answers(cluster)), 60_000);
    if (!server.hasExited()) return server;

    const lines = lastLines(logFile);
    // After a kill -9 the old server's own children need a moment to notice and end.
    if (attempt === 10 || !lines.includes('pre-existing shared memory block')) {
      throw new StartError(`PostgreSQL ended with ${await server.exited}:\n${lines}`);
    }
    await sleep(500);
  }
}

function describe({ port, password }, child, adopted) {
  const url = adminUrl(port, password);
  return {
    adminUrl: url,
    urlFor: (database) => databaseUrl(url, database),
    adopted,
    child,
    stop: () => stopServer(child),
  };
}

const adminUrl = (port, password) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovers at the next start). */
export async function stopServer(server) {
  for (const [name, graceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ]) {
    if (!isRunning(server)) return;
    signal(server.pid, name);
    if (await waitUntil(() => !isRunning(server), graceMs)) return;
  }
}
