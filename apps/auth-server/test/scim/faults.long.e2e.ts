import { describeChanges, EACH } from '../failing-changes.js';
import { SCIM_CHANGES } from './scim-changes.js';

describeChanges(SCIM_CHANGES, EACH);
