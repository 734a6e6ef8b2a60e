import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { adoptPostgres, ensurePostgres, findPostgres, withClient } from './postgres.mjs';
import { withLock } from '../lib/claim.mjs';
import { isRunning, runningCommand } from '../lib/processes.mjs';
import { say, sayToStandardError, sleep } from '../lib/progress.mjs';
import { parsePort, projectDir, StartError } from '../lib/project.mjs';
import { makePlaceInMemory, placeOfData, removePlaceInMemory } from './memory-place.mjs';
import { chooseRememberedPort, readRememberedPort } from './remembered-port.mjs';

const IDLE_MS = 60_000;
const POLL_MS = 10_000;

const stateDir = join(projectDir, '.data', 'test-postgres');
const lastUsedFile = join(stateDir, 'last-used');
const portFile = join(stateDir, 'port');
const watcherFile = join(stateDir, 'watcher.json');

/**
 * A PostgreSQL for tests: started when it does not run, shared by all callers, ends by itself a
 * minute after the last connection. Its data may be lost with the power, so it is quick.
 *
 * @returns {Promise<string>} URL of its administrator; TEST_DATABASE_URL when that is set
 */
export async function testPostgresUrl() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;

  // Two callers at once must not start two servers, nor one that is stopping.
  return await withLock(stateDir, async () => {
    if (!(await isUp())) makePlaceInMemory(stateDir);
    const { adminUrl } = await ensurePostgres(testServer(await choosePort()));
    writeFileSync(lastUsedFile, '');
    if (!isWatched()) startWatcher();
    return adminUrl;
  });
}

/** @returns {import('./postgres.mjs').PostgresOptions} */
const testServer = (port) => ({
  dataDir: placeOfData(stateDir),
  port,
  portVariable: 'SEXTANT_TEST_PGPORT',
  settings: [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'autovacuum=off',
  ],
  // Of 4,096 by default, which each of the sessions of a run computes for its password.
  lastingSettings: ['scram_iterations=1'],
  // The password goes over as it is, from this machine to itself: a third of what a session costs is its proof of it.
  authentication: 'password',
});

const fixedPort = () => parsePort('SEXTANT_TEST_PGPORT', process.env.SEXTANT_TEST_PGPORT);

const isOurs = async (port) => (await adoptPostgres(testServer(port))) !== undefined;

async function isUp() {
  const port = fixedPort() ?? readRememberedPort(portFile);
  return port !== undefined && (await isOurs(port));
}

async function choosePort() {
  return fixedPort() ?? (await chooseRememberedPort({ file: portFile, wish: usualPort(), isOurs }));
}

/**
 * 27000 to 27999 by the clone's path, so that the tests of two clones can run at the same time; two
 * paths may still have the same number.
 */
function usualPort() {
  const hash = createHash('sha256').update(projectDir).digest();
  return 27_000 + (hash.readUInt32BE(0) % 1000);
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // absent, or half written
  }
}

function isWatched() {
  const watcher = readRecord(watcherFile);
  return watcher !== undefined && isRunning(watcher);
}

function startWatcher() {
  const script = join(projectDir, 'scripts', 'postgres', 'test-postgres.mjs');
  const watcher = spawn(process.execPath, [script, '--watch'], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  });
  watcher.unref();
  const record = { pid: watcher.pid, command: runningCommand(watcher.pid) };
  writeFileSync(watcherFile, JSON.stringify(record));
}

/**
 * Runs detached until nobody has been connected for a minute, or the clone is gone, then stops the
 * server.
 */
async function watch() {
  let server = findPostgres(testServer());
  for (;;) {
    await sleep(POLL_MS);
    if (!existsSync(stateDir)) return await end(server);

    try {
      const isEnded = await withLock(stateDir, async () => {
        if (server === undefined || server.child.hasExited()) server = findPostgres(testServer());
        if (server !== undefined && (await isUsed(server))) return false;
        await end(server);
        return true;
      });
      if (isEnded) return;
    } catch {
      // Such as a disk that is full for a moment: it is looked at again.
    }
  }
}

/** @param {import('./postgres.mjs').Postgres} server */
async function isUsed({ adminUrl }) {
  // One that does not answer is busy with the work of others: it must not be stopped.
  const hasSome = await hasClients(adminUrl).catch(() => true);
  if (hasSome) writeFileSync(lastUsedFile, '');
  const { mtimeMs = 0 } = statSync(lastUsedFile, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < IDLE_MS;
}

/** @param {import('./postgres.mjs').Postgres | undefined} server */
async function end(server) {
  await server?.stop();
  removePlaceInMemory(stateDir);
  rmSync(watcherFile, { force: true });
}

async function hasClients(url) {
  return await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS clients FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0].clients > 0;
  });
}

async function main() {
  if (process.argv[2] === '--watch') return await watch();

  sayToStandardError();
  console.log(await testPostgresUrl());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error) => {
    say(error instanceof StartError ? `Error: ${error.message}` : String(error.stack));
    process.exitCode = 1;
  });
}
