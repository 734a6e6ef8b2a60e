import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const { keysCommand } = await import('./developer-keys/keys-command.js');
process.exitCode = await keysCommand(process.argv.slice(2), process.env);
