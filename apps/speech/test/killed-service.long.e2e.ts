import { describeKilledService } from './killed-service.js';

describeKilledService([5, 50, 150, 250, 400, 550, 700, 850, 1000, 1150, 1300]);
