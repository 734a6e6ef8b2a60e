import { describeKills } from '../kills.js';

/** More kills among more alerts: kill.long.e2e.ts. */
describeKills({ keys: 50, perKey: 16, kills: 2 });
