import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { projectDir, StartError } from './project.mjs';

/** Exit codes of a command that was ended by a signal. */
const STOPPED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Of a command that is not there, as shells have it. */
const NOT_FOUND = 127;

/** @param {readonly string[]} argv @returns {string[]} a command that does not outlive this process */
export const endsWithThis = (argv) => [
  process.execPath,
  join(projectDir, 'scripts', 'lib', 'ends-with-parent.mjs'),
  String(process.pid),
  ...argv,
];

/**
 * Runs the machine's npm without node_modules/.bin on the PATH: its `node` is what is being replaced. npm and what it has
 * started end with this process.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, first?: string[] }} [options] `first`: folders that go before the PATH
 * @returns {Promise<number>} exit code
 * @throws {StartError} when it was stopped with this process
 */
export async function npm(args, { cwd = projectDir, first = [] } = {}) {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const [node, ...words] = endsWithThis(['npm', ...args]);
  let stopped;
  const listeners = Object.keys(STOPPED).map((name) => {
    const stop = () => {
      stopped ??= name;
      child.kill();
    };
    process.on(name, stop);
    return () => process.off(name, stop);
  });
  const child = spawn(node, words, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // It would fetch a graphics card's libraries, which are not in the registry.
    env: {
      ONNXRUNTIME_NODE_INSTALL: 'skip',
      ...process.env,
      PATH: [...first, ...others].join(delimiter),
    },
    detached: true, // Ctrl-C reaches this process first, which says what has become of it
  });
  const code = await new Promise((resolve, reject) => {
    child.once('exit', (status) => resolve(status ?? 1));
    child.once('error', reject);
  });
  for (const forget of listeners) forget();
  // Why stands above.
  if (code === NOT_FOUND) {
    throw new StartError(
      'npm cannot be run: it comes with Node. Install it, or put it on the PATH.',
    );
  }
  if (stopped === undefined) return code;
  throw new StartError(`${stopped}: npm was stopped. The next start installs anew.`, {
    exitCode: STOPPED[stopped],
  });
}

/**
 * `npm ci`.
 *
 * @param {string} cwd
 * @param {{ flags?: string[], first?: string[] }} [options]
 * @throws {StartError}
 */
export async function cleanInstall(cwd, { flags = [], first } = {}) {
  const status = await npm(['ci', '--loglevel=error', ...flags], { cwd, first });
  if (status !== 0) throw new StartError('npm ci failed; its error stands above.');
}
