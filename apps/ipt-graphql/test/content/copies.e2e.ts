import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, startApp, startOf, testDatabase } from '@sextant/platform-testing';
import type { Wallet } from 'ethers';
import { iptGraphql } from '../../src/app.js';
import { copiesCommand } from '../../src/cli/copies-command.js';
import { CopyStore } from '../../src/content/copies/copies.js';
import { IptClient, projectData as projectDataOf } from '../client.js';
import { PinningStub, TOKEN } from '../pinning-stub.js';
import { startService, type StartedService } from '../started-service.js';

const ORIGIN = '/dns4/kubo.example/tcp/4001';

interface Row {
  readonly state: string;
  readonly error: string | null;
  readonly request_id: string | null;
  readonly verified_at: Date | null;
}

describe('second copies', () => {
  const stub = new PinningStub();
  let service: StartedService;
  let wallet: Wallet;

  beforeAll(async () => {
    const url = await stub.start();
    service = await startService({
      env: {
        PINNING_SERVICE_URL: `${url}/v1`,
        PINNING_SERVICE_TOKEN: TOKEN,
        PINNING_ORIGINS: ORIGIN,
        PINNING_GATEWAY_URL: url,
        SECOND_COPY_WAIT_MS: '300',
      },
    });
    stub.contentUrl = service.running.url;
    wallet = service.chain.wallet(1);
  });

  afterAll(async () => {
    await service.close();
    stub.close();
  });

  afterEach(() => {
    stub.status = 'pinned';
    stub.answer = undefined;
    stub.spoil = (bytes) => bytes;
    for (const pin of stub.pins) pin.status = 'pinned';
    expect(stub.violations).toEqual([]);
  });

  const prepared = async (symbol: string) => {
    const ipnftId = await service.client.reserve(wallet);
    return await service.client.prepareSignOff(wallet, ipnftId, symbol);
  };
  const signOff = async (request: Readonly<Record<string, unknown>>) =>
    (await service.client.call('signoffMetadata', request)).error;
  const rowOf = async (cid: unknown) => {
    const [row] = await service.database.query<Row>(
      `SELECT * FROM content_copies WHERE cid = '${String(cid)}'`,
    );
    return row;
  };
  /** As if the time for the next look had come. */
  const untilRow = async (cid: unknown, isThere: (row: Row) => boolean) => {
    for (const lateMs = Date.now() + 20_000; ;) {
      await service.database.query(
        `UPDATE content_copies SET next_at = now() WHERE cid = '${String(cid)}'`,
      );
      const row = await rowOf(cid);
      if (row !== undefined && isThere(row)) return row;
      if (Date.now() > lateMs) throw new Error(`Waited in vain: ${JSON.stringify(row)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const untilSignedOff = async (request: Readonly<Record<string, unknown>>) => {
    for (let left = 40; left > 0; left -= 1) if ((await signOff(request)) === null) return;
    throw new Error('Waited in vain for the sign-off.');
  };

  it('are there before anything is signed: until then the sign-off is COPY_PENDING', async () => {
    stub.status = 'queued';
    const { request, metadata, agreement } = await prepared('PENDING');

    expect(await signOff(request)).toMatchObject({ code: 'COPY_PENDING', retryable: true });
    const signed = await service.database.query('SELECT 1 FROM authorizations');
    expect(signed).toEqual([]);

    for (const pin of stub.pins) pin.status = 'pinned';
    stub.status = 'pinned';
    await untilSignedOff(request);
    const wanted = [
      ...[metadata['metadataCid'], metadata['imageCid']],
      ...[agreement['agreementCid'], agreement['agreementPdfCid']],
    ];
    expect(stub.posted.toSorted()).toEqual(wanted.map(String).toSorted());
    const row = await rowOf(metadata['metadataCid']);
    expect(row).toMatchObject({ state: 'PINNED', error: null, verified_at: expect.any(Date) });
  });

  it('that the service failed to make are asked for anew', async () => {
    stub.status = 'failed';
    const { request, metadata } = await prepared('FAILED');
    expect(await signOff(request)).toMatchObject({ code: 'COPY_PENDING' });
    await untilRow(metadata['metadataCid'], ({ state }) => state === 'FAILED');

    stub.status = 'pinned';
    await untilSignedOff(request);
    const asked = stub.posted.filter((cid) => cid === metadata['metadataCid']);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('count only when they come back as they are; a pin that lies is replaced', async () => {
    stub.spoil = (bytes) => Buffer.concat([bytes.subarray(1), Buffer.from('x')]);
    const { request, metadata } = await prepared('SPOILT');
    const cid = metadata['metadataCid'];

    expect(await signOff(request)).toMatchObject({ code: 'COPY_PENDING' });
    const spoilt = await untilRow(cid, ({ state }) => state === 'FAILED');
    expect(spoilt.error).toMatch(/other bytes/);
    await untilRow(cid, () => stub.replaced.length > 0);
    const page = await (await fetch(`${service.running.url}/metrics`)).text();
    expect(page).toMatch(/^ipt_copies_behind\{?.*\}? [1-9]/m);
    expect(page).toMatch(/^ipt_copy_looks_total\{.*state="failed".*\} [1-9]/m);

    stub.spoil = (bytes) => bytes;
    await untilSignedOff(request);
  });

  it('that are lost later are found out, reported and repaired', async () => {
    const { request, metadata } = await prepared('LOST');
    const cid = String(metadata['metadataCid']);
    await untilSignedOff(request);

    stub.spoil = () => Buffer.alloc(0);
    await untilRow(cid, ({ state }) => state === 'FAILED');
    const told = await listed();
    expect(told).toContainEqual(
      expect.objectContaining({ cid, state: 'FAILED', verifiedAt: expect.any(String) }),
    );

    stub.spoil = (bytes) => bytes;
    stub.pins.length = 0;
    await untilRow(cid, ({ state }) => state === 'PINNED');
    expect((await listed()).filter((line) => line.cid === cid)).toEqual([]);
    expect(await listed('--all')).toContainEqual(expect.objectContaining({ cid, state: 'PINNED' }));
  });

  it('count no more when the service tells of the pin of another file', async () => {
    const { request, metadata } = await prepared('SWAPPED');
    await untilSignedOff(request);

    stub.answer = (response) =>
      response.writeHead(200).end('{"requestid":"a","status":"pinned","pin":{"cid":"bafy"}}');
    const row = await untilRow(metadata['metadataCid'], ({ state }) => state === 'FAILED');
    expect(row.error).toMatch(/another file/);
  });

  it('are not asked for twice when their id was not noted, as after kill -9', async () => {
    const { request, metadata } = await prepared('KILLED');
    const cid = String(metadata['metadataCid']);
    await untilSignedOff(request);
    const before = stub.posted.length;

    // What a process leaves that was killed between asking and noting: a claim that ends.
    await service.database.query(
      `UPDATE content_copies SET state = 'WANTED', request_id = NULL, next_at = now(),
         claimed_until = now() + interval '1 second' WHERE cid = '${cid}'`,
    );
    await untilRow(cid, ({ state }) => state === 'PINNED');
    expect(stub.posted).toHaveLength(before);
  });

  it.each([
    ['an error', 500, '{}', /answered 500/],
    ['what is no JSON', 200, 'none', /JSON/],
    ['what is no status', 200, '{"results":[{"requestid":1}]}', /no status of a pin/],
    [
      'the pin of another file',
      200,
      '{"results":[{"requestid":"a","status":"pinned","pin":{"cid":"bafy"}}]}',
      /another file/,
    ],
    ['bytes that are no text', 200, '\u0000none', /JSON/],
    [
      'an id that cannot be kept',
      200,
      '{"results":[{"requestid":"a\\u0000","status":"pinned","pin":{"cid":"bafy"}}]}',
      /no status of a pin/,
    ],
    ['far too much', 200, `"${'x'.repeat(1_000_000)}"`, /More than/],
    ['a redirect', 302, '', /fetch failed|redirect/],
  ])('are pending while the service answers %s', async (name, status, body, reason) => {
    stub.answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end(body);
    const { request, metadata } = await prepared(`H${name.replaceAll(/[^a-z]/g, '').slice(0, 12)}`);

    expect(await signOff(request)).toMatchObject({ code: 'COPY_PENDING' });
    const row = await untilRow(metadata['metadataCid'], ({ state }) => state === 'FAILED');
    expect(row.error).toMatch(reason);
    expect(row.error).not.toContain(TOKEN);
  });

  /** What the operator's command prints. */
  async function listed(...words: string[]): Promise<{ cid: string }[]> {
    const write = process.stdout.write.bind(process.stdout);
    let text = '';
    process.stdout.write = (part: string | Uint8Array) => {
      text += String(part);
      return true;
    };
    try {
      const env = { DATABASE_URL: service.env['DATABASE_URL'] };
      expect(await copiesCommand(words, env)).toBe(0);
    } finally {
      process.stdout.write = write;
    }
    return text
      .split('\n')
      .filter((line) => line.startsWith('{"cid"'))
      .map((line) => JSON.parse(line) as { cid: string });
  }
});

describe('a service that is killed', () => {
  it('makes each copy once, when it runs again', async () => {
    const stub = new PinningStub();
    const url = await stub.start();
    const service = await startService();
    const env = {
      ...service.env,
      ...{ PINNING_SERVICE_URL: `${url}/v1`, PINNING_SERVICE_TOKEN: TOKEN },
      ...{ HOST: '127.0.0.1', PORT: String(await freePort()), LOG_LEVEL: 'error' },
    };
    const child = spawn(process.execPath, startOf('ipt-graphql'), {
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    const isDead = once(child, 'exit');
    stub.onPosted = () => child.kill('SIGKILL');
    const client = new IptClient(
      `http://127.0.0.1:${env.PORT}`,
      service.client.apiKey,
      service.chain,
    );
    const ipnftId = '1';
    const project = { ...{ ipnftId, symbol: 'KILL' }, wallet: service.chain.wallet(1).address };
    const projectData = JSON.stringify(projectDataOf({ ...project, chainId: 11155111 }));
    const ask = () => client.call('generateAssignmentAgreement', { projectData });
    // Until it listens; the kill may come before the answer.
    while (child.signalCode === null && !(await ask().then(Boolean, () => false))) await pause();
    await isDead;
    expect(stub.posted.length).toBeGreaterThan(0);

    // The claims of the dead end after 150 seconds.
    await service.database.query('UPDATE content_copies SET claimed_until = now()');
    stub.onPosted = undefined;
    const again = await startApp(iptGraphql, { ...env, PORT: '0' });
    await until(async () => {
      const open = `SELECT 1 FROM content_copies WHERE state <> 'PINNED'`;
      return (await service.database.query(open)).length === 0;
    });

    const known = await service.database.query('SELECT 1 FROM content_copies');
    expect(stub.posted).toHaveLength(known.length);
    expect(new Set(stub.posted).size).toBe(known.length);
    expect(stub.violations).toEqual([]);
    await again.close();
    await service.close();
    stub.close();
  });
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

async function until(isThere: () => Promise<boolean>): Promise<void> {
  const lateMs = Date.now() + 30_000;
  while (!(await isThere())) {
    if (Date.now() > lateMs) throw new Error('Waited in vain.');
    await pause();
  }
}

describe('copies that a sign-off waits for', () => {
  it('come before all others, in the order in which they were asked for', async () => {
    const service = await startService();
    const store = service.running.app.get(CopyStore);
    const others = Array.from({ length: 20 }, (_, at) => `other-${at}`);
    await store.want(others);
    await store.want(['second', 'first']);

    await store.hasten(['first']);
    await store.hasten(['second']);
    await store.hasten(['first']);

    const claimed = [await store.claim(1, 60_000), await store.claim(1, 60_000)];
    expect(claimed.flat().map(({ cid }) => cid)).toEqual(['first', 'second']);
    await service.close();
  });
});

describe('a pinning service without its token', () => {
  it('does not start', async () => {
    const database = await testDatabase();
    const env = { DATABASE_URL: database.url, PINNING_SERVICE_URL: 'http://127.0.0.1:1' };

    await expect(startApp(iptGraphql, env)).rejects.toThrow(/PINNING_SERVICE_TOKEN/);

    await database.drop();
  });
});
