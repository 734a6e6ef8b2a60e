import { describeKills } from './kills.js';

describeKills({ perKey: 100, kills: 20 });
