import { ALL } from '@sextant/platform-testing';
import { describeHostileMembers } from './hostile-members.js';

describeHostileMembers(ALL);
