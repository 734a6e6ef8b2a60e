import { describeHostileLogs } from '../hostile-logs.js';

describeHostileLogs(10_000);
