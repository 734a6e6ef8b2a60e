import { ensureNode } from '@sextant/platform-runtime/config';
import { isCommand } from './cli/commands.js';

await ensureNode(import.meta.url);
const words = process.argv.slice(2);
if (isCommand(words[0])) {
  const { runCli } = await import('./command-line.js');
  process.exitCode = await runCli(words);
} else {
  const { run } = await import('./app.js');
  await run();
}
