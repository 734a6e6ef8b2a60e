import { describeChanges, EACH } from '../failing-changes.js';
import { ACCOUNT_CHANGES } from './account-changes.js';

describeChanges(ACCOUNT_CHANGES, EACH);
