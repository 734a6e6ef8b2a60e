import { jest } from '@jest/globals';
import { describeKills } from './kills.js';

/** Rounds that take for ever are ended by what waits in them. */
jest.setTimeout(3_600_000);

describeKills({ database: 'PostgreSQL', recipients: 10_000, listening: 10_000, rounds: 6 });
// The development server looks for 10,000 users among as many as if it had no index.
describeKills({ database: 'MongoDB', recipients: 10_000, listening: 300, rounds: 4 });
