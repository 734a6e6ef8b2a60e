import { expect } from '@jest/globals';
import { describeApp } from '@sextant/platform-testing';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relay } from '../src/app.js';
import { VENDORS } from '../src/sources/vendors/vendors.js';

describeApp(relay, {
  env: {
    EVENTS_SPOOL_DIR: mkdtempSync(join(tmpdir(), 'relay-')),
    EVENTS_HTTP_JSON_URL: '/relay/json',
    // All of them are in the document.
    ...Object.fromEntries(
      VENDORS.map(({ name }) => [`EVENTS_HTTP_${name.toUpperCase()}_URL`, `/relay/${name}`]),
    ),
  },
  health: expect.objectContaining({ status: 'up' }),
});
