import { expect } from '@jest/globals';
import { describeApp } from '@sextant/platform-testing';
import { speech } from '../src/app.js';

describeApp(speech, {
  notFound: {
    error: { code: 'not_found', message: expect.any(String), request_id: expect.any(String) },
  },
});
