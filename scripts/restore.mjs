import { bootstrap } from './bootstrap.mjs';
import { runPinned } from './pinned.mjs';
import { runMain } from './run-main.mjs';

/** `npm run restore -- FILE`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  await bootstrap();
  return runPinned('restore-run.mjs', args);
});
