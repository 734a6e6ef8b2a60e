import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-health';
import { httpSettings, type AppDefinition } from '@sextant/platform-http';
import { committedDocument, startApp, testDatabase, type TestDatabase } from './index.js';

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

describe('committedDocument', () => {
  it('gives nothing where nothing was committed', () => {
    expect(committedDocument('docs/api/no-such-document.json', { a: 1 })).toEqual({
      generated: { a: 1 },
      committed: undefined,
    });
  });
});
