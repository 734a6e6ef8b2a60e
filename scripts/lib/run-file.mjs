import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { claim, ownerOf, release } from './claim.mjs';
import { patientFile } from './patiently.mjs';
import { isRunning } from './processes.mjs';
import { StartError } from './project.mjs';

/**
 * @typedef {object} Recorded
 * @property {string} role `app`, `gateway`, `build` or `postgres`
 * @property {string} name
 * @property {number} pid
 * @property {string} command the command line, by which a reused process id is told apart
 * @property {number} [port] of a service
 *
 * @typedef {import('./claim.mjs').Claim & { services: readonly string[], children: Recorded[] }} Run
 */

/**
 * Refuses to go on while another `npm start`, a backup, a restore or a reset has claimed the same data folder.
 *
 * @param {string} dataDir
 * @throws {StartError} naming its process id
 */
export function refuseWhenRunning(dataDir) {
  const owner = ownerOf(runFileOf(dataDir));
  if (owner !== undefined && owner.pid !== process.pid) refuse(dataDir, owner);
}

function refuse(dataDir, { pid, command }) {
  throw new StartError(
    `${commandName(command)} already runs with ${dataDir}: process ${pid}. ` +
      `Stop it (Ctrl-C in its terminal, or kill ${pid}). Beside it another --data and other ports can be started.`,
  );
}

function commandName(command) {
  const [, script] = /\/(backup|restore)(?:-run)?\.mjs/.exec(command) ?? [];
  if (script !== undefined) return `npm run ${script}`;
  return / --reset( |$)/.test(command) ? 'npm start -- --reset' : 'npm start';
}

/** @param {string} dataDir @returns {string} the file by which it is claimed */
export const runFileOf = (dataDir) => join(dataDir, 'run.json');

/**
 * Claims the data folder for this process. `<data>/run.json` records every child, so that the next
 * start finds what a `kill -9` left over. A record that cannot be written now is written later.
 *
 * @param {string} dataDir
 * @param {readonly string[]} [services] that are to run
 * @throws {StartError} when another living process has claimed it
 */
export function claimRun(dataDir, services = []) {
  const stillRunning = (earlier) => childrenOf(earlier).filter(isRunning);

  const file = runFileOf(dataDir);
  const { owner, supervisor, earlier } = claim(file, (left) => ({
    services,
    children: stillRunning(left),
  }));
  if (owner !== undefined) refuse(dataDir, owner);
  const leftOvers = stillRunning(earlier);
  /** @type {Run} */
  const run = { supervisor, services, children: leftOvers };
  const record = patientFile(file, () => JSON.stringify(run, null, 2));
  const without = ({ pid }) => run.children.filter((child) => child.pid !== pid);

  return {
    /** Children of an earlier run that are still running. @type {Recorded[]} */
    leftOvers,
    /** Adds one, or takes one of an earlier run over. @param {Recorded} child */
    replace({ role, name, pid, command, port }) {
      const listens = port === undefined ? {} : { port };
      run.children = [...without({ pid }), { role, name, pid, command, ...listens }];
      record.save();
    },
    /** @param {{ pid: number }} child */
    remove(child) {
      run.children = without(child);
      record.save();
    },
    release() {
      record.stop();
      release(file);
    },
  };
}

/** @param {string} dataDir @returns {Recorded[]} what a start with this data folder has left running */
export const runningChildren = (dataDir) => childrenOf(readRun(dataDir)).filter(isRunning);

/** @param {string} dataDir @returns {readonly string[]} services that an `npm start` keeps running, those that have just died too */
export function wantedServices(dataDir) {
  const run = readRun(dataDir);
  if (!isProcess(run?.supervisor) || !isRunning(run.supervisor)) return [];
  return Array.isArray(run.services) ? run.services : [];
}

/** The file may be of another program, or changed by hand. @returns {Partial<Run> | undefined} */
function readRun(dataDir) {
  try {
    return JSON.parse(readFileSync(runFileOf(dataDir), 'utf8')) ?? undefined;
  } catch {
    return undefined; // no earlier run
  }
}

/** @param {Partial<Run> | undefined} run @returns {Recorded[]} */
const childrenOf = (run) => (Array.isArray(run?.children) ? run.children.filter(isProcess) : []);

const isProcess = (entry) =>
  Number.isInteger(entry?.pid) && entry.pid > 0 && typeof entry.command === 'string';
