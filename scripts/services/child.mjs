import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process that outlives the script which started it.
 * Process ids are reused, so the command line is part of its identity.
 * @typedef {{ pid: number, commandLine: string }} Child
 */

/**
 * Starts a program in its own session, with its output in a file.
 * @param {{ command: string, args: string[], env?: Record<string, string>, cwd?: string,
 *   logFile: string }} program
 * @returns {Promise<Child>}
 */
export async function startDetached({ command, args, env = {}, cwd, logFile }) {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd,
    env: { ...process.env, ...env },
  });
  closeSync(log);

  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
  return { pid: child.pid, commandLine: [command, ...args].join(' ') };
}

/**
 * Whether that very process still runs. A killed process whose parent has not collected it
 * (a zombie) still answers to `kill(pid, 0)`, hence the look at its state and command line.
 * @param {Child} child
 */
export function isRunning({ pid, commandLine }) {
  return readCommandLine(pid) === commandLine;
}

/** The command line of a live process, its words joined by blanks, or undefined. */
export function readCommandLine(pid) {
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
}

function readFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    if (state === 'Z' || state === 'X') return undefined;

    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
  } catch {
    return undefined; // The process is gone.
  }
}

function readFromPs(pid) {
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const [, state, commandLine] = /^\s*(\S+)\s+(.*)$/m.exec(stdout ?? '') ?? [];
  return status === 0 && !state?.startsWith('Z') ? commandLine?.trimEnd() : undefined;
}

/**
 * Asks the process to end and waits; after `patienceMs` it is killed.
 * @param {Child} child
 */
export async function stopChild(child, patienceMs = 15_000) {
  if (!isRunning(child)) return;

  signal(child, 'SIGTERM');
  if (await waitFor(() => !isRunning(child), patienceMs)) return;

  signal(child, 'SIGKILL');
  await waitFor(() => !isRunning(child), 5_000);
}

function signal({ pid }, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // It ended in between.
  }
}

/**
 * Polls until the question is answered with true.
 * @param {() => boolean | Promise<boolean>} question
 * @returns {Promise<boolean>} false when the time is over
 */
export async function waitFor(question, patienceMs, everyMs = 50) {
  const deadline = Date.now() + patienceMs;
  while (!(await question())) {
    if (Date.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}

/** The last lines of a log file, for an error message. */
export function lastLines(file, count = 8) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
