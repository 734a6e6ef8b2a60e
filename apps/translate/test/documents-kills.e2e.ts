import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { DocumentCalls } from './documents/document-calls.js';
import { startLibreTranslateStub, type LibreTranslateStub } from './libretranslate-stub.js';
import { startProcess, type TranslateProcess } from './translate-process.js';

/** A kill each time that so many requests have reached the engine. */
const REQUESTS_BEFORE_KILL = 14;
const KILLS = 2;
const PARAGRAPHS = 1600;

describe('kill -9 while a document is translated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-documents-'));
  let engine: LibreTranslateStub;
  let database: TestDatabase;

  beforeAll(async () => {
    engine = await startLibreTranslateStub();
    engine.delayMs = 200;
    database = await testDatabase();
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const start = (): Promise<TranslateProcess> =>
    startProcess(database, {
      APERTIUM_ENABLED: 'false',
      LIBRETRANSLATE_URL: engine.baseUrl,
      LIBRETRANSLATE_API_KEY: 'libre-key',
      BLOB_DIR: join(folder, 'blobs'),
    });

  it('goes on where it was, and is counted once', async () => {
    const contents = Array.from(
      { length: PARAGRAPHS },
      (_, at) => `Paragraph ${String(at)} is about a ${'very '.repeat(4)}big house.\n`,
    ).join('\n');
    let server = await start();
    const handle = await new DocumentCalls(server.url).taken({ contents });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const reached = engine.requests.length + REQUESTS_BEFORE_KILL;
      const calls = new DocumentCalls(server.url);
      while (engine.requests.length < reached)
        expect(['queued', 'translating']).toContain(await calls.state(handle));
      server.process.kill('SIGKILL');
      await server.ended;
      server = await start();
    }

    const calls = new DocumentCalls(server.url);
    const status = await calls.until(handle, 'done', 'error');
    const result = await (await calls.result(handle)).text();

    expect(status).toMatchObject({ status: 'done' });
    expect(result).toBe(contents.toUpperCase());
    const [usage] = await database.query<{ characters: string }>(
      "SELECT characters FROM usage_by_period WHERE subject LIKE 'account:%'",
    );
    expect(Number(usage?.characters)).toBe(status.billed_characters);
    // What was stored is not asked for again: each kill costs a batch at most.
    const asked = engine.requests.flatMap(({ q }) => q).filter((text) => /paragraph/i.test(text));
    expect(asked.length).toBeLessThan(2 * PARAGRAPHS);
    server.process.kill('SIGKILL');
    await server.ended;
  });
});
