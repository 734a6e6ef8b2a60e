import { describeApp } from '@sextant/platform-testing';
import { iptGraphql } from '../src/app.js';

describeApp(iptGraphql);
