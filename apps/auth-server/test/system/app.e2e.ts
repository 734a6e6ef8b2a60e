import { afterAll, beforeAll, expect } from '@jest/globals';
import { describeApp, testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { authServer } from '../../src/app.js';
import { testKey } from '../running-auth.js';

const env: Record<string, string> = { KEY_ENCRYPTION_KEY: testKey() };
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  env['DATABASE_URL'] = database.url;
});
afterAll(() => database.drop());

describeApp(authServer, {
  health: expect.objectContaining({ status: 'ok', timestamp: expect.any(String) }),
  notFound: {
    error: 'not_found',
    error_description: expect.any(String),
    error_uri: expect.stringContaining('#not_found'),
  },
  env,
});
