import { describeKills } from './kills.js';

/** More kills among more alerts: kill.long.e2e.ts. */
describeKills({ perKey: 20, kills: 3 });
