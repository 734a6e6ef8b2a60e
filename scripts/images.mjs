import { bootstrap } from './bootstrap.mjs';
import { HELP, readFlags } from './images/flags.mjs';
import { runPinned } from './pinned.mjs';
import { runMain } from './run-main.mjs';

/** `npm run images`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (readFlags(args).isHelp) {
    console.log(HELP);
    return 0;
  }
  await bootstrap();
  return runPinned('images-run.mjs', args);
});
