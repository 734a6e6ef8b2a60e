import { ensureNode } from '@sextant/platform-runtime/config';

await ensureNode(import.meta.url);
const { run } = await import('./app.js');
await run();
