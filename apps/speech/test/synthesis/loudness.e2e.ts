import { describeLoudness } from './loudness.js';

/** Voices of both engines, and one in each format; more of both: loudness.long.e2e.ts. */
describeLoudness({ voices: ['george', 'kal', 'zh-male'], encoded: ['henry'] });
