import { describe, expect, it } from '@jest/globals';
import type { Fault } from '@sextant/platform-testing';
import { describeChanges, sampleOf } from '../failing-changes.js';
import { ADMIN_CHANGES, byAdmin } from './admin-changes.js';

/** Each statement in turn: faults.long.e2e.ts. */
const watched = describeChanges(ADMIN_CHANGES, sampleOf());

describe('rotated keys', () => {
  it.each<Fault>(['error', 'disconnect'])('happens whole or not at all: %s', async (fault) => {
    const rotate = byAdmin(watched(), 'POST', '/keys/rotate?algorithm=ES256');
    for (let at = 0; ; at += 1) {
      const before = await watched().stored();
      const { isDone, seen } = await rotate({ at, fault });
      if (isDone) {
        expect(seen.statements.indexOf('COMMIT')).toBeLessThan(at);
        break;
      }
      expect((await watched().stored()) === before).toBe(true);
    }
  });
});
