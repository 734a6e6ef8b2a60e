import { ensureNode } from '@sextant/platform-config';
await ensureNode(import.meta.url);
const { run } = await import('./app.js');
await run();

//# sourceMappingURL=main.js.map