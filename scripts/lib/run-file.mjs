import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { patientFile } from './patiently.mjs';
import { isRunning, runningCommand } from './processes.mjs';
import { StartError } from './project.mjs';

/**
 * @typedef {object} Recorded
 * @property {string} role `app`, `gateway`, `build` or `postgres`
 * @property {string} name
 * @property {number} pid
 * @property {string} command the command line, by which a reused process id is told apart
 * @property {number} [port] of a service
 *
 * @typedef {{ supervisor: { pid: number, command: string }, services: readonly string[], children: Recorded[] }} Run
 */

/**
 * Refuses to go on while another `npm start`, a backup or a restore has claimed the same data folder.
 *
 * @param {string} dataDir
 * @throws {StartError} naming its process id
 */
export function refuseWhenRunning(dataDir) {
  const run = readRun(dataDir);
  if (run === undefined || run.supervisor.pid === process.pid || !isRunning(run.supervisor)) return;

  const [, script] = /\/(backup|restore)(?:-run)?\.mjs/.exec(run.supervisor.command) ?? [];
  const name = script === undefined ? 'npm start' : `npm run ${script}`;
  throw new StartError(
    `${name} already runs with ${dataDir}: process ${run.supervisor.pid}. ` +
      `Stop it (kill ${run.supervisor.pid}), or give another --data and other ports.`,
  );
}

/**
 * Claims the data folder for this process. `<data>/run.json` records every child, so that the next
 * start finds what a `kill -9` left over. A record that cannot be written now is written later.
 *
 * @param {string} dataDir
 * @param {readonly string[]} [services] that are to run
 * @throws {StartError} when another living process has claimed it
 */
export function claimRun(dataDir, services = []) {
  /** @type {Run} */
  const run = {
    supervisor: { pid: process.pid, command: runningCommand(process.pid) ?? '' },
    services,
    children: [],
  };

  const leftOvers = takeOver(dataDir, run);
  const file = join(dataDir, 'run.json');
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
      rmSync(file, { force: true });
    },
  };
}

/** @param {string} dataDir @returns {Recorded[]} what a start with this data folder has left running */
export const runningChildren = (dataDir) => (readRun(dataDir)?.children ?? []).filter(isRunning);

/** @param {string} dataDir @returns {readonly string[]} services that an `npm start` keeps running, those that have just died too */
export function wantedServices(dataDir) {
  const run = readRun(dataDir);
  return run !== undefined && isRunning(run.supervisor) ? (run.services ?? []) : [];
}

function takeOver(dataDir, run) {
  const file = join(dataDir, 'run.json');
  const draft = `${file}.${process.pid}`;

  for (;;) {
    refuseWhenRunning(dataDir);
    run.children = runningChildren(dataDir);
    rmSync(file, { force: true });

    writeFileSync(draft, JSON.stringify(run, null, 2));
    try {
      linkSync(draft, file); // fails when another start was quicker
      return run.children;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** @returns {Run | undefined} */
function readRun(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  } catch {
    return undefined; // no earlier run
  }
}
