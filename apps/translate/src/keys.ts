import { ensureNode } from '@sextant/platform-config';

await ensureNode(import.meta.url);
const { keysCommand } = await import('./developer-keys/keys-command.js');
process.exitCode = await keysCommand(process.argv.slice(2), process.env);
