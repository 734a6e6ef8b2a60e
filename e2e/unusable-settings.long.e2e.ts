import { ALL } from '@sextant/platform-testing';
import { describeUnusableSettings } from './test/unusable-settings.js';

describeUnusableSettings(ALL);
