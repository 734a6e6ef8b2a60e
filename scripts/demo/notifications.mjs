import { bootstrap } from '../bootstrap.mjs';
import { runPinned } from '../pinned.mjs';
import { say } from '../progress.mjs';
import { runMain } from '../run-main.mjs';

const HELP = `Usage: npm run demo:notifications [-- --users N]

Starts notifications on an embedded PostgreSQL and lets a class of 1,000 be notified: sockets, a
creation, signals, lists, checks, settings. It takes about half a minute.

  --users N  so many users instead`;

/** `npm run demo:notifications`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (args.includes('--help')) {
    say(HELP);
    return 0;
  }
  await bootstrap();
  return runPinned('demo/notifications-run.mjs', args);
});
