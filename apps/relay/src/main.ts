import { ensureNode } from '@sextant/platform-config';

await ensureNode(import.meta.url);
const { isCommand, runCommand } = await import('./cli/run-command.js');
const [command = '', ...words] = process.argv.slice(2);
if (isCommand(command)) process.exitCode = await runCommand(command, words);
else {
  const { run } = await import('./app.js');
  await run();
}
