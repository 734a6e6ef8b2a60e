import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { isRunning } from '../lib/processes.mjs';
import { services } from '../lib/project.mjs';
import { runStack, statusOf, until } from './run-stack.mjs';

const SIZE = '700m';
const skip = process.getuid() !== 0 && 'mounting a tmpfs takes root';
const names = services.map(({ name }) => name);

/** The real programs on a small disk: it is filled while they work, and freed again. */
describe('a disk that is full', { skip }, () => {
  let disk, stack;

  before(async () => {
    disk = mkdtempSync(join(tmpdir(), 'sextant-full-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', disk]);
    chmodSync(disk, 0o755);
    stack = await runStack(disk);
    await stack.isStarted();
  });
  after(async () => {
    free();
    if (!stack.hasEnded()) await stack.stop();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });

  const filler = () => join(disk, 'filler');
  const fill = () => {
    const file = openSync(filler(), 'a');
    try {
      for (let bytes = 1 << 20; bytes >= 1;) {
        try {
          writeSync(file, Buffer.alloc(bytes));
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
          bytes = Math.floor(bytes / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  };
  const free = () => rmSync(filler(), { force: true });

  const json = (body, headers = {}) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const translate = () => {
    const Authorization = `DeepL-Auth-Key ${stack.credentials().translate.auth_key}`;
    const body = { text: ['La casa es grande.'], source_lang: 'ES', target_lang: 'CA' };
    return statusOf(`${stack.gateway}/v2/translate`, json(body, { Authorization }));
  };
  const alert = () => {
    const alerts = [{ status: 'firing', labels: { alertname: 'DiskFull' }, startsAt: new Date() }];
    return statusOf(`${stack.gateway}/relay/alertmanager`, json({ alerts }));
  };
  const token = () => {
    const { client_id, client_secret } = stack.credentials().auth_server.clients.confidential;
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'translate' });
    const headers = { Authorization: `Basic ${basic}` };
    return statusOf(`${stack.gateway}/oauth/token`, { method: 'POST', headers, body });
  };
  const readiness = () =>
    Promise.all(names.map((name) => statusOf(`${stack.urlOf(name)}/health/ready`)));

  it('has had everything working', async () => {
    assert.deepEqual(
      await readiness(),
      names.map(() => 200),
    );
    assert.deepEqual([await translate(), await token()], [200, 200]);
    assert.equal(Math.floor((await alert()) / 100), 2);
  });

  it('ends neither npm start nor a service by its log, whatever they are asked', async () => {
    const before = stack.children().filter(({ role }) => role === 'app' || role === 'gateway');
    fill();

    const seen = new Set();
    for (let round = 1; round <= 100; round += 1) {
      for (const status of await Promise.all([translate(), token(), alert()])) seen.add(status);
    }

    assert.equal(stack.hasEnded(), false);
    assert.deepEqual(
      before.filter((child) => !isRunning(child)).map(({ name }) => name),
      [],
    );
    // Refused, or served all the same where nothing has to be stored; or too often; never cut off, never a 500.
    assert.deepEqual(
      [...seen].filter((status) => ![200, 202, 429, 503].includes(status)),
      [],
    );
    assert.equal(seen.has(503), true);
  });

  for (const name of ['relay', 'postgres', 'anvil', 'gateway']) {
    it(`does not end npm start when ${name} is killed on it`, async () => {
      const killed = stack.children().find((child) => child.name === name);
      process.kill(killed.pid, 'SIGKILL');

      await until(
        () => !isRunning(killed),
        () => `${name} survived`,
      );
      assert.equal(stack.hasEnded(), false);
    });
  }

  it('leaves all six services ready once it is free again, with what was lost counted', async () => {
    free();

    await until(
      async () => (await readiness()).every((status) => status === 200),
      () => `not all are ready again:\n${stack.said()}`,
    );
    await until(
      async () => (await translate()) === 200 && (await token()) === 200 && (await alert()) < 300,
      () => `not all work again:\n${stack.said()}`,
    );
    const logs = names.map((name) => readFileSync(join(disk, 'logs', `${name}.log`), 'utf8'));
    assert.equal(
      logs.some((log) => log.includes('"msg":"log.lines_lost"')),
      true,
    );
  });

  it('leaves no orphans when npm start stops afterwards', async () => {
    await until(
      () => stack.children().length === names.length + 3,
      () => `run.json names ${JSON.stringify(stack.children())}`,
    );
    const children = stack.children();

    assert.equal(await stack.stop(), 0);

    assert.deepEqual(children.filter(isRunning), []);
  });
});
