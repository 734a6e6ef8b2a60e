import { describeKills } from '../kills.js';

describeKills({ keys: 100, perKey: 100, kills: 20 });
