import { describeApp } from '@sextant/platform-testing';
import { notifications } from '../src/app.js';

describeApp(notifications, { notFound: { message: 'There is nothing at this address.' } });
