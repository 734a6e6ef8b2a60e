import { describeMemory } from './memory.js';

describeMemory({ megabytes: 400, whileTheyArriveMiB: 450, afterRestartMiB: 450 });
