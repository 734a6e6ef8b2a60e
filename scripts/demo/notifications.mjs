import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { runMain } from '../lib/run-main.mjs';
import { demoFlags } from './flags.mjs';

const HELP = `Usage: npm run demo:notifications [-- --users N]

Starts notifications on an embedded PostgreSQL and lets a class of 1,000 be notified: sockets, a
creation, signals, lists, checks, settings. It takes about half a minute.

  --users N  so many users instead`;

/** `npm run demo:notifications`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  demoFlags('npm run demo:notifications', HELP, { users: { type: 'string' } });
  await bootstrap();
  return runPinned('demo/notifications-run.mjs', args);
});
