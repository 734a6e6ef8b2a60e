import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';

import { sleep } from './progress.mjs';

/**
 * Looks a process up by its id.
 *
 * `kill(pid, 0)` is no answer: it succeeds for zombies and for a process id that was given to
 * another program since.
 *
 * @param {number} pid
 * @returns {string | undefined} its command line; undefined when it has ended or is a zombie, empty while Linux cannot say, as of
 *   one whose program has just been put in its place
 */
export function runningCommand(pid) {
  return platform() === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0];
    if (state === 'Z' || state === 'X') return undefined;

    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return undefined; // no such process, or it ended between the two reads
  }
}

function fromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'state=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const [, state, command] = /^\s*(\S+)\s+(.*\S)/.exec(stdout ?? '') ?? [];
  return state === undefined || state.startsWith('Z') ? undefined : command;
}

/**
 * Everything that a process has started, directly or not, and that still runs. What lost its parent
 * in between is not found.
 *
 * @param {number} pid
 * @returns {{ pid: number, command: string }[]}
 */
export function descendantsOf(pid) {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const below = (parent) =>
    (children.get(parent) ?? []).flatMap((child) => [child.pid, ...below(child.pid)]);

  return below(pid)
    .map((child) => ({ pid: child, command: runningCommand(child) }))
    .filter(({ command }) => command !== undefined);
}

/**
 * Processes that write their output to files below some paths, run there or are programs from there.
 * Only on Linux, and as far as this user may look.
 *
 * @param {readonly string[]} paths
 * @returns {{ pid: number, command: string }[]}
 */
export function processesWith(paths) {
  if (platform() !== 'linux') return [];
  const places = paths.map(realPath); // by which Linux names them
  const isBelow = (file) => places.some((path) => file === path || file.startsWith(`${path}/`));

  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cwd', 'exe', 'fd/1', 'fd/2'].some((link) => isBelow(linkOf(pid, link))))
    .map((pid) => ({ pid: Number(pid), command: runningCommand(Number(pid)) }))
    .filter(({ command }) => command !== undefined);
}

function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there
  }
}

function linkOf(pid, link) {
  try {
    return readlinkSync(`/proc/${pid}/${link}`);
  } catch {
    return ''; // it has just ended, or is not ours to see
  }
}

/** @returns {{ pid: number, parent: number }[]} */
function listProcesses() {
  const pairs = platform() === 'linux' ? pairsFromProc() : pairsFromPs();
  return pairs.map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function pairsFromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return [[pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]]];
      } catch {
        return []; // it has just ended
      }
    });
}

function pairsFromPs() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

/**
 * @param {{ pid: number, command: string }} recorded
 * @returns {boolean} whether that very program still runs under that id
 */
export const isRunning = ({ pid, command }) => runningCommand(pid) === command;

/**
 * Asks a process to end and kills it when it does not; the process group that it leads ends with it.
 *
 * @param {{ pid: number, command: string, hasExited?: () => boolean }} target of a child of this process Node knows better
 *   whether it runs: Linux may not tell the command line of a program that has just been put in the place of another
 * @param {number} graceMs
 * @returns {Promise<'stopped' | 'killed' | 'gone'>}
 */
export async function stopProcess(target, graceMs) {
  const isThere = () => (target.hasExited ? !target.hasExited() : isRunning(target));
  if (!isThere()) return 'gone';

  signal(target.pid, 'SIGTERM');
  const hasEnded = await waitUntil(() => !isThere(), graceMs);
  // Also what the process started itself: it leads the group.
  signal(-target.pid, 'SIGKILL');
  if (hasEnded) return 'stopped';

  signal(target.pid, 'SIGKILL'); // for one that leads no group
  await waitUntil(() => !isThere(), 5000);
  return 'killed';
}

/** Sends a signal; a process that has just ended is no error. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} whether it came true in time
 */
export async function waitUntil(condition, timeoutMs) {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) return false;
    await sleep(50);
  }
  return true;
}
