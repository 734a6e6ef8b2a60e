import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const { runCli } = await import('./command-line.js');
process.exitCode = await runCli(process.argv.slice(2));
