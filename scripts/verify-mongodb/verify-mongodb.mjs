import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';

const HELP = `Usage: npm run verify:mongodb -- <uri> [--rounds N]

Proves notifications on a MongoDB of yours, which should be the replica set that you mean to use: the storage's
contract with its races, and rounds in which the service is killed and the primary steps down while many are
notified. It makes databases of its own (test_*, verify_*) and prints a verdict. About five minutes.

  --rounds N  so many kills (20)`;

/** `npm run verify:mongodb -- <uri>`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (args.length === 0 || args.includes('--help')) {
    say(HELP);
    return args.length === 0 ? 1 : 0;
  }
  if (!/^mongodb(\+srv)?:\/\//.test(args[0] ?? '')) {
    throw new StartError('Name the server first: mongodb://user:password@host/?replicaSet=rs0');
  }
  await bootstrap();
  return runPinned('verify-mongodb/verify-mongodb-run.mjs', args);
});
