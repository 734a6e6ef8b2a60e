import { expect } from '@jest/globals';
import { describeApp } from '@sextant/platform-testing';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relay } from '../src/app.js';

describeApp(relay, {
  env: {
    EVENTS_SPOOL_DIR: mkdtempSync(join(tmpdir(), 'relay-')),
    EVENTS_HTTP_JSON_URL: '/relay/json',
  },
  health: expect.objectContaining({ status: 'up' }),
});
