import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { call } from '../../src/sinks/http/http-call.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let sink: Stub;
let relay: RunningRelay;
let database: TestDatabase | undefined;

beforeEach(async () => {
  sink = await stubServer();
});

afterEach(async () => {
  await relay.close();
  await database?.drop();
  database = undefined;
  await sink.close();
});

const start = async (env: Record<string, string> = {}) => {
  relay = await startRelay({
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.labels.alertname }}',
    ...env,
  });
};
const texts = () => sink.calls.map(({ body }) => body.toString());
const isEmpty = async () => {
  const { queues, unrouted } = await relay.status();
  return queues.length === 0 && unrouted === 0;
};

describe('events with odd names', () => {
  it.each(['SQLite', 'PostgreSQL'])('go through %s like others', async (kind) => {
    database = kind === 'PostgreSQL' ? await testDatabase() : undefined;
    await start({
      EVENTS_WEBHOOK_OUT_URL_SELECTOR: `${sink.url}/{{ .data.labels.place }}`,
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    });
    const long = randomBytes(4000).toString('hex');

    const statuses = [
      (await relay.alert({ alertname: 'NUL' }, { fingerprint: 'a\0b' })).status,
      (await relay.alert({ alertname: 'Long' }, { fingerprint: long })).status,
      (await relay.alert({ alertname: 'Far', place: long })).status,
      (await relay.alert({ alertname: 'Plain' })).status,
    ];
    await until(async () => sink.calls.length >= 4 && (await isEmpty()));

    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(texts().sort()).toEqual(['Far', 'Long', 'NUL', 'Plain']);
    expect((await relay.status()).dead_letters).toBe(0);
  });
});

describe('a replayed letter', () => {
  it('has all its patience again', async () => {
    let isUp = false;
    sink.answer = () => (isUp ? {} : { status: 503 });
    await start({ EVENTS_RETRY_SECONDS: '0' });
    await relay.alert({ alertname: 'Patient' });
    await until(async () => (await relay.status()).dead_letters === 1);
    const { folder } = relay;
    await relay.close();
    await start({ EVENTS_SPOOL_DIR: folder, EVENTS_RETRY_SECONDS: '1' });
    const before = sink.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1100)); // older than its patience

    await relay.admin('/relay/dead-letters/replay', { method: 'POST', body: '{"all":true}' });
    await until(() => sink.calls.length > before);
    isUp = true;
    await until(isEmpty);

    expect((await relay.status()).dead_letters).toBe(0);
  });
});

describe('what waits for a sink', () => {
  it('is a dead letter when that sink is not configured any more', async () => {
    sink.answer = () => ({ status: 503 });
    await start();
    await relay.alert({ alertname: 'Left' });
    await until(async () => (await relay.status()).queues.length === 1);
    const { folder } = relay;
    await relay.close();

    relay = await startRelay({ EVENTS_SPOOL_DIR: folder, EVENTS_STDOUT_OUT_MESSAGE: 'x' });
    await until(async () => (await relay.status()).dead_letters === 1);

    expect((await relay.status()).queues).toEqual([]);
    const page = await (await relay.admin('/relay/dead-letters')).text();
    expect(page).toContain('the sink webhook is not configured any more');
  });
});

describe('a target', () => {
  it('that is no address is an end', async () => {
    await start({ EVENTS_WEBHOOK_OUT_URL_SELECTOR: 'no address' });

    await relay.alert({ alertname: 'Nowhere' });
    await until(async () => (await relay.status()).dead_letters === 1);

    expect(sink.calls).toEqual([]);
  });

  it('is left alone no longer than its messages are kept, and the status says until when', async () => {
    sink.answer = () => ({ status: 429, headers: { 'retry-after': '99999999' } });
    await start({ EVENTS_RETRY_SECONDS: '60' });

    const fromMs = Date.now();
    await relay.alert({ alertname: 'Frozen' });
    await until(async () => (await relay.status()).queues[0]?.paused_until != null);

    const until_ = Date.parse((await relay.status()).queues[0]?.paused_until ?? '');
    expect(until_ - fromMs).toBeGreaterThan(30_000);
    expect(until_ - Date.now()).toBeLessThanOrEqual(61_000);
  });

  it('may answer without end: only the beginning is read', async () => {
    await start();
    let sent = 0;
    const server = createServer((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const { text } = await call({ url: `http://127.0.0.1:${port}`, timeoutMs: 5000 });
    server.closeAllConnections();
    server.close();

    expect(text).toHaveLength(65_536);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a row of the spool that cannot be read', () => {
  it.each(['SQLite', 'PostgreSQL'])(
    'is a dead letter with its bytes, and stops nothing else, in %s',
    async (kind) => {
      database = kind === 'PostgreSQL' ? await testDatabase() : undefined;
      const env = database === undefined ? {} : { DATABASE_URL: database.url };
      let isDown = true;
      sink.answer = () => ({ status: isDown ? 503 : 200 });
      await start(env);
      for (const alertname of ['one', 'two', 'three', 'four']) await relay.alert({ alertname });
      await until(async () => (await relay.status()).queues[0]?.waiting === 4);
      const { folder } = relay;
      await relay.close();

      if (database === undefined) {
        const file = new DatabaseSync(join(folder, 'spool.sqlite'));
        file.exec(`UPDATE events SET body = '{"damaged' WHERE seq = 1`);
        file.exec(`UPDATE events SET body = '{"id":7}' WHERE seq = 3`);
        file.close();
      } else {
        await database.query(`UPDATE spool_events SET body = '{"damaged' WHERE seq = 1`);
        await database.query(`UPDATE spool_events SET body = '{"id":7}' WHERE seq = 3`);
      }
      isDown = false;
      sink.calls.length = 0;
      await start({ ...env, EVENTS_SPOOL_DIR: folder });
      await until(isEmpty);
      const answer = await relay.admin('/relay/dead-letters');
      const { dead_letters: letters } = (await answer.json()) as {
        dead_letters: { sink: string; reason: string; event: { data: { base64: string } } }[];
      };

      expect(texts().sort()).toEqual(['four', 'two']);
      expect(letters.map(({ sink: name, reason }) => [name, reason])).toEqual([
        ['webhook', 'what the spool holds of it cannot be read'],
        ['webhook', 'what the spool holds of it cannot be read'],
      ]);
      const bytes = letters.map(({ event }) => Buffer.from(event.data.base64, 'base64').toString());
      expect(bytes.sort()).toEqual(['{"damaged', '{"id":7}']);
    },
  );
});
