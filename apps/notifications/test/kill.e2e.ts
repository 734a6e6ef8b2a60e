import { jest } from '@jest/globals';
import { describeKills } from './kills.js';

/** Rounds that take for ever are ended by what waits in them. */
jest.setTimeout(3_600_000);

/** More rounds, with all 10,000 listening: kill.long.e2e.ts. */
describeKills({ database: 'PostgreSQL', listening: 1000, rounds: 2 });
// The development server looks for 10,000 users among as many as if it had no index.
describeKills({ database: 'MongoDB', listening: 300, rounds: 1 });
