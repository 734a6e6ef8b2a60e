import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { runMain } from '../lib/run-main.mjs';

/** `npm run conformance -- --help`: installs missing packages, the rest runs on the pinned Node. */
await runMain(async (args) => {
  await bootstrap();
  return runPinned('conformance/conformance-run.mjs', args);
});
