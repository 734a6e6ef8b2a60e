import { describeMemory } from './memory.js';

// Without any event it takes 160 MiB; twice as much, and tighter: memory.long.e2e.ts.
describeMemory({ megabytes: 200, whileTheyArriveMiB: 430, afterRestartMiB: 320 });
