import { ensureNode } from '@sextant/platform-config';

await ensureNode(import.meta.url);
const { runCli } = await import('./command-line.js');
process.exitCode = await runCli(process.argv.slice(2));
