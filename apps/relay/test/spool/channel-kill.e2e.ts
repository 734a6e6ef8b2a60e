import { describeChannelKills } from '../channel-kills.js';

describeChannelKills({ alerts: 6, kills: 2 });
