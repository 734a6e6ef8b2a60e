import { describeChanges, sampleOf } from '../failing-changes.js';
import { SCIM_CHANGES } from './scim-changes.js';

/** Each statement in turn: faults.long.e2e.ts. */
describeChanges(SCIM_CHANGES, sampleOf());
