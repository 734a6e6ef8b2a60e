import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const { isOption, runCommand } = await import('./cli/run-command.js');
const [command, ...words] = process.argv.slice(2);
if (command !== undefined && command !== 'migrate' && !isOption(command))
  process.exitCode = await runCommand(command, words);
else {
  const { run } = await import('./app.js');
  await run();
}
