import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { PostgresChanges } from './postgres-changes.js';

const PATIENCE_MS = 30_000;

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('In vain.');
}

class OftenProbed extends PostgresChanges {
  protected override readonly probeMs = 100;
}

describe('changes that replicas tell each other', () => {
  const sockets: Socket[] = [];
  let database: TestDatabase;
  let source: DataSource;
  let changes: PostgresChanges;
  const wire = createServer((near) => {
    const { port, hostname } = new URL(database.url);
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.push(socket.on('error', () => undefined));
      socket.on('close', () => [near, far].map((one) => one.destroy()));
    }
  });

  beforeAll(async () => {
    database = await testDatabase();
    await once(wire.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    wire.close();
    await database.drop();
  });
  beforeEach(async () => {
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String((wire.address() as AddressInfo).port);
    source = await openDataSource({
      ...{ config: { databaseUrl: url.href, databasePoolSize: 2 }, logger: silentLogger },
      ...{ app: 'demo', migrations: [], statementTimeoutMs: 400 },
    });
    changes = new OftenProbed(source, silentLogger);
    await changes.start();
  });
  afterEach(async () => {
    await changes.stop();
    await source.destroy();
  });

  it('are missed by nobody for long whose connection fell silent without an end', async () => {
    expect(changes.isLive).toBe(true);
    // As a router does that forgets what is idle: nothing comes through, and nothing ends.
    for (const socket of sockets) socket.unpipe().pause();

    await until(() => !changes.isLive);

    let heard = 0;
    changes.on('clients', () => void (heard += 1));
    await until(() => changes.isLive);
    await source.query("SELECT pg_notify('auth_server_changes', 'clients')");
    await until(() => heard > 0);
  });
});
