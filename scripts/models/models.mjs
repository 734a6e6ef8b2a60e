import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { runMain } from '../lib/run-main.mjs';

/** `npm run models -- <command>`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  await bootstrap();
  return runPinned('models/models-run.mjs', args);
});
