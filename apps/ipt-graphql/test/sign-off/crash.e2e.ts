import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { type TestDatabase, freePort, startOf, testDatabase } from '@sextant/platform-testing';
import { keysCommand } from '../../src/cli/keys-command.js';
import { startChain, type TestChain } from '../anvil.js';
import { IptClient, projectData } from '../client.js';
import { environment } from '../started-service.js';

/** A busy machine starts processes slowly. */
jest.setTimeout(240_000);

const START = startOf('ipt-graphql');

/** The service as a process of its own, which can be killed. It runs what `nx build` made. */
describe('the service as a process', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let env: Record<string, string>;
  let child: ChildProcess | undefined;
  let url = '';
  const got: string[] = [];
  let isAnswering = false;
  const receiver = createServer((request, response) => {
    got.push(String(request.headers['webhook-id']));
    if (isAnswering) response.writeHead(204).end();
  });

  const keysProcess = (...args: readonly string[]) =>
    spawnSync(process.execPath, [...START, 'keys', ...args], {
      env: { ...process.env, DATABASE_URL: database.url },
      encoding: 'utf8',
    });
  /** What that process does, without the cost of another one. */
  const keys = async (...args: readonly string[]) => {
    let stdout = '';
    const out = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout += String(text);
      return true;
    });
    const err = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const status = await keysCommand(args, { ...process.env, DATABASE_URL: database.url });
    for (const spy of [out, err]) spy.mockRestore();
    return { status, stdout };
  };
  const start = async (): Promise<string> => {
    const port = await freePort();
    child = spawn(process.execPath, START, {
      env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error' },
      stdio: 'inherit',
    });
    url = `http://127.0.0.1:${port}`;
    const lateMs = Date.now() + 60_000;
    while (
      !(await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > lateMs) throw new Error('The service does not start.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return url;
  };
  const isRunning = () => child?.exitCode === null && child.signalCode === null;
  /** The one that runs, or a new one. */
  const running = async () => (isRunning() ? url : await start());
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };

  beforeAll(async () => {
    [chain, database] = await Promise.all([startChain(), testDatabase()]);
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    env = { ...environment(chain, database.url), WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}` };
  });

  afterAll(async () => {
    await kill();
    receiver.closeAllConnections();
    receiver.close();
    await Promise.all([chain.close(), database.drop()]);
  });

  it('has a command for keys: create, list, rotate, revoke', async () => {
    const created = keysProcess(
      'create',
      '--tenant',
      'acme',
      '--scopes',
      'mint',
      '--chains',
      '11155111',
      '--label',
      'ci',
    );
    expect(created.stdout).toMatch(/^sxt_\w{36}\n$/);
    const [id = '', masked, scopes, state] = (await keys('list', '--tenant', 'acme')).stdout
      .trim()
      .split('\t');
    expect([scopes, state]).toEqual(['mint,chain:11155111', 'active']);
    expect(created.stdout).not.toContain(masked ?? '');
    expect((await keys('rotate', '--tenant', 'acme', '--id', id)).stdout).toMatch(/^sxt_/);
    expect((await keys('revoke', '--tenant', 'acme', '--id', id)).stdout).toContain('revoked');
    expect((await keys('revoke', '--tenant', 'other', '--id', id)).status).toBe(1);

    expect((await keys('create', '--tenant', 'acme', '--scopes', 'fly')).status).toBe(2);
    expect((await keys('create')).status).toBe(2);
    expect(keysProcess('--help').status).toBe(0);
  });

  it('lists expired keys as such, a line each, and refuses what makes no sense', async () => {
    const source = new DataSource({ type: 'postgres', url: database.url });
    await source.initialize();
    await keys('create', '--tenant', 'old', '--days', '1', '--label', 'ends');
    await source.query(
      "UPDATE api_keys SET expires_at = now() - interval '1 s', label = E'a\\tb' WHERE owner = 'old'",
    );
    await source.destroy();

    const [id = '', , , state, label, ...more] = (await keys('list', '--tenant', 'old')).stdout
      .trim()
      .split('\t');

    expect([state, label, more]).toEqual(['expired', 'a b', []]);
    expect((await keys('rotate', '--tenant', 'old', '--id', id)).status).toBe(1);
    for (const wrong of [
      ['--tenant', 'old', '--scopes', ''],
      ['--tenant', 'old', '--scopes', ','],
      ['--tenant', 'old', '--label', 'a\tb'],
      ['--tenant', 'old', '--label', ''],
      ['--tenant', 'o'.repeat(101)],
      ['--tenant', 'o\nld'],
    ]) {
      expect((await keys('create', ...wrong)).status).toBe(2);
    }
  });

  it('answers the same authorization after kill -9 between signing and answering', async () => {
    const key = (await keys('create', '--tenant', 'crash')).stdout.trim();
    const wallet = chain.wallet(1);
    const before = new IptClient(await start(), key, chain);
    const ipnftId = await before.reserve(wallet);
    const { request } = await before.prepareSignOff(wallet, ipnftId, 'CRASH');
    // The row of the authorization is there, and nobody has been answered: the commit is what is waited for.
    const answer = before.call('signoffMetadata', request).catch(() => 'no answer');
    const count = async () =>
      Number(
        (await database.query<{ count: string }>('SELECT count(*) FROM authorizations'))[0]?.count,
      );
    while ((await count()) === 0) await new Promise((resolve) => setImmediate(resolve));
    await kill();
    await answer;
    const [stored] = await database.query<{ signed_authorization: string }>(
      'SELECT * FROM authorizations',
    );

    const after = new IptClient(await start(), key, chain);

    expect(await after.call('signoffMetadata', request)).toMatchObject({
      isSuccess: true,
      authorization: stored?.signed_authorization,
    });
    expect(await count()).toBe(1);
    // What was answered before is there as well.
    const document = await fetch(`${after.url}/ipfs/${request.tokenURI.slice(7)}`);
    expect(document.status).toBe(200);
  });

  it('sends what a step told to a webhook after kill -9 in the middle of sending', async () => {
    const { port } = receiver.address() as AddressInfo;
    const key = (
      await keys('create', '--tenant', 'hooked', '--scopes', 'mint,admin')
    ).stdout.trim();
    const client = new IptClient(await running(), key, chain);
    const { body } = await client.post({
      query: `mutation { createWebhook(url: "http://127.0.0.1:${port}/") { isSuccess } }`,
    });
    expect(body).toEqual({ data: { createWebhook: { isSuccess: true } } });
    const wallet = chain.wallet(1).address;
    const project = projectData({ ipnftId: '99', symbol: 'HOOKED', wallet, chainId: 11155111 });
    await client.call('generateAssignmentAgreement', { projectData: JSON.stringify(project) });
    const until = async (isThere: () => boolean) => {
      const lateMs = Date.now() + 60_000;
      while (!isThere()) {
        if (Date.now() > lateMs) throw new Error(`Waited in vain: ${got.join()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await until(() => got.length > 0);

    await kill();
    isAnswering = true;
    await start();
    await until(() => got.length > 1);

    expect(new Set(got).size).toBe(1);
  });
});
