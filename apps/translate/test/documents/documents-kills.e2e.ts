import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { DocumentCalls } from './document-calls.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { startProcess, type TranslateProcess } from '../translate-process.js';

/** A kill each time that so many requests have reached the engine. */
const REQUESTS_BEFORE_KILL = 14;
const KILLS = 2;
const PARAGRAPHS = 1600;

let engine: LibreTranslateStub;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
});
afterAll(() => engine.close());

const engineSettings = ({ baseUrl }: LibreTranslateStub) => ({
  APERTIUM_ENABLED: 'false',
  LIBRETRANSLATE_URL: baseUrl,
  LIBRETRANSLATE_API_KEY: 'libre-key',
});

describe('kill -9 while a document is translated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-documents-'));
  let database: TestDatabase;

  beforeAll(async () => {
    engine.delayMs = 200;
    database = await testDatabase();
  });
  afterAll(async () => {
    engine.delayMs = 0;
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const start = (): Promise<TranslateProcess> =>
    startProcess(database, {
      ...engineSettings(engine),
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
      while (engine.requests.length < reached) {
        expect(['queued', 'translating']).toContain(await calls.state(handle));
        await sleep(50);
      }
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

describe('kill -9 while another program opens a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-kills-'));
  const [program, started] = [join(folder, 'office'), join(folder, 'started')];
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    // It never comes to its end, and neither does what it has started.
    const script = `#!/bin/sh\nsleep 600 &\necho $! $$ $TMPDIR > ${started}.part\nmv ${started}.part ${started}\nwait\n`;
    writeFileSync(program, script, { mode: 0o755 });
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('ends the program with all that it has started, and leaves no word of the file', async () => {
    const env = {
      ...engineSettings(engine),
      LIBREOFFICE: program,
      LIBREOFFICE_SANDBOX: 'none',
      BLOB_DIR: join(folder, 'blobs'),
    };
    const server = await startProcess(database, env);
    const upload = new DocumentCalls(server.url).upload({
      name: 'a.rtf',
      contents: '{\\rtf1 word}',
    });
    const broken = upload.catch((error: unknown) => error);
    while (!existsSync(started)) await sleep(20);
    const [child = '', parent = '', place = ''] = readFileSync(started, 'utf8').trim().split(' ');
    expect(readdirSync(place)).toContain('document.rtf');

    server.process.kill('SIGKILL');
    await server.ended;

    expect(await broken).toMatchObject({ message: 'fetch failed' });
    for (const pid of [child, parent]) while (isAlive(Number(pid))) await sleep(20);
    while (existsSync(place)) await sleep(20);
  });
});

/** Whether a process has not ended; one that nobody has waited for has. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}
