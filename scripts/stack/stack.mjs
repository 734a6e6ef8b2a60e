import { parseFlags } from '../start/flags.mjs';
import { noteRun, refuseHalfRestored } from './home.mjs';
import { say, sleep } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { claimRun } from '../lib/run-file.mjs';
import { STARTED_MS } from '../lib/pinned.mjs';
import { startStack } from './start-stack.mjs';
import { createSupervisor } from './supervisor.mjs';

/** The part of `npm start` that runs on the pinned Node: builds, starts, watches and stops the stack. */
const flags = parseFlags(process.argv.slice(2));
const startedMs = Number(process.env[STARTED_MS] ?? performance.timeOrigin);
delete process.env[STARTED_MS]; // it is none of the services' business

try {
  refuseHalfRestored(flags.dataDir);
  noteRun(flags.dataDir);
  const run = claimRun(flags.dataDir, flags.only);
  noteRun(flags.dataDir); // again: a reset may have removed it before the claim
  await supervise(run, createSupervisor(run, flags.dataDir));
} catch (error) {
  fail(error);
}

async function supervise(run, supervisor) {
  setInterval(() => undefined, 2 ** 30); // waits for a signal, even when every child has died
  const started = startStack(flags, run, supervisor, startedMs);

  let stopping;
  const stop = (why, exitCode) => {
    stopping ??= (async () => {
      say(why);
      const stopped = supervisor.stopAll();
      // Whoever awaits the start reports why it failed; here it only has to be over.
      await Promise.race([started.catch(() => undefined), sleep(5000)]);
      await stopped;
      process.exit(exitCode);
    })();
    return stopping;
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => void stop(`${name}: stopping.`, 0));
  }
  process.once('disconnect', () => void stop('npm start was killed: stopping.', 1));
  // The reader is gone or the disk full, the services are not.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    fail(error);
    void stop('npm start itself failed: stopping.', 1); // without it nobody would stop the rest
  });

  try {
    await started;
  } catch (error) {
    if (supervisor.isStopping()) return;
    fail(error);
    await stop('Nothing stays running.', error.exitCode ?? 1);
  }
}

/** What the system refuses (a full disk, a folder of another user) is told as what the user did: in one line. */
function fail(error) {
  const isExpected = error instanceof StartError || error.syscall !== undefined;
  say(isExpected ? `Error: ${error.message}` : String(error.stack ?? error));
  process.exitCode = error.exitCode ?? 1;
}
