import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { openDataSource, PreparedStatements, unavailableDatabase } from './index.js';

/** The way to a database, which can be frozen: nothing comes through, and nothing ends. */
class Wire {
  readonly #sockets: Socket[] = [];
  readonly #server: Server;

  constructor(to: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(to.port), to.hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        this.#sockets.push(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => [near, far].map((one) => one.destroy()));
      }
    }).listen(0, '127.0.0.1');
  }

  async port(): Promise<string> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    return String((this.#server.address() as AddressInfo).port);
  }

  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const PATIENCE_MS = 30_000;

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('In vain.');
}

describe('an answer that is overdue', () => {
  let database: TestDatabase;
  let wire: Wire;
  let source: DataSource;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const url = new URL(database.url);
    wire = new Wire(new URL(database.url));
    url.hostname = '127.0.0.1';
    url.port = await wire.port();
    source = await openDataSource({
      ...{ config: { databaseUrl: url.href, databasePoolSize: 2 }, logger: silentLogger },
      ...{ app: 'demo', migrations: [], statementTimeoutMs: 400 },
    });
  });
  afterEach(async () => {
    wire.cut();
    await source.destroy();
  });

  const ways: Record<string, () => Promise<unknown>> = {
    'a statement of TypeORM': () => source.query('SELECT 1 AS one'),
    'a prepared one': () => new PreparedStatements(source).rows('one', 'SELECT 1 AS one', []),
    'a transaction': () => source.transaction((manager) => manager.query('SELECT 1 AS one')),
  };

  it.each(Object.entries(ways))(
    'is given up, with its connection, and the next one is not: %s',
    async (_name, ask) => {
      expect(await ask()).toEqual([{ one: 1 }]);
      wire.freeze();

      const error = await ask().catch((reason: unknown) => reason);

      expect(unavailableDatabase(error)).toMatchObject({ status: 503 });
      // Those that were frozen are gone: as many come through as there is room.
      const next = await Promise.all([1, 2, 3].map(() => ask()));
      expect(next).toEqual([1, 2, 3].map(() => [{ one: 1 }]));
    },
  );

  it('is one statement’s, and not a whole transaction’s', async () => {
    const sum = await source.transaction(async (manager) => {
      for (let count = 0; count < 5; count += 1) await manager.query('SELECT pg_sleep(0.2)');
      return manager.query<unknown[]>('SELECT 1 AS one');
    });

    expect(sum).toEqual([{ one: 1 }]);
  });

  it('is not one that lies here already, while this process was away', async () => {
    await source.query('SELECT 1 AS one');
    const answer = source.query('SELECT 1 AS one');
    // Sent, then nothing runs here for longer than an answer may take: a machine that was put to sleep.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);

    expect(await answer).toEqual([{ one: 1 }]);
  });

  it('is the one that is waited for, and not one that stands behind it', async () => {
    const sums = await source.transaction((manager) =>
      Promise.all(
        [1, 2, 3, 4, 5].map(() => manager.query<unknown[]>('SELECT 1 AS one, pg_sleep(0.2)')),
      ),
    );

    expect(sums).toHaveLength(5);
  });

  it('is noticed although more is asked on its connection', async () => {
    const runner = source.createQueryRunner();
    await runner.query('SELECT 1 AS one');
    wire.freeze();
    const failed: unknown[] = [];
    const ask = () => runner.query('SELECT 1 AS one').catch((error: unknown) => failed.push(error));
    const more = setInterval(() => void ask(), 50);

    try {
      await until(() => failed.length > 0);
    } finally {
      clearInterval(more);
    }

    await runner.release();
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is looked for no more on a connection that had ended before it was asked', async () => {
    const set = jest.spyOn(globalThis, 'setInterval');
    const cleared = jest.spyOn(globalThis, 'clearInterval');
    const runner = source.createQueryRunner();
    const connection = (await runner.connect()) as {
      query: (question: string) => Promise<unknown>;
      once: (event: 'end', listener: () => void) => void;
    };
    const hasEnded = new Promise<void>((resolve) => {
      connection.once('end', resolve);
    });
    wire.cut();
    await hasEnded;
    await expect(connection.query('SELECT 1 AS one')).rejects.toThrow('not queryable');
    const looking = set.mock.results.map(({ value }): unknown => value);

    await until(() => looking.every((one) => cleared.mock.calls.some(([timer]) => timer === one)));

    await runner.release().catch(() => undefined);
    jest.restoreAllMocks();
  });

  it('is not missed of a question that could not be asked', async () => {
    const runner = source.createQueryRunner();
    const connection = (await runner.connect()) as { query: (question: unknown) => unknown };
    expect(() => connection.query(null)).toThrow('null or undefined query');

    await new Promise((resolve) => setTimeout(resolve, 1500));

    expect(await runner.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await runner.release();
  });
});
