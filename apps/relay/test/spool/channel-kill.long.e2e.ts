import { describeChannelKills } from '../channel-kills.js';

describeChannelKills({ alerts: 40, kills: 10 });
