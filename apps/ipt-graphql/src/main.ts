import { ensureNode } from '@sextant/platform-config';

await ensureNode(import.meta.url);
const [command, ...rest] = process.argv.slice(2);
if (command === 'keys') {
  const { keysCommand } = await import('./cli/keys-command.js');
  process.exitCode = await keysCommand(rest, process.env);
} else if (command === 'deploy') {
  const { deployCommand } = await import('./cli/deploy-command.js');
  process.exitCode = await deployCommand(rest, process.env);
} else if (command === 'events') {
  const { eventsCommand } = await import('./cli/events-command.js');
  process.exitCode = await eventsCommand(rest, process.env);
} else if (command === 'signatures') {
  const { signaturesCommand } = await import('./cli/signatures-command.js');
  process.exitCode = await signaturesCommand(rest, process.env);
} else if (command === 'copies') {
  const { copiesCommand } = await import('./cli/copies-command.js');
  process.exitCode = await copiesCommand(rest, process.env);
} else if (command === 'symbols') {
  const { symbolsCommand } = await import('./cli/symbols-command.js');
  process.exitCode = await symbolsCommand(rest, process.env);
} else {
  const { run } = await import('./app.js');
  await run();
}
