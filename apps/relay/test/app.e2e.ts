import { describeApp } from '@sextant/platform-testing';
import { relay } from '../src/app.js';

describeApp(relay);
