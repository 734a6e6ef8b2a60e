import { bootstrap } from './bootstrap.mjs';
import { runPinned } from './pinned.mjs';
import { runMain } from './run-main.mjs';

/** `npm run models -- <command>`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  await bootstrap();
  return runPinned('models-run.mjs', args);
});
