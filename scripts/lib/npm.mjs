import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { stopProcess } from './processes.mjs';
import { projectDir, StartError } from './project.mjs';

/** Exit codes of a command that was ended by a signal. */
const STOPPED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/** npm ends at once, scripts of packages may not. */
const GRACE_MS = 5000;

/**
 * Runs the machine's npm without node_modules/.bin on the PATH: its `node` is what is being replaced. When this process is
 * asked to end, npm and what it has started end first.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, first?: string[], onStart?: (pid: number) => void }} [options] `first`: folders that go before the PATH
 * @returns {Promise<number | null>} exit code
 * @throws {StartError} when npm cannot be run, or was stopped with this process
 */
export async function npm(args, { cwd = projectDir, first = [], onStart = () => undefined } = {}) {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // It would fetch a graphics card's libraries, which are not in the registry.
    env: {
      ONNXRUNTIME_NODE_INSTALL: 'skip',
      ...process.env,
      PATH: [...first, ...others].join(delimiter),
    },
    shell: isWindows,
    detached: !isWindows, // leads a process group, which ends as one
  });
  const exited = new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', ({ message }) => reject(new StartError(`npm cannot be run: ${message}`)));
  });
  if (child.pid !== undefined) onStart(child.pid);
  return untilStopped(child, exited);
}

async function untilStopped(child, exited) {
  let stopped;
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const listeners = Object.keys(STOPPED).map((name) => {
    const stop = () => {
      stopped ??= { name, ended: stopProcess({ pid: child.pid, hasExited }, GRACE_MS) };
    };
    process.on(name, stop);
    return () => process.off(name, stop);
  });
  try {
    const code = await exited;
    if (stopped === undefined) return code;
    await stopped.ended;
    throw new StartError(`${stopped.name}: npm was stopped. The next start installs anew.`, {
      exitCode: STOPPED[stopped.name],
    });
  } finally {
    for (const forget of listeners) forget();
  }
}

/**
 * `npm ci`.
 *
 * @param {string} cwd
 * @param {{ flags?: string[], first?: string[], onStart?: (pid: number) => void }} [options]
 * @throws {StartError}
 */
export async function cleanInstall(cwd, { flags = [], ...options } = {}) {
  const status = await npm(['ci', '--loglevel=error', ...flags], { cwd, ...options });
  if (status !== 0) throw new StartError('npm ci failed; its error stands above.');
}
