import { describeHostileLogs } from '../hostile-logs.js';

// More of them: hostile-logs.long.e2e.ts.
describeHostileLogs(400);
