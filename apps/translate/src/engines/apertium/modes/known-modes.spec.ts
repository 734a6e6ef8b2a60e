import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KnownModes } from './known-modes.js';
import { DEBIAN_MODES_DIRECTORY } from './modes.js';

const MINUTE_MS = 60_000;

describe('a mode that has failed', () => {
  let folder: string;
  let nowMs = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'known-modes-'));
    // The second lacks its data on Debian 12: what lacks something is looked at each minute.
    for (const name of ['eng-spa.mode', 'ca-eo.mode']) {
      copyFileSync(join(DEBIAN_MODES_DIRECTORY, name), join(folder, name));
    }
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('is left out for ten minutes, whatever others lack', () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const known = new KnownModes([folder], 0, log);
    const broken = () => {
      known.directions();
      return known.broken().map(({ name }) => name);
    };
    known.exclude('eng-spa', 'apertium-tagger ended with SIGSEGV');

    const seen = [1, 2, 5, 9, 11].map((minutes) => {
      nowMs = minutes * MINUTE_MS;
      return broken();
    });

    const both = ['ca-eo', 'eng-spa'];
    expect(seen).toEqual([both, both, both, both, ['ca-eo']]);
  });
});
