import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startPostgres } from './postgres.mjs';
import { serviceProgram } from './service-program.mjs';

export const ROOT = new URL('../..', import.meta.url).pathname;

const START_MS = 30_000;
/** The time of a start is measured with it. */
const LOOK_MS = 10;

/** Starts a server and waits until `url` answers at all. */
export async function start(command, args, { env = {}, url }) {
  const log = openSync(join(tmpdir(), `bench-${process.pid}.log`), 'a');
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true, // its own process group, so that its engines end with it
  });
  for (const lateMs = performance.now() + START_MS; performance.now() < lateMs;) {
    if (child.exitCode !== null) break;
    // Refused until it listens; a server that never does ends in the error below.
    if (await fetch(url).catch(() => undefined)) return stopper(child);
    await pause(LOOK_MS);
  }
  throw new Error(`${command} ${args.join(' ')} does not answer; its output is in ${tmpdir()}`);
}

/** A service as `npm start` of the checkout runs it. */
export function startService(service, root, { env, url }) {
  return start(process.execPath, serviceProgram(root, service), { env, url });
}

function stopper(child) {
  const stop = async () => {
    if (child.exitCode !== null) return;
    process.kill(-child.pid, 'SIGTERM');
    await Promise.race([once(child, 'exit'), pause(5000)]);
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // the whole group has ended
    }
  };
  return { stop, pid: child.pid };
}

/** translate as production runs it: keys, validation, metering, metrics, log lines and a durable PostgreSQL. */
export async function startTranslate(key, env = {}, root = ROOT) {
  const postgres = await startPostgres();
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const databaseUrl = await postgres.newDatabase('translate');
    const server = await startService('translate', root, {
      url: `${url}/health/live`,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseUrl,
        BOOTSTRAP_AUTH_KEY: key,
        APERTIUM_SELF_TEST: 'false',
        REQUESTS_PER_MINUTE: '100000000',
        ...env,
      },
    });
    return { url, databaseUrl, pid: server.pid, stop: () => server.stop().then(postgres.stop) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Debian's apertium-apy with its own defaults: one pipe a pair. */
export async function startApy() {
  if (!existsSync('/usr/bin/apertium-apy')) installApy();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['-p', String(port), '/usr/share/apertium/modes'];
  const { stop, pid } = await start('/usr/bin/apertium-apy', args, { url: `${url}/listPairs` });
  return { url, stop, pid };
}

function installApy() {
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', 'apertium-apy'];
  if (process.getuid?.() !== 0) {
    throw new Error(`The peer of this benchmark is missing. Install it: sudo ${command.join(' ')}`);
  }
  console.log(`Installing the peer: ${command.join(' ')}`);
  execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
}
