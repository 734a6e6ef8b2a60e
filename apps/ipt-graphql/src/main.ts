import { ensureNode } from '@sextant/platform-runtime/config';
import { COMMANDS } from './cli/commands.js';

await ensureNode(import.meta.url);
const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command !== undefined) {
  const runCommand = await command.load();
  process.exitCode = await runCommand(rest, process.env);
} else {
  const { run } = await import('./app.js');
  await run();
}
