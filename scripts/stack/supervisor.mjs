import { statfsSync } from 'node:fs';

import { startChild } from '../lib/children.mjs';
import { stopServer } from '../postgres/postgres.mjs';
import { stopProcess } from '../lib/processes.mjs';
import { say, seconds } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { BAD_SETTINGS, keepRunning } from './keep-running.mjs';

/** @typedef {import('../lib/children.mjs').Child} Child */

const GRACE_MS = 12_000;
/** With less than that no program gets far. */
const LEAST_FREE_BYTES = 1024 * 1024;

/** A full disk, or what a user may have of it. */
const NO_SPACE = /\b(?:ENOSPC|EDQUOT)\b/;

/** What auth-server says of a database that was made with other credentials. */
const OTHER_KEY = 'KEY_ENCRYPTION_KEY is not the key';
const OTHER_KEY_CURE =
  "auth-server's database was made with another dev-credentials.json. Put that file back, or give the data up: " +
  'npm start -- --reset (with DATABASE_URL: drop the database auth_server).';

/**
 * Starts children, records them for a next start, starts them again when they end, and stops them in
 * order.
 *
 * @param {ReturnType<import('../lib/run-file.mjs').claimRun>} run
 * @param {string} dataDir
 */
export function createSupervisor(run, dataDir) {
  /** @type {Set<Child>} */
  const children = new Set();
  /** @type {Set<Promise<unknown>>} */
  const starting = new Set();
  const stopping = new AbortController();
  const isDiskFull = () => isFull(dataDir);

  /** Takes a running child over. @param {Child} child */
  const watch = (child) => {
    children.add(child);
    run.replace(child);
    void child.exited.then(() => {
      children.delete(child);
      if (!stopping.signal.aborted) run.remove(child);
    });
    return child;
  };

  const stopRole = (...roles) =>
    Promise.all([...children].filter(({ role }) => roles.includes(role)).map(stopChild));

  return {
    stopping: stopping.signal,
    isStopping: () => stopping.signal.aborted,

    watch,

    /** @param {import('../lib/children.mjs').ChildOptions} options */
    async start(options) {
      if (stopping.signal.aborted) throw new StartError('Stopped while starting.');
      const started = startChild(options).then(watch);
      const settled = started.catch(() => undefined).finally(() => starting.delete(settled));
      starting.add(settled);
      return await started;
    },

    /**
     * Starts one that is to run until everything stops.
     *
     * @param {Pick<Parameters<typeof keepRunning>[0], 'name' | 'launch' | 'isWatched'>} program
     */
    keep: (program) =>
      keepRunning({
        ...program,
        signal: stopping.signal,
        isDiskFull,
        hopeless: (lines, ending) => {
          if (lines.includes(OTHER_KEY)) return OTHER_KEY_CURE;
          // Only services, which are watched, end so for this reason; or for a folder that cannot be made on a full disk,
          // which need not be that of the data: somebody may have moved some of them, and left a link.
          if (program.isWatched !== true || ending !== BAD_SETTINGS) return undefined;
          if (isDiskFull() || NO_SPACE.test(lines)) return undefined;
          return `${program.name} ended because of its settings: mend them, stop with Ctrl-C and start again.`;
        },
      }),

    /** The apps first, then the gateway and the local chain, the database last. */
    async stopAll() {
      stopping.abort();
      const startMs = performance.now();

      await Promise.all(starting);
      await stopRole('app', 'build');
      await stopRole('gateway', 'chain');
      await stopRole('postgres');
      run.release();
      say(`Stopped everything in ${seconds(performance.now() - startMs)}.`);
    },
  };
}

async function stopChild(child) {
  if (child.role === 'postgres') return await stopServer(child);

  const outcome = await stopProcess(child, GRACE_MS);
  if (outcome === 'killed') say(`${child.name} did not stop in time and was killed.`);
}

function isFull(dataDir) {
  try {
    return hasNoRoom(statfsSync(dataDir));
  } catch {
    return false; // the folder is gone, which is another matter
  }
}

/** Of bytes, or of names for files; file systems that do not count those have 0 of 0. @param {import('node:fs').StatsFs} disk */
export const hasNoRoom = ({ bavail, bsize, files, ffree }) =>
  bavail * bsize < LEAST_FREE_BYTES || (files > 0 && ffree === 0);
