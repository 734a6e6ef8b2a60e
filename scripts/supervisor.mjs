import { lastLines, startChild } from './children.mjs';
import { stopProcess } from './processes.mjs';
import { say, seconds } from './progress.mjs';
import { StartError } from './project.mjs';

/** @typedef {import('./children.mjs').Child} Child */

const GRACE_MS = 12_000;

/** What auth-server says of a database that was made with other credentials. */
const OTHER_KEY = 'KEY_ENCRYPTION_KEY is not the key';
const OTHER_KEY_CURE =
  "auth-server's database was made with another dev-credentials.json. Put that file back, or give the data up: " +
  'npm start -- --reset (with DATABASE_URL: drop the database auth_server).';

/**
 * Starts children, records them for a next start, tells when one dies, and stops them in order.
 *
 * @param {ReturnType<import('./run-file.mjs').claimRun>} run
 */
export function createSupervisor(run) {
  /** @type {Set<Child>} */
  const children = new Set();
  let stopPostgres = async () => {};
  let isStopping = false;

  /** Takes a running child over. @param {Child} child */
  const watch = (child) => {
    children.add(child);
    run.remove(child);
    run.add(child);
    void child.exited.then((ending) => {
      children.delete(child);
      if (isStopping) return;
      run.remove(child);
      if (child.role !== 'build') reportDeath(child, ending);
    });
    return child;
  };

  const stopRole = (...roles) =>
    Promise.all(
      [...children]
        .filter(({ role }) => roles.includes(role))
        .map(async (child) => {
          const outcome = await stopProcess(child, GRACE_MS);
          if (outcome === 'killed') say(`${child.name} did not stop in time and was killed.`);
        }),
    );

  return {
    isStopping: () => isStopping,

    /** @param {import('./children.mjs').ChildOptions} options */
    async start(options) {
      if (isStopping) throw new StartError('Stopped while starting.');
      return watch(await startChild(options));
    },

    /** @param {import('./postgres.mjs').Postgres} postgres */
    watchPostgres(postgres) {
      stopPostgres = postgres.stop;
      watch(postgres.child);
    },

    /** The apps first, then the gateway and the local chain, the database last. */
    async stopAll() {
      isStopping = true;
      const startMs = performance.now();

      await stopRole('app', 'build');
      await stopRole('gateway', 'chain');
      await stopPostgres();
      run.release();
      say(`Stopped everything in ${seconds(performance.now() - startMs)}.`);
    },
  };
}

function reportDeath({ name, pid, logFile }, ending) {
  say(`${name} (process ${pid}) ended with ${ending}; the others go on. Last lines of ${logFile}:`);
  const lines = lastLines(logFile);
  say(lines);
  if (lines.includes(OTHER_KEY)) say(OTHER_KEY_CURE);
}
