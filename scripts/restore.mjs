import { bootstrap } from './bootstrap.mjs';
import { runPinned } from './pinned.mjs';
import { HELP, readFlags } from './restore/flags.mjs';
import { runMain } from './run-main.mjs';
import { say } from './progress.mjs';

/** `npm run restore -- FILE`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (readFlags(args).isHelp) {
    say(HELP);
    return 0;
  }
  await bootstrap();
  return runPinned('restore-run.mjs', args);
});
