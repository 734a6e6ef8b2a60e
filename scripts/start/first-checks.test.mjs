import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { findFreePorts } from '../services/network.mjs';
import { projectDir, services } from '../lib/project.mjs';
import { checkFirst } from './first-checks.mjs';
import { parseFlags } from './flags.mjs';

describe('before anything is installed', () => {
  let folder, env;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-first-'));
    const variables = [...services.map(({ portVariable }) => portVariable), 'PGPORT', 'CHAIN_PORT'];
    const first = await findFreePorts({ count: 9, folder, taken: new Set() });
    env = { ...Object.fromEntries(variables.map((name, at) => [name, String(first + at)])) };
  });
  after(() => rmSync(folder, { recursive: true }));

  const flagsOf = (name) => ({
    ...parseFlags(['--data', join(folder, name)]),
    port: Number(env.PGPORT) + 2, // behind the chain's
  });
  const check = (name, more = {}) =>
    checkFirst(
      { ...flagsOf(name), ...(more.only === undefined ? {} : { only: more.only }) },
      {
        ...{ env: { ...env, ...more.env }, isInstalled: more.isInstalled ?? true },
        freeMib: more.freeMib ?? (() => 10_000),
        sharedRoot: join(folder, 'shared'),
      },
    );

  const makeCluster = (name, version) => {
    const cluster = join(folder, name, 'postgres');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), version);
  };

  it('a machine that has all it needs is taken', async () => {
    await check('fresh', { isInstalled: false });
  });

  for (const variable of ['TRANSLATE_PORT', 'RELAY_PORT', 'PGPORT', 'CHAIN_PORT']) {
    it(`a taken port is told with ${variable}`, async () => {
      const other = createServer().listen(Number(env[variable]), '127.0.0.1');
      await once(other, 'listening');

      const refused = check('fresh');

      await assert.rejects(refused, new RegExp(`Port ${env[variable]} .* Set ${variable}\\.`));
      other.close();
      await once(other, 'close');
    });
  }

  it('a port that is none is told', async () => {
    await assert.rejects(
      check('fresh', { env: { RELAY_PORT: 'x' } }),
      /RELAY_PORT: "x" is no port/,
    );
    await assert.rejects(check('fresh', { env: { PGPORT: '0' } }), /PGPORT: "0" is no port/);
  });

  it('a full disk is told with what is needed, for what, and where', async () => {
    const full = check('fresh', { isInstalled: false, freeMib: () => 1999 });
    await assert.rejects(full, /has 1999 MiB free, and npm start needs 2000 MiB to install/);
    await check('fresh', { freeMib: () => 300 });

    const small = check('fresh', { freeMib: () => 299 });
    await assert.rejects(small, /needs 300 MiB for databases and logs\. .*--data on another disk/);
  });

  it('databases of another PostgreSQL are told with both versions', async () => {
    makeCluster('old', '16\n');

    await assert.rejects(
      check('old'),
      /made by PostgreSQL 16, and this version of Sextant runs 18\./,
    );
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `postgres://u:p@127.0.0.1:${server.address().port}/x`;
    await check('old', { env: { DATABASE_URL: url } });
    server.close();

    makeCluster('old', '18\n');
    await check('old');
  });

  it('databases that do not say what made them are told as damaged', async () => {
    makeCluster('damaged', '');

    await assert.rejects(
      check('damaged'),
      /PG_VERSION does not say which PostgreSQL made .*damaged/,
    );
  });

  it('a level of the log that no service has is told with code 2', async () => {
    await assert.rejects(check('fresh', { env: { LOG_LEVEL: 'silly' } }), (error) => {
      assert.match(error.message, /^LOG_LEVEL: "silly" must be one of fatal, error, warn, info,/);
      assert.equal(error.exitCode, 2);
      return true;
    });
    const source = new URL('libs/platform/runtime/src/logging/logger.ts', `file://${projectDir}/`);
    const [, list] = /LOG_LEVELS = \[(.*?)\]/.exec(readFileSync(source, 'utf8'));
    for (const level of ['', ...list.match(/\w+/g)]) {
      await check('fresh', { env: { LOG_LEVEL: level } });
    }
  });

  it('a database server that is not there is told with code 2, in the first seconds', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    await once(server, 'close');

    for (const [host, told] of [
      [`127.0.0.1:${port}`, `127.0.0.1:${port} (ECONNREFUSED)`],
      [`[::1]:${port}`, `[::1]:${port} (E`],
    ]) {
      const url = `postgres://u:hunter2@${host}/x`;
      await assert.rejects(check('fresh', { env: { DATABASE_URL: url } }), (error) => {
        assert.ok(error.message.includes(`DATABASE_URL: no server answers at ${told}`));
        assert.doesNotMatch(error.message, /hunter2/);
        assert.equal(error.exitCode, 2);
        return true;
      });
    }
    for (const url of [
      'postgres://u:p@127.0.0.1:1/x?host=/run/postgresql',
      'postgres://u:p@%2Frun%2Fpostgresql/x',
    ]) {
      await check('fresh', { env: { DATABASE_URL: url } });
    }
    const away = { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` };
    await check('fresh', { env: away, only: ['relay'] }); // it has no database
  });

  it('an address of a database that is none is told with code 2, and without its password', async () => {
    for (const text of [
      'db:5432',
      'mysql://u:hunter2@db/x',
      'postgres://u:hunter2%@db/x',
      'postgres://u:hunter2@%zz/x',
    ]) {
      await assert.rejects(check('fresh', { env: { DATABASE_URL: text } }), (error) => {
        assert.match(error.message, /^DATABASE_URL: the value must be a URL/);
        assert.doesNotMatch(error.message, /hunter2/);
        assert.equal(error.exitCode, 2);
        return true;
      });
    }
  });
});
