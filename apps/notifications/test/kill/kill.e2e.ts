import { jest } from '@jest/globals';
import { describeKills } from './kills.js';

/** Rounds that take for ever are ended by what waits in them. */
jest.setTimeout(3_600_000);

/** More rounds, with 10,000 recipients and all of them listening: kill.long.e2e.ts. */
describeKills({ database: 'PostgreSQL', recipients: 3000, listening: 200, rounds: 2 });
describeKills({ database: 'MongoDB', recipients: 1500, listening: 50, rounds: 1 });
