import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import type { DataSource } from 'typeorm';
import { afterCommit, joined, openDataSource, PreparedStatements, Transactions } from './index.js';

let database: TestDatabase;
let source: DataSource;
let transactions: Transactions;
const failed: unknown[] = [];

const add = (name: string) => source.query('INSERT INTO thing (name) VALUES ($1)', [name]);
const names = async () =>
  (await database.query<{ name: string }>('SELECT name FROM thing ORDER BY name')).map(
    ({ name }) => name,
  );

beforeAll(async () => {
  database = await testDatabase();
  await database.query('CREATE TABLE thing (name text PRIMARY KEY)');
  const config = { databaseUrl: database.url, databasePoolSize: 2 };
  const options = { app: 'things', migrations: [], logger: silentLogger, config };
  source = joined(await openDataSource(options));
  transactions = new Transactions(source, (error) => failed.push(error));
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});
beforeEach(() => database.query('TRUNCATE thing'));

describe('a transaction across stores', () => {
  it('stores everything that happens in it, prepared statements too, or nothing', async () => {
    const prepared = new PreparedStatements(source);
    const work = async (isGood: boolean) => {
      await add('a');
      await prepared.rows('add-b', 'INSERT INTO thing (name) VALUES ($1)', ['b']);
      await source.transaction((manager) => manager.query(`INSERT INTO thing VALUES ('c')`));
      if (!isGood) throw new Error('no');
    };

    await expect(transactions.run(() => work(false))).rejects.toThrow('no');
    expect(await names()).toEqual([]);
    await transactions.run(() => work(true));
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('is a part of the one around it', async () => {
    const both = transactions.run(async () => {
      await transactions.run(() => add('inner'));
      throw new Error('outer');
    });

    await expect(both).rejects.toThrow('outer');
    expect(await names()).toEqual([]);
  });

  it('tells others once it has committed, and never of what was not stored', async () => {
    const told: string[] = [];
    const tell = async (what: string) => {
      await add(what);
      await afterCommit(async () => void told.push(`${what} of ${(await names()).join()}`));
      expect(told).toEqual([]);
    };

    await transactions.run(() => tell('a'));
    expect(told).toEqual(['a of a']);
    told.length = 0;
    const refused = transactions.run(async () => {
      await tell('b');
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(told).toEqual([]);
  });

  it('is stored although what follows it fails, which keeps nothing else from following', async () => {
    const told: string[] = [];
    await transactions.run(async () => {
      await add('a');
      await afterCommit(() => Promise.reject(new Error('nobody there')));
      await afterCommit(() => void told.push('told'));
    });

    expect(await names()).toEqual(['a']);
    expect(told).toEqual(['told']);
    expect(failed).toEqual([expect.objectContaining({ message: 'nobody there' })]);
  });

  it('takes one connection, so that as many as there are connections do not wait for each other', async () => {
    const all = Array.from({ length: 20 }, (_, at) =>
      transactions.run(async () => {
        await add(`first ${at}`);
        await Promise.all([add(`second ${at}`), source.query('SELECT 1')]);
      }),
    );

    await Promise.all(all);
    expect(await names()).toHaveLength(40);
  });

  it('does not hold what was started in it and goes on after it', async () => {
    let goOn: () => void = () => undefined;
    let later: Promise<unknown> = Promise.resolve();
    await transactions.run(async () => {
      await add('a');
      later = new Promise<void>((resolve) => (goOn = resolve)).then(() => add('later'));
    });

    goOn();
    await later;

    expect(await names()).toEqual(['a', 'later']);
  });

  it('is nothing at all when a statement in it has failed, whoever has caught the error', async () => {
    const work = transactions.run(async () => {
      await add('a');
      await source.query('SELECT 1 / 0').catch(() => undefined);
      return 'stored';
    });

    await expect(work).rejects.toThrow('nothing of it is stored');
    expect(await names()).toEqual([]);
  });

  it('asks nothing any more once one of several statements at once has failed', async () => {
    const work = transactions.run(() =>
      Promise.all([add('a'), source.query('SELECT 1 / 0'), add('b'), add('c')]),
    );

    await expect(work).rejects.toThrow('division by zero');
    expect(await names()).toEqual([]);
  });

  it('says why it failed, whatever was asked after that', async () => {
    const work = transactions.run(async () => {
      await source.query('SELECT 1 / 0').catch(() => undefined);
      await add('a');
    });

    await expect(work).rejects.toThrow('division by zero');
  });

  it('goes on after a part of it that was undone by itself', async () => {
    await transactions.run(async () => {
      await add('a');
      await source
        .transaction(async (manager) => {
          await manager.query(`INSERT INTO thing VALUES ('b')`);
          throw new Error('only this');
        })
        .catch(() => undefined);
      await add('c');
    });

    expect(await names()).toEqual(['a', 'c']);
  });

  it('holds no connection before it begins, where it is only prepared', async () => {
    const told: string[] = [];
    const idle = () => Promise.all(Array.from({ length: 4 }, () => source.query('SELECT 1')));

    const refused = transactions.prepare(async () => {
      await add('before');
      await afterCommit(() => void told.push('told'));
      await idle();
      expect(transactions.isOpen).toBe(false);
      await transactions.begin();
      expect(transactions.isOpen).toBe(true);
      await add('inside');
      await transactions.run(() => add('inside too'));
      throw new Error('no');
    });

    await expect(refused).rejects.toThrow('no');
    expect(await names()).toEqual(['before']);
    expect(told).toEqual([]);
  });

  it('follows what was only prepared, and never began, too', async () => {
    const told: string[] = [];
    await transactions.prepare(async () => {
      await afterCommit(() => void told.push('told'));
      expect(told).toEqual([]);
    });

    expect(told).toEqual(['told']);
    await transactions.begin();
  });
});
