import { aThird } from '@sextant/platform-testing';
import { describeHostileMembers } from './hostile-members.js';

/** All of them: hostile-members.long.e2e.ts. */
describeHostileMembers(aThird());
