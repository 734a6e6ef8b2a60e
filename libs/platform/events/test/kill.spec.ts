import { describeKills } from './kills.js';

describeKills(3);
