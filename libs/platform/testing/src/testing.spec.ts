import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-runtime/health';
import { httpSettings, type AppDefinition } from '@sextant/platform-http';
import { inPlace } from './in-place.js';
import pg from 'pg';
import {
  committedDocument,
  migrated,
  startApp,
  testDatabase,
  type Template,
  type TestDatabase,
} from './index.js';

@Module({ imports: [HealthModule.register()] })
class EmptyModule {}

const settings = httpSettings({ port: 3000 });
const empty: AppDefinition<typeof settings> = {
  name: 'empty',
  settings,
  module: () => ({ module: EmptyModule }),
  http: () => ({ docs: { title: 'Empty', description: 'Nothing.', version: '1' } }),
};

describe('startApp', () => {
  it('starts an app on a free port and keeps its log lines', async () => {
    const running = await startApp(empty);

    const response = await fetch(`${running.url}/health/live`);
    await running.close();

    expect(response.status).toBe(200);
    expect(running.logs.find(({ msg }) => msg === 'request')).toMatchObject({ status: 200 });
    await expect(fetch(running.url)).rejects.toThrow();
  });
});

describe('testDatabase', () => {
  let databases: TestDatabase[];

  beforeAll(async () => {
    databases = await Promise.all([testDatabase(), testDatabase()]);
  });

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('is empty and shared with nobody', async () => {
    const [first, second] = databases;
    await first?.query('CREATE TABLE things (id integer)');

    const found = await second?.query("SELECT to_regclass('things') AS found");

    expect(found).toEqual([{ found: null }]);
  });
});

describe('the sessions of testDatabase', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const ask = async (): Promise<number> =>
    (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;

  it('serve one statement after the other, and several at once', async () => {
    const [first, second] = await Promise.all([ask(), ask()]);

    expect(first).not.toBe(second);
    expect([first, second]).toContain(await ask());
  });

  it('are over with what would stay in them', async () => {
    const pid = await ask();
    await database.query("SELECT set_config('search_path', 'nowhere', false)");
    await database.query('BEGIN');

    const [found] = await database.query("SELECT current_setting('search_path') AS path");

    expect(found).not.toMatchObject({ path: 'nowhere' });
    expect(await ask()).not.toBe(pid);
  });

  it('are new after all have ended', async () => {
    const pid = await ask();

    await database.disconnectAll();

    expect(await ask()).not.toBe(pid);
  });
});

describe('testDatabase with a template', () => {
  const databases: TestDatabase[] = [];
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  const copy = async (template: Template) => {
    const database = await testDatabase(template);
    databases.push(database);
    return database;
  };
  const fillWith = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  it('is a copy of what was filled once, and shared with nobody', async () => {
    let times = 0;
    const template = {
      name: `testing-${process.pid}`,
      fill: (url: string) => {
        times += 1;
        return fillWith(url, 'CREATE TABLE things AS SELECT 7 AS id');
      },
    };

    const [first, second] = await Promise.all([copy(template), copy(template)]);
    await first.query('DELETE FROM things');

    expect(await (await copy(template)).query('SELECT id FROM things')).toEqual([{ id: 7 }]);
    expect(await second.query('SELECT id FROM things')).toEqual([{ id: 7 }]);
    expect(times).toBe(1);
  });

  it('is never one that was filled by half', async () => {
    const name = `half-${process.pid}`;
    const broken = {
      name,
      fill: async (url: string) => {
        await fillWith(url, 'CREATE TABLE things ()');
        throw new Error('no further');
      },
    };
    await expect(copy(broken)).rejects.toThrow('no further');

    const database = await copy({ name, fill: (url) => fillWith(url, 'CREATE TABLE others ()') });

    const found = await database.query("SELECT to_regclass('things') AS found");
    expect(found).toEqual([{ found: null }]);
  });

  it('is as migrations leave it', async () => {
    const app = {
      name: `migrated-${process.pid}`,
      migrate: ({ env }: { readonly env: Readonly<Record<string, string | undefined>> }) =>
        fillWith(env['DATABASE_URL'] ?? '', 'CREATE TABLE made ()'),
    };

    const database = await copy(migrated(app));

    expect(await database.query("SELECT to_regclass('made')::text AS found")).toEqual([
      { found: 'made' },
    ]);
  });
});

describe('committedDocument', () => {
  it('gives nothing where nothing was committed', () => {
    expect(committedDocument('docs/api/no-such-document.json', { a: 1 })).toEqual({
      generated: { a: 1 },
      committed: undefined,
    });
  });
});

describe('inPlace', () => {
  it('keeps members where they were, at any depth, and puts new ones last', () => {
    const before = { b: { y: 1, x: 1 }, gone: 1, a: [{ n: 1, m: 1 }] };

    const placed = inPlace({ a: [{ l: 3, m: 2, n: 2 }, 4], new: 5, b: { x: 2, y: 2 } }, before);

    expect(JSON.stringify(placed)).toBe(
      JSON.stringify({ b: { y: 2, x: 2 }, a: [{ n: 2, m: 2, l: 3 }, 4], new: 5 }),
    );
  });
});
