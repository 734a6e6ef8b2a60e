import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { runningCommand } from './processes.mjs';

/**
 * @typedef {object} Child
 * @property {string} role
 * @property {string} name
 * @property {number} pid
 * @property {string} command
 * @property {number} [port] that it was told to listen on
 * @property {string} logFile
 * @property {() => boolean} hasExited
 * @property {Promise<string>} exited resolves to `exit code 1` or `signal SIGKILL`
 *
 * @typedef {object} ChildOptions
 * @property {string} role
 * @property {string} name
 * @property {string[]} argv the program and its arguments
 * @property {string} logFile takes stdout and stderr; the earlier one is kept as `*.previous.log`
 * @property {boolean} [isAgain] whether this run started it before: its log goes on
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
export async function startChild({ role, name, argv, logFile, isAgain, env, cwd, uid, gid }) {
  const log = openLog(logFile, isAgain);
  const child = spawn(argv[0], argv.slice(1), {
    cwd,
    env,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', log, log],
  });
  if (log !== 'ignore') closeSync(log);
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
    command: runningCommand(child.pid) || argv.join(' '),
    ...(env?.PORT === undefined ? {} : { port: Number(env.PORT) }),
    logFile,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    exited,
  };
}

/** A program without a log is better than none: the disk may be full. */
function openLog(logFile, isAgain = false) {
  try {
    mkdirSync(dirname(logFile), { recursive: true });
    if (!isAgain && existsSync(logFile)) {
      renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
    }
    return openSync(logFile, 'a');
  } catch {
    return 'ignore';
  }
}

const TAIL_BYTES = 64 * 1024;
const MOST_CHARACTERS = 300;

/**
 * @param {string} logFile
 * @param {number} [count]
 * @param {(line: string) => boolean} [isWanted]
 * @returns {string} its last lines, indented; nothing when there is no log
 */
export function lastLines(logFile, count = 20, isWanted = () => true) {
  const text = tailOf(logFile).trimEnd();
  if (text === '') return '';

  const lines = text.split('\n').filter(isWanted).slice(-count);
  return lines.map((line) => `  | ${shortened(line)}`).join('\n');
}

/** A line may have all settings of a service in it. */
const shortened = (line) =>
  line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS)}...`;

function tailOf(file) {
  let log;
  try {
    log = openSync(file, 'r');
    const { size } = fstatSync(log);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const count = readSync(log, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, count);
  } catch {
    return ''; // it was removed, or never made
  } finally {
    if (log !== undefined) closeSync(log);
  }
}
