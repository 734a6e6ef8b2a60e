import { describeChanges, EACH } from '../failing-changes.js';
import { ADMIN_CHANGES } from './admin-changes.js';

describeChanges(ADMIN_CHANGES, EACH);
