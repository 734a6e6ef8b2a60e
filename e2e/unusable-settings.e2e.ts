import { aThird } from '@sextant/platform-testing';
import { describeUnusableSettings } from './test/unusable-settings.js';

/** `unusable-settings.long.e2e.ts` tries all of them. */
describeUnusableSettings(aThird());
