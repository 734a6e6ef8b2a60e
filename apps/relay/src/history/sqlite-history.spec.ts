import { expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteHistory } from './sqlite-history.js';

it('is for its user only, also where it takes the place of a file that nobody can read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  writeFileSync(join(folder, 'history.sqlite'), 'no database '.repeat(1000));

  const limits = { keptMs: 1000, maxBytes: 1_000_000, leastFreeBytes: 0 };
  const history = await SqliteHistory.open(folder, limits);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  await history.close();
  rmSync(folder, { recursive: true });

  expect(modes.length).toBeGreaterThan(0);
  expect(new Set(modes)).toEqual(new Set([0o600]));
});
