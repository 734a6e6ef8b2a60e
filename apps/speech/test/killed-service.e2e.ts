import { describeKilledService } from './killed-service.js';

// More rounds: killed-service.long.e2e.ts.
describeKilledService([5, 400, 1000]);
