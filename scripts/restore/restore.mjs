import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { HELP, readFlags } from './flags.mjs';
import { runMain } from '../lib/run-main.mjs';
import { say } from '../lib/progress.mjs';

/** `npm run restore -- FILE`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (readFlags(args).isHelp) {
    say(HELP);
    return 0;
  }
  await bootstrap();
  return runPinned('restore/restore-run.mjs', args);
});
