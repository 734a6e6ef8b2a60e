import { areModulesCurrent, bootstrap } from '../lib/bootstrap.mjs';
import { apertiumPackages } from '../lib/debian-packages.mjs';
import { checkFirst } from './first-checks.mjs';
import { HELP, parseFlags, refuseFlagsOfNpm } from './flags.mjs';
import { runPinned, STARTED_MS } from '../lib/pinned.mjs';
import { say } from '../lib/progress.mjs';
import { reset, terminal } from './reset.mjs';
import { refuseWhenRunning } from '../lib/run-file.mjs';
import { runMain } from '../lib/run-main.mjs';

/** `npm start`: installs what is missing with the Node of the machine, the rest runs on Node 24. */
await runMain(start);

/** @param {string[]} args @returns {Promise<number>} exit code */
async function start(args) {
  refuseFlagsOfNpm(process.env);
  const flags = parseFlags(args);
  if (flags.help) {
    say(HELP);
    return 0;
  }
  refuseWhenRunning(flags.dataDir);
  if (flags.reset) return await reset(flags, terminal());

  await checkFirst(flags, { isInstalled: areModulesCurrent() });
  if (args.length === 0)
    say('Starting all six services; some of them: npm start -- --only relay,speech');
  await bootstrap({
    debianPackages: flags.only.includes('translate') ? apertiumPackages(flags.allPairs) : [],
  });
  return await runPinned('stack/stack.mjs', args, { [STARTED_MS]: String(performance.timeOrigin) });
}
