import { writePage } from '../../bench/lib/benchmarks-page.mjs';

/** Writes docs/benchmarks.md from the committed results, on Node 24. */
await writePage();
