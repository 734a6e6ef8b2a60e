import { describeGenerated } from './generated-frames.js';

/** Ten times as many: generated-frames.long.e2e.ts. */
describeGenerated(1000);
