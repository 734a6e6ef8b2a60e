import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const { askOnTerminal, modelsCommand } = await import('./models-command.js');
process.exitCode = await modelsCommand(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
  ask: askOnTerminal,
});
