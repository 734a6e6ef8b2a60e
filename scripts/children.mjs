import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { runningCommand } from './processes.mjs';

/**
 * @typedef {object} Child
 * @property {string} role
 * @property {string} name
 * @property {number} pid
 * @property {string} command
 * @property {string} logFile
 * @property {() => boolean} hasExited
 * @property {Promise<string>} exited resolves to `exit code 1` or `signal SIGKILL`
 *
 * @typedef {object} ChildOptions
 * @property {string} role
 * @property {string} name
 * @property {string[]} argv the program and its arguments
 * @property {string} logFile takes stdout and stderr; the earlier one is kept as `*.previous.log`
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * Starts a program, which does not keep this process alive, as leader of its own process group, so that Ctrl-C reaches the supervisor alone
 * and the order of stopping is ours.
 *
 * @param {ChildOptions} options
 * @returns {Promise<Child>}
 */
export async function startChild({ role, name, argv, logFile, env, cwd, uid, gid }) {
  const log = openLog(logFile);
  const child = spawn(argv[0], argv.slice(1), {
    cwd,
    env,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();

  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  });

  return {
    role,
    name,
    pid: child.pid,
    command: runningCommand(child.pid) ?? argv.join(' '),
    logFile,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    exited,
  };
}

function openLog(logFile) {
  mkdirSync(dirname(logFile), { recursive: true });
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
  return openSync(logFile, 'a');
}

/**
 * @param {string} logFile
 * @param {number} [count]
 * @returns {string} its last lines, indented
 */
export function lastLines(logFile, count = 20) {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count);
  return lines.map((line) => `  | ${line}`).join('\n');
}
