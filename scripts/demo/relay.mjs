import { bootstrap } from '../lib/bootstrap.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { runMain } from '../lib/run-main.mjs';
import { demoFlags } from './flags.mjs';

const HELP = `Usage: npm run demo:relay [-- --keep]

Starts a real Prometheus, Alertmanager and Kafka and the relay with every source and sink, the closed
clouds as stubs that check what they are sent; fires an alert, resolves it, sends what each vendor
documents, and shows what reached each sink. It takes about a minute.

  --keep  goes on until Ctrl-C`;

/** `npm run demo:relay`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  demoFlags('npm run demo:relay', HELP, {
    keep: { type: 'boolean' },
    built: { type: 'boolean' },
  });
  await bootstrap();
  return runPinned('demo/relay-run.mjs', args);
});
