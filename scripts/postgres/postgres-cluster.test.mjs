import assert from 'node:assert/strict';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';

import { findFreePorts } from '../services/network.mjs';
import { prepareCluster } from './postgres-cluster.mjs';
import { ensurePostgres, findPostgres } from './postgres.mjs';

describe('databases in a data folder', () => {
  let root, dataDir;
  before(() => {
    root = mkdtempSync('/var/tmp/sextant-cluster-');
    chmodSync(root, 0o755); // the user `postgres` enters it
  });
  after(() => rmSync(root, { recursive: true }));

  let count = 0;
  beforeEach(() => {
    dataDir = join(root, String((count += 1)));
    mkdirSync(dataDir);
  });
  const options = (more = {}) => ({
    ...{ dataDir, isDataExplicit: true, sharedRoot: join(root, 'shared') },
    ...{ port: 1, portVariable: 'PGPORT', ...more },
  });
  const file = () => join(dataDir, 'postgres-password');

  it('have a new password where its file is empty, and keep it', () => {
    writeFileSync(file(), '\n');

    const { password } = prepareCluster(options());

    assert.match(password, /^[\w-]{32}$/);
    assert.equal(readFileSync(file(), 'utf8'), password);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.equal(prepareCluster(options()).password, password);
  });

  it('have no password rather than half of one, where the disk is full', (test) => {
    const write = fs.writeFileSync;
    const restore = () => {
      fs.writeFileSync = write;
      syncBuiltinESMExports();
    };
    test.after(restore);
    fs.writeFileSync = (path, ...rest) => {
      if (!String(path).startsWith(file())) return write(path, ...rest);
      write(path, '');
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    syncBuiltinESMExports();
    assert.throws(() => prepareCluster(options()), /ENOSPC/);
    restore();

    assert.equal(existsSync(file()), false);
  });

  it('are given up only by who runs them: a password that is empty or gone is told', () => {
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18');
    assert.throws(() => prepareCluster(options()), /postgres-password is gone/);

    writeFileSync(file(), '');

    assert.throws(() => prepareCluster(options()), /postgres-password is gone, .* --reset/);
  });

  it('are found by another path too while a server runs with them', async (test) => {
    const port = await findFreePorts({ count: 1, folder: root, taken: new Set() });
    const server = await ensurePostgres(options({ port }));
    test.after(() => server.stop());
    const linked = join(root, 'linked');
    symlinkSync(dataDir, linked);

    const found = findPostgres(options({ dataDir: linked, port }));

    assert.equal(found?.child.pid, server.child.pid);
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), true);
    const again = await ensurePostgres(options({ dataDir: linked, port }));
    assert.deepEqual([again.adopted, again.child.pid], [true, server.child.pid]);
  });
});
