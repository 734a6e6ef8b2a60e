import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { DocumentJobStore } from '../../src/documents/document-job.js';
import { DocumentContents } from '../../src/documents/contents/document-contents.js';
import { Documents } from '../../src/documents/documents.js';
import { DocumentCalls, type Handle, type Status } from './document-calls.js';
import { docx } from './small-docx.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { anotherOrganization } from '../organizations.js';
import { AUTH_KEY, errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-documents-'));
const blobs = join(folder, 'blobs');

let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;

beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startTranslate({
    ...engineSettings(engine),
    BLOB_DIR: blobs,
    DOCUMENT_MAX_MEGABYTES: '1',
    DOCUMENT_MAX_CHARACTERS: '20000',
    DOCUMENTS_AT_ONCE: '3',
    CHARACTER_LIMIT: '1000000',
  });
  calls = new DocumentCalls(running.url);
});
afterEach(async () => {
  engine.status = undefined;
  // Those that a case leaves behind take places of the next one.
  while ((await unfinished()) > 0) await sleep(20);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** A server that translates into capitals, or is out of order when a test says so. */
const engineSettings = ({ baseUrl }: LibreTranslateStub) => ({
  APERTIUM_ENABLED: 'false',
  LIBRETRANSLATE_URL: baseUrl,
  LIBRETRANSLATE_API_KEY: 'libre-key',
});

const filesIn = (place: string): readonly string[] =>
  (existsSync(place) ? readdirSync(place, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const filesOf = ({ document_id: id }: Handle): readonly string[] =>
  filesIn(blobs).filter((file) => file.includes(id));

async function unfinished(): Promise<number> {
  const [row] = await running.database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM documents WHERE status IN ('queued', 'translating')",
  );
  return row?.count ?? 0;
}

const ownerOf = async (id: string): Promise<string> => {
  const [row] = await running.database.query<{ owner: string }>(
    'SELECT owner FROM documents WHERE id = $1',
    [id],
  );
  return row?.owner ?? '';
};

/** It goes once its last byte has been sent. */
async function gone(handle: Handle): Promise<void> {
  while (filesOf(handle).length > 0) await sleep(20);
}

async function used(): Promise<number> {
  const usage = (await (await running.get('/v2/usage')).json()) as { character_count: number };
  return usage.character_count;
}

describe('an upload', () => {
  it.each([
    [{ name: 'a.exe' }, 400, "Unsupported file extension 'exe'"],
    [{ name: 'noextension' }, 400, "Unsupported file extension ''"],
    [{ contents: '' }, 400, 'Invalid file data.'],
    [{ fields: { target_lang: 'XX' } }, 400, "Value for 'target_lang' not supported."],
    [{ fields: { source_lang: 'ES' } }, 400, 'Source and target language are equal.'],
    [{ fields: { output_format: 'pdf' } }, 400, "Value for 'output_format' not supported."],
    [{ fields: { formality: 'loud' } }, 400, "Value for 'formality' not supported."],
    [{ fields: { formality: 'more' } }, 400, "Target language 'ES' doesn't support formality."],
    [{ fields: { glossary_id: 'no' } }, 404, 'Glossary not found.'],
    [{ fields: { tag_handling: 'xml' } }, 400, "Parameter 'tag_handling' is not supported."],
    [{ contents: 'word '.repeat(5000) }, 413, '25000 characters; 20000 may be translated'],
    [{ contents: 'a'.repeat(1_100_000) }, 413, 'A file may have 1 MB.'],
    [{ name: 'a.docx', contents: 'PK no zip' }, 400, 'Invalid file data'],
    [
      { name: 'a.docx', contents: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
      400,
      'protected by a password',
    ],
    [
      { name: 'a.docx', contents: Buffer.from(zipSync({ 'a.xml': strToU8('<a/>') })) },
      400,
      'it is no Word file',
    ],
    [
      { name: 'a.docx', contents: docx('words', { 'word/vbaProject.bin': strToU8('Sub Run()') }) },
      400,
      'it holds macros; save it without them',
    ],
    [{ name: 'a.txt', contents: Buffer.from('ff00fe', 'hex') }, 400, 'Save the text as UTF-8'],
  ])('of %j is refused', async (form, status, message) => {
    const before = filesIn(blobs);

    const error = await errorOf(await calls.upload(form));

    expect(error).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(filesIn(blobs)).toEqual(before);
  });

  it('needs a file, a target, and a form', async () => {
    const post = async (body: FormData | string) =>
      await errorOf(
        await fetch(`${running.url}/v2/document`, {
          method: 'POST',
          headers: { authorization: `DeepL-Auth-Key ${AUTH_KEY}` },
          body,
        }),
      );
    const noFile = new FormData();
    noFile.append('target_lang', 'ES');
    const noTarget = new FormData();
    noTarget.append('file', new Blob(['word']), 'a.txt');

    expect(await post(noFile)).toMatchObject({ status: 400, message: 'Invalid file data.' });
    expect(await post(noTarget)).toMatchObject({
      status: 400,
      message: "Parameter 'target_lang' not specified",
    });
    expect(await post('{}')).toMatchObject({ status: 415 });
  });

  it('is called as `filename` says, without the folders of some clients', async () => {
    const handle = await calls.taken({ name: 'x.bin', fields: { filename: 'C:\\docs\\b.txt' } });
    await calls.until(handle, 'done');

    const { headers } = await calls.result(handle);

    expect(headers.get('content-disposition')).toBe('attachment; filename=b.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('of a document without words comes back as it is', async () => {
    expect((await calls.translated({ contents: '12 - 34\n' })).toString()).toBe('12 - 34\n');
  });

  it('finds its language itself, the same for the whole document', async () => {
    const contents = 'This house is bigger than the other houses of the town.\n\nSi.\n';
    const form = { contents, fields: { source_lang: '' } };

    expect((await calls.translated(form)).toString()).toBe(contents.toUpperCase());
  });
});

describe('a document', () => {
  it('is told apart from those of others, and its key from other keys', async () => {
    const handle = await calls.taken({});
    const stranger = await anotherOrganization(running);
    const otherKey = { ...handle, document_key: 'A'.repeat(64) };

    for (const response of [
      await calls.status(handle, stranger),
      await calls.status(otherKey),
      await calls.result(handle, stranger),
      await calls.result(otherKey),
      await calls.cancel(handle, stranger),
      await calls.status({ ...handle, document_id: 'B'.repeat(32) }),
    ]) {
      expect(await errorOf(response)).toEqual({ status: 404, message: 'Not found' });
    }
    expect(await (await calls.list('', stranger)).json()).toEqual({
      documents: [],
      total_count: 0,
    });
    await calls.until(handle, 'done');
    expect((await calls.result(handle)).status).toBe(200);
  });

  it('is asked for in a form too', async () => {
    const { document_id: id, document_key } = await calls.taken({});

    const response = await running.request('POST', `/v2/document/${id}`, {
      body: new URLSearchParams({ document_key }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

    expect(response.status).toBe(200);
  });

  it.each([
    [{}, "Parameter 'document_key' not specified"],
    [{ document_key: 'short' }, "Value for 'document_key' not supported."],
  ])('is not asked for with %j', async (body, message) => {
    const { document_id: id } = await calls.taken({});

    for (const path of [`/v2/document/${id}`, `/v2/document/${id}/result`]) {
      expect(await errorOf(await running.request('POST', path, { body }))).toEqual({
        status: 400,
        message,
      });
    }
  });

  it('is given once, and nothing of it is left then', async () => {
    const handle = await calls.taken({ contents: 'words' });
    await calls.until(handle, 'done');

    expect(await (await calls.result(handle)).text()).toBe('WORDS');
    await gone(handle);

    expect(await errorOf(await calls.result(handle))).toEqual({
      status: 404,
      message: 'Not found',
    });
  });

  it("is its one caller's for as long as the download takes", async () => {
    const handle = await calls.taken({ contents: 'words' });
    await calls.until(handle, 'done');
    const { document_id: id, document_key: key } = handle;
    const download = await running.app.get(Documents).result({ id, key, owner: await ownerOf(id) });
    const isHeld = async () =>
      (
        await running.database.query<{ held: boolean }>(
          "SELECT held_until > now() + interval '30 seconds' AS held FROM documents WHERE id = $1",
          [id],
        )
      )[0]?.held;
    await running.database.query(
      "UPDATE documents SET held_until = now() + interval '25 seconds' WHERE id = $1",
      [id],
    );

    while ((await isHeld()) !== true) await sleep(100);

    expect((await calls.result(handle)).status).toBe(503);
    await download.notDelivered();
    expect(await (await calls.result(handle)).text()).toBe('WORDS');
  });

  it('is kept under a key that is kept nowhere', async () => {
    engine.status = 503;
    const secret = 'the combination is 1234 and nobody shall know';
    const handle = await calls.taken({ contents: secret });
    await calls.until(handle, 'translating');

    const [row] = await running.database.query<Record<string, unknown>>(
      'SELECT row_to_json(documents)::text AS text FROM documents WHERE id = $1',
      [handle.document_id],
    );
    const files = filesOf(handle);

    expect(files.length).toBeGreaterThan(1);
    for (const kept of [
      String(row?.['text']),
      ...files.map((file) => readFileSync(file, 'latin1')),
    ]) {
      expect(kept).not.toContain('combination');
      expect(kept.toUpperCase()).not.toContain(handle.document_key);
    }
    expect(JSON.stringify(running.logs)).not.toContain(handle.document_key);
    await calls.cancel(handle);
  });

  it('waits for an engine that is away, says how long, and is counted once', async () => {
    const before = await used();
    engine.status = 503;
    const handle = await calls.taken({ contents: 'The house is big.' });

    const waiting = await calls.until(handle, 'translating');
    expect(waiting.seconds_remaining).toBeGreaterThan(0);
    const early = await calls.result(handle);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(await errorOf(early)).toMatchObject({ status: 503 });

    engine.status = undefined;
    expect(await calls.until(handle, 'done')).toMatchObject({ billed_characters: 17 });
    expect((await used()) - before).toBe(17);
  });

  it('may be cancelled, and costs nothing then', async () => {
    const before = await used();
    engine.status = 503;
    const handle = await calls.taken({ contents: 'words' });

    expect((await calls.cancel(handle)).status).toBe(204);

    expect((await calls.cancel(handle)).status).toBe(404);
    expect((await calls.status(handle)).status).toBe(404);
    expect(await used()).toBe(before);
    expect(filesOf(handle)).toEqual([]);
  });

  it('tells how it goes on as it happens', async () => {
    engine.status = 503;
    const handle = await calls.taken({});
    await calls.until(handle, 'translating');

    const response = await calls.events(handle);
    engine.status = undefined;
    const events = (await response.text()).trim().split('\n\n');

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const states = events.map((event) => {
      const [, kind, json] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      return [kind, (JSON.parse(json ?? '') as Status).status];
    });
    expect(states[0]).toEqual(['status', 'translating']);
    expect(states.at(-1)).toEqual(['status', 'done']);
  });

  it('is listed, the newest first, page by page', async () => {
    const key = await anotherOrganization(running);
    const handles: Handle[] = [];
    for (const name of ['a.txt', 'b.md', 'c.json']) {
      handles.push(await calls.taken({ name, contents: '"words"', key }));
    }

    const all = (await (await calls.list('', key)).json()) as {
      documents: { document_id: string; format: string; characters: number }[];
      total_count: number;
    };
    const second = (await (await calls.list('?page=1&page_size=2', key)).json()) as typeof all;

    expect(all.total_count).toBe(3);
    expect(all.documents.map(({ format }) => format)).toEqual(['json', 'md', 'txt']);
    expect(all.documents[0]).toMatchObject({ target_lang: 'ES', characters: 5 });
    expect(second.documents.map(({ document_id }) => document_id)).toEqual([
      handles[0]?.document_id,
    ]);
    expect(JSON.stringify(all)).not.toContain('document_key');
  });

  it('goes when nobody asks for it in time', async () => {
    const handle = await calls.taken({});
    await calls.until(handle, 'done');
    await running.database.query(
      "UPDATE documents SET expires_at = now() - interval '1 second' WHERE id = $1",
      [handle.document_id],
    );

    expect((await calls.status(handle)).status).toBe(404);
    await running.app.get(Documents).sweep();

    expect(filesOf(handle)).toEqual([]);
    expect(
      await running.database.query('SELECT 1 FROM documents WHERE id = $1', [handle.document_id]),
    ).toEqual([]);
  });
});

describe('hostile calls', () => {
  it('may write an id in small letters', async () => {
    const { document_id, document_key } = await calls.taken({});
    const small = { document_id: document_id.toLowerCase(), document_key };
    await calls.until(small, 'done');

    const result = await calls.result(small);

    expect(result.status).toBe(200);
    expect(await result.text()).toBe('WORD');
    await gone({ document_id, document_key });
  });

  it('are told that no document has an id that none can have', async () => {
    const handle = { document_id: '%00', document_key: 'A'.repeat(64) };

    expect((await calls.status(handle)).status).toBe(404);
    expect((await calls.result(handle)).status).toBe(404);
    expect((await calls.cancel(handle)).status).toBe(404);
  });

  it('cannot name a file so that its answer has no room for the name', async () => {
    expect(await errorOf(await calls.upload({ name: `${'é'.repeat(300)}.txt` }))).toMatchObject({
      status: 400,
    });
  });

  it('pay for words of HTML that look like a tag and are translated', async () => {
    const handle = await calls.taken({ name: 'a.html', contents: '<p>a <1 word> <i>b</i></p>' });

    expect(await calls.until(handle, 'done')).toMatchObject({ billed_characters: 12 });
    expect(await (await calls.result(handle)).text()).toContain('WORD');
  });

  it('wait for a stalled engine only when it stalls, not when they have waited for their turn', async () => {
    engine.status = 503;
    const handle = await calls.taken({});
    await calls.until(handle, 'translating');
    await running.database.query(
      "UPDATE documents SET updated_at = now() - interval '1 hour' WHERE id = $1",
      [handle.document_id],
    );
    const retries = () =>
      running.logs
        .map((line) => JSON.stringify(line))
        .filter((line) => line.includes('document.retry') && line.includes(handle.document_id));
    const before = retries().length;
    while ((await calls.state(handle)) !== 'error' && retries().length < before + 2)
      await sleep(20);

    engine.status = undefined;

    expect(await calls.until(handle, 'done', 'error')).toMatchObject({ status: 'done' });
  });

  it('are refused a paragraph that would hold up everybody', async () => {
    const marks = '<b>a</b> '.repeat(20_000);

    const error = await errorOf(
      await calls.upload({ name: 'a.html', contents: `<p>${marks}</p>` }),
    );

    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('too long') });
  });

  it('write a cue of many lines', async () => {
    const cue = `1\n00:00:01,000 --> 00:00:02,000\n${'ab\n'.repeat(5000)}`;

    const written = await calls.translated({ name: 'a.srt', contents: cue });

    expect(written.toString()).toBe(cue.replaceAll('ab', 'AB'));
  });

  it('leave nothing behind, however many documents have expired', async () => {
    await running.database.query(
      `INSERT INTO documents (id, owner, key_id, plan, custom_tag, key_digest, target_lang, format,
         bytes, characters, units, expires_at)
       SELECT upper(md5(at::text)), 'gone', 'key', 'pro', '', '', 'ES', 'txt', 1, 1, 1,
         now() - interval '1 hour' FROM generate_series(1, 250) AS at`,
    );

    await running.app.get(Documents).sweep();

    expect(await running.database.query("SELECT 1 FROM documents WHERE owner = 'gone'")).toEqual(
      [],
    );
  });

  it('goes also where another one cannot be removed now', async () => {
    const [stuck, other] = [await calls.taken({}), await calls.taken({})];
    await calls.until(stuck, 'done');
    await calls.until(other, 'done');
    await running.database.query(
      "UPDATE documents SET expires_at = now() - interval '1 second' WHERE id = ANY($1)",
      [[stuck.document_id, other.document_id]],
    );
    const contents = running.app.get(DocumentContents);
    const removeAll = contents.removeAll.bind(contents);
    contents.removeAll = (id, parts) =>
      id === stuck.document_id ? Promise.reject(new Error('no disk')) : removeAll(id, parts);

    await running.app.get(Documents).sweep();

    Reflect.deleteProperty(contents, 'removeAll');
    expect(filesOf(other)).toEqual([]);
    expect(filesOf(stuck)).not.toEqual([]);
    await running.database.query('UPDATE documents SET held_until = NULL');
    await running.app.get(Documents).sweep();
    expect(filesOf(stuck)).toEqual([]);
  });

  it('whose upload was killed halfway takes no place for long', async () => {
    const key = await anotherOrganization(running);
    const { document_id: id } = await calls.taken({ key });

    const expiry = async () =>
      (
        await running.database.query<{ minutes: number }>(
          'SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM documents WHERE id = $1',
          [id],
        )
      )[0]?.minutes ?? 0;

    expect(await expiry()).toBeGreaterThan(15);
    const store = running.app.get(DocumentJobStore);
    const job = await store.find(id, await ownerOf(id));
    if (job === undefined) throw new Error('no document');
    const place = { ...job, id: 'F'.repeat(32) };
    await store.insert(place, { characters: 10, unfinished: 10, storedBytes: 1_000_000 });
    const [row] = await running.database.query<{ soon: boolean }>(
      "SELECT expires_at < now() + interval '16 minutes' AS soon FROM documents WHERE id = $1",
      [place.id],
    );
    expect(row?.soon).toBe(true);
    await running.database.query('DELETE FROM documents WHERE id = $1', [place.id]);
  });
});

describe('limits', () => {
  it('of documents at once, of one organization alone', async () => {
    engine.status = 503;
    const [key, other] = [await anotherOrganization(running), await anotherOrganization(running)];
    const handles: Handle[] = [];
    for (let count = 0; count < 3; count += 1) handles.push(await calls.taken({ key }));

    const refused = await calls.upload({ key });

    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await errorOf(refused)).toMatchObject({ status: 429 });
    expect((await calls.upload({ key: other })).status).toBe(200);
    const [first] = handles;
    if (first !== undefined) await calls.cancel(first, key);
    expect((await calls.upload({ key })).status).toBe(200);
  });

  it('refuse nobody who sends a handful of small documents at once', async () => {
    const many = await startTranslate({
      ...engineSettings(engine),
      BLOB_DIR: join(folder, 'many'),
    });
    const ofMany = new DocumentCalls(many.url);

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_unused, at) => ofMany.upload({ contents: `word ${at}` })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    await many.close();
  });

  it('of the quota, before anything is translated', async () => {
    const limited = await startTranslate({
      ...engineSettings(engine),
      BLOB_DIR: join(folder, 'limited'),
      CHARACTER_LIMIT: '10',
    });
    const ofLimited = new DocumentCalls(limited.url);
    const contents = 'more than ten characters';

    const error = await errorOf(await ofLimited.upload({ contents }));

    expect(error).toMatchObject({ status: 456 });
    expect(engine.requests.flatMap(({ q }) => q)).not.toContain(contents);
    expect(filesIn(join(folder, 'limited'))).toEqual([]);
    await limited.close();
  });

  it('of what is kept for one organization', async () => {
    const small = await startTranslate({
      ...engineSettings(engine),
      BLOB_DIR: join(folder, 'small'),
      DOCUMENT_STORED_MEGABYTES: '1',
    });
    const ofSmall = new DocumentCalls(small.url);
    const contents = `words\n${' '.repeat(600_000)}`;
    const handle = await ofSmall.taken({ contents });

    const refused = await errorOf(await ofSmall.upload({ contents }));

    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('stored') });
    await ofSmall.until(handle, 'done');
    await ofSmall.result(handle);
    // What was fetched goes once the last byte is sent, which the caller may see first.
    let status = 429;
    for (let tries = 0; status === 429 && tries < 100; tries += 1) {
      await sleep(100);
      ({ status } = await ofSmall.upload({ contents }));
    }
    expect(status).toBe(200);
    await small.close();
  });
});
