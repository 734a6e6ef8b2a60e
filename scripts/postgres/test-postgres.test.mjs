import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { projectDir } from '../lib/project.mjs';
import { processesWith, waitUntil } from '../lib/processes.mjs';
import { placeOfData, removePlaceInMemory } from './memory-place.mjs';
import { sharedPlace } from './postgres-place.mjs';
import { withClient } from './postgres.mjs';

const run = promisify(execFile);

/** The watcher of the server looks every ten seconds. */
const WATCHED_MS = 30_000;

describe('the PostgreSQL for tests', () => {
  let root, clone, state, place;

  before(() => {
    root = mkdtempSync(join(realpathSync(tmpdir()), 'sextant-test-postgres-'));
    chmodSync(root, 0o755); // PostgreSQL may run as another user
    clone = join(root, 'clone');
    state = join(clone, '.data', 'test-postgres');
    makeClone();
  });
  after(() => {
    removePlaceInMemory(state);
    rmSync(dirname(sharedPlace({ projectDir: clone, dataDir: state })), {
      recursive: true,
      force: true,
    });
    rmSync(root, { recursive: true, force: true });
  });

  it('goes on while it is used, also when its folder does not say any more at which port it is', async () => {
    const url = await start();
    rmSync(join(state, 'port'));
    assert.equal(await start(), url);

    await withClient(url, async (client) => {
      await sleep(21_000);
      const { rows } = await client.query('SELECT 1 AS one');
      assert.deepEqual(rows, [{ one: 1 }]);
    });
  });

  it('ends when its clone is removed, also after its folder could not be used for a while, and leaves nothing in memory', async () => {
    const url = await start();
    mkdirSync(join(state, 'lock')); // what watches it cannot take its turn
    await sleep(12_000);
    rmSync(clone, { recursive: true, force: true });

    const isGone = () => !existsSync(place) && processesWith([place]).length === 0;
    assert.equal(await waitUntil(isGone, WATCHED_MS), true);
    assert.equal(existsSync(clone), false);
    assert.equal(await answers(url), false);
  });

  function makeClone() {
    for (const name of ['lib', 'postgres', 'services']) {
      cpSync(join(projectDir, 'scripts', name), join(clone, 'scripts', name), { recursive: true });
    }
    symlinkSync(join(projectDir, 'node_modules'), join(clone, 'node_modules'));
  }

  async function start() {
    const program = join(clone, 'scripts', 'postgres', 'test-postgres.mjs');
    const env = { ...process.env, TEST_DATABASE_URL: '', SEXTANT_TEST_PGPORT: '' };
    const { stdout } = await run(process.execPath, [program], { env });
    place = placeOfData(state);
    return stdout.trim();
  }
});

async function answers(url) {
  return await withClient(url, () => true).catch(() => false);
}
