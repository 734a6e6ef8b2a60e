import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const [command, ...rest] = process.argv.slice(2);
if (command === 'keys') {
  const { keysCommand } = await import('./cli/keys-command.js');
  process.exitCode = await keysCommand(rest, process.env);
} else {
  const { run } = await import('./app.js');
  await run();
}
