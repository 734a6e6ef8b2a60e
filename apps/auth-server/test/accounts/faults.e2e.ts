import { describeChanges, sampleOf } from '../failing-changes.js';
import { ACCOUNT_CHANGES } from './account-changes.js';

/** Each statement in turn: faults.long.e2e.ts. */
describeChanges(ACCOUNT_CHANGES, sampleOf());
