import { bootstrap } from '../lib/bootstrap.mjs';
import { HELP, readFlags } from './flags.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { runMain } from '../lib/run-main.mjs';

/** `npm run images`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (readFlags(args).isHelp) {
    console.log(HELP);
    return 0;
  }
  await bootstrap();
  return runPinned('images/images-run.mjs', args);
});
