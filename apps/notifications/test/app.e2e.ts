import { afterAll, expect } from '@jest/globals';
import { describeApp, testDatabase } from '@sextant/platform-testing';
import { notifications } from '../src/app.js';

const database = await testDatabase();

describeApp(notifications, {
  notFound: { message: 'There is nothing at this address.' },
  health: {
    status: 'up',
    checks: expect.anything() as unknown,
    timestamp: expect.any(String) as unknown,
  },
  env: { DATABASE_URL: database.url },
});

afterAll(() => database.drop());
