import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '@sextant/platform-testing';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { startIssuer, type Issuer } from './issuer.js';
import { people } from './people.js';
import { until } from './running.js';
import { freePort, ServiceProcess } from './service-process.js';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? '3');
const RECIPIENTS = 10_000;
/** Of those, so many watch for their signal. */
const LISTENERS = 300;

jest.setTimeout(ROUNDS * 60_000 + 60_000);

interface Database {
  readonly url: string;
  readonly pid: number;
}

describe('kill -9 of the service and its database while 10,000 are notified', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notifications-kill-'));
  chmodSync(folder, 0o755);
  let port: number;
  let issuer: Issuer;
  let database: Database;
  let service: ServiceProcess;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    port = await freePort();
    issuer = await startIssuer();
    database = await startDatabase();
    await query('CREATE DATABASE notifications');
    const url = new URL(database.url);
    url.pathname = '/notifications';
    service = await ServiceProcess.create({
      DATABASE_URL: url.href,
      AUTH_ISSUER: issuer.url,
      SOCKET_CONNECTS_PER_MINUTE: '1000000',
    });
    await service.start();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await service.kill();
    process.kill(database.pid, 'SIGQUIT');
    issuer.close();
    await until(() => hasEnded(database.pid), 20_000);
    await rm(folder, { recursive: true, force: true });
  });

  async function startDatabase(): Promise<Database> {
    const script = join(workspaceRoot(), 'apps/notifications/test/own-postgres.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, String(port)]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Database;
  }

  async function query<Row extends pg.QueryResultRow>(sql: string, name = 'postgres') {
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const records = async (title: string) => {
    const [row] = await query<{ records: string; users: string; sent: string }>(
      `SELECT count(*) FILTER (WHERE type = 'received') AS records,
              count(DISTINCT "user") FILTER (WHERE type = 'received') AS users,
              count(*) FILTER (WHERE type = 'sent') AS sent
       FROM notification WHERE title = '${title}'`,
      'notifications',
    );
    return { records: Number(row?.records), users: Number(row?.users), sent: Number(row?.sent) };
  };

  const pending = async () => {
    const [row] = await query<{ count: string }>(
      `SELECT count(*) FROM creation WHERE state <> 'done'`,
      'notifications',
    );
    return Number(row?.count);
  };

  it(`loses nothing and doubles nothing, ${ROUNDS} rounds`, async () => {
    const crowd = people(RECIPIENTS, 'crowd');
    const signals = new Map<string, number>();
    for (let index = 0; index < LISTENERS; index += 1) {
      const name = `crowd-${Math.floor((index * RECIPIENTS) / LISTENERS)}`;
      const token = await issuer.token(name, { expiresInSeconds: 7200 });
      const socket = io(service.url, {
        forceNew: true,
        auth: { token },
        transports: ['websocket'],
        reconnectionDelay: 100,
        reconnectionDelayMax: 300,
      });
      socket.on('listen', () => signals.set(name, (signals.get(name) ?? 0) + 1));
      sockets.push(socket);
    }
    const manager = await issuer.token('manager', { roles: ['manager'], expiresInSeconds: 7200 });
    const post = async (title: string): Promise<number> => {
      try {
        const response = await fetch(`${service.url}/api/notifications`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${manager}`,
            'content-type': 'application/json',
            'idempotency-key': title,
          },
          body: JSON.stringify({ toUserList: crowd, title, description: 'Text' }),
        });
        await response.text();
        return response.status;
      } catch {
        return 0; // it was killed: nothing was promised
      }
    };
    const summary = { interrupted: 0, answered: 0, completedByRecovery: 0, signals: 0 };

    for (let round = 0; round < ROUNDS; round += 1) {
      const title = `Round ${round}`;
      await until(() => sockets.every(({ connected }) => connected), 30_000);
      signals.clear();

      const answer = post(title);
      // From before the intent is stored until after the answer.
      await new Promise((resolve) => setTimeout(resolve, 40 + (400 * round) / ROUNDS));
      process.kill(database.pid, 'SIGKILL');
      await service.kill();
      const status = await answer;
      database = await startDatabase();
      await service.start();
      await until(async () => (await pending()) === 0, 30_000);
      const recovered = await records(title);
      if (status === 201) expect(recovered.records).toBe(RECIPIENTS);
      expect([0, RECIPIENTS]).toContain(recovered.records);

      // The caller who got no answer asks again, with the same key.
      await until(async () => (await post(title)) === 201, 30_000);
      await until(async () => (await pending()) === 0, 30_000);
      await until(() => signals.size === LISTENERS, 30_000);

      expect(await records(title)).toEqual({ records: RECIPIENTS, users: RECIPIENTS, sent: 1 });
      summary.answered += status === 201 ? 1 : 0;
      summary.interrupted += status === 201 ? 0 : 1;
      summary.completedByRecovery += status !== 201 && recovered.records > 0 ? 1 : 0;
      summary.signals += [...signals.values()].reduce((sum, count) => sum + count, 0);
    }
    process.stderr.write(`kill -9, ${ROUNDS} rounds: ${JSON.stringify(summary)}\n`);
  });
});

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
