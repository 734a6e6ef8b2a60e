import { describeGenerated } from './generated-frames.js';

describeGenerated(10_000);
