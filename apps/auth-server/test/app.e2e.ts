import { expect } from '@jest/globals';
import { describeApp } from '@sextant/platform-testing';
import { authServer } from '../src/app.js';

describeApp(authServer, {
  health: { status: 'ok', timestamp: expect.any(String) },
  notFound: { error: 'not_found', error_description: expect.any(String) },
});
