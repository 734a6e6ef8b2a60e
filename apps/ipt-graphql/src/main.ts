import { ensureNode } from '@sextant/platform-runtime/config';

type Command = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** Each is read when it is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  keys: async () => (await import('./cli/keys-command.js')).keysCommand,
  deploy: async () => (await import('./cli/deploy-command.js')).deployCommand,
  events: async () => (await import('./cli/events-command.js')).eventsCommand,
  signatures: async () => (await import('./cli/signatures-command.js')).signaturesCommand,
  copies: async () => (await import('./cli/copies-command.js')).copiesCommand,
  symbols: async () => (await import('./cli/symbols-command.js')).symbolsCommand,
};

await ensureNode(import.meta.url);
const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command !== undefined) {
  process.exitCode = await (await command())(rest, process.env);
} else {
  const { run } = await import('./app.js');
  await run();
}
