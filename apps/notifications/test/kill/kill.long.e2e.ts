import { jest } from '@jest/globals';
import { describeKills } from './kills.js';

/** Rounds that take for ever are ended by what waits in them. */
jest.setTimeout(7_200_000);

describeKills({ database: 'PostgreSQL', recipients: 10_000, listening: 10_000, rounds: 6 });
// The development server looks for 10,000 users among as many as if it had no index.
describeKills({ database: 'MongoDB', recipients: 10_000, listening: 300, rounds: 4 });
// Many of fewer: whether the time to recover stays what it was.
describeKills({ database: 'PostgreSQL', recipients: 1000, listening: 100, rounds: 100 });
describeKills({ database: 'MongoDB', recipients: 1000, listening: 100, rounds: 100 });
