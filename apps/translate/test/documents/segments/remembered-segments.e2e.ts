import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RememberedSegments } from '../../../src/documents/segments/remembered-segments.js';
import { DocumentCalls, type Status, type UploadForm } from '../document-calls.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { anotherOrganization } from '../../organizations.js';
import { errorOf, startUpperCase, type RunningTranslate } from '../../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-segments-'));
const blobs = join(folder, 'blobs');
let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, blobs, { DOCUMENT_SEGMENTS_MEGABYTES: '1' });
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const newKey = (): string => crypto.randomUUID().replaceAll('-', '').repeat(2);

/** What became of a document, and what the engine was asked for it. */
async function translated(
  contents: string,
  key: string,
  { key: caller, ...form }: Omit<UploadForm, 'contents'> = {},
): Promise<{ readonly status: Status; readonly text: string; readonly asked: readonly string[] }> {
  const before = engine.requests.length;
  const name = 'a.md';
  const fields = { segments_key: key, ...form.fields };
  const ofCaller = new DocumentCalls(running.url, caller);
  const handle = await ofCaller.taken({ name, contents, ...form, fields });
  const status = await ofCaller.until(handle, 'done', 'error');
  const text = await (await ofCaller.result(handle)).text();
  return { status, text, asked: engine.requests.slice(before).flatMap(({ q }) => q) };
}

const placesOf = (): readonly string[] =>
  readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('translations'),
  );

describe('a document that comes again after a change', () => {
  it('is translated and billed where it changed alone, and says so', async () => {
    const key = newKey();
    const used = async () =>
      ((await (await running.get('/v2/usage')).json()) as { character_count: number })
        .character_count;

    const first = await translated('# House\n\nThe *first* text.\n\nThe second.\n', key);
    const before = await used();
    const second = await translated('# House\n\nThe *first* text.\n\nA new one.\n', key);

    expect(first.status).toMatchObject({ billed_characters: 31, reused_characters: 0 });
    expect(second.text).toBe('# HOUSE\n\nTHE *FIRST* TEXT.\n\nA NEW ONE.\n');
    expect(second.asked.join(' ')).toBe('A new one.');
    expect(second.status).toMatchObject({ billed_characters: 10, reused_characters: 20 });
    expect((await used()) - before).toBe(10);
  });

  it.each([
    ['txt', (line: string) => `${line}\n`],
    ['html', (line: string) => `<p>${line}</p>\n`],
  ])('of lines or blocks is billed for a new one alone: %s', async (extension, write) => {
    const key = newKey();
    const lines = Array.from({ length: 20 }, (_unused, at) => write(`This is line number ${at}.`));
    const form = { name: `a.${extension}` };
    await translated(lines.join(''), key, form);

    const again = await translated(
      [...lines.slice(0, 9), write('A new one.'), ...lines.slice(9)].join(''),
      key,
      form,
    );

    expect(again.asked.join(' ').trim()).toBe('A new one.');
    expect(again.status.billed_characters).toBeLessThanOrEqual(12);
  });

  it('costs nothing and is there at once when nothing changed', async () => {
    const key = newKey();
    await translated('The same.\n', key);

    const again = await translated('The same.\n', key);

    expect(again).toMatchObject({
      text: 'THE SAME.\n',
      asked: [],
      status: { status: 'done', billed_characters: 0, reused_characters: 9 },
    });
  });

  it('keeps what its reviewer has corrected', async () => {
    const key = newKey();
    const fields = { segments_key: key, show_alignment: '1' };
    const handle = await calls.taken({ contents: 'A house.', fields });
    await calls.until(handle, 'done');
    const alignment = await (await calls.alignment(handle)).text();
    await calls.correct(handle, alignment.replace('A HOUSE.', 'Una casa.'));

    const again = await calls.taken({ contents: 'A house.', fields });
    await calls.until(again, 'done');

    expect(await (await calls.result(again)).text()).toBe('Una casa.');
    expect(await (await calls.alignment(again)).text()).toContain(
      '<target state="needs-review-translation" state-qualifier="leveraged-inherited">Una casa.',
    );
  });

  it.each([
    ['another target', { target_lang: 'ZH-HANS' }],
    ['another option', { preserve_formatting: '1' }],
  ])('is another document with %s', async (_what, fields) => {
    const key = newKey();
    await translated('The same.\n', key);

    const other = await translated('The same.\n', key, { fields });

    expect(other.asked).not.toEqual([]);
    expect(other.status).toMatchObject({ reused_characters: 0 });
  });

  it('is translated anew where its glossary has changed', async () => {
    const made = await running.request('POST', '/v3/glossaries', {
      body: {
        name: 'g',
        dictionaries: [
          { source_lang: 'en', target_lang: 'es', entries: 'house\tcasa', entries_format: 'tsv' },
        ],
      },
    });
    const { glossary_id: id } = (await made.json()) as Record<string, string>;
    const key = newKey();
    const fields = { glossary_id: id ?? '' };
    expect((await translated('A house.\n', key, { fields })).text).toBe('A CASA.\n');
    expect((await translated('A house.\n', key, { fields })).asked).toEqual([]);
    await running.request('PUT', `/v3/glossaries/${id ?? ''}/dictionaries`, {
      body: {
        source_lang: 'en',
        target_lang: 'es',
        entries: 'house\thogar',
        entries_format: 'tsv',
      },
    });

    expect((await translated('A house.\n', key, { fields })).text).toBe('A HOGAR.\n');
  });
});

describe('what is remembered', () => {
  it('is of its key and its organization alone, and sealed', async () => {
    const key = newKey();
    const places = placesOf();
    await translated('The combination is 1234.\n', key);
    const kept = placesOf().filter((path) => !places.includes(path));

    const otherKey = await translated('The combination is 1234.\n', newKey());
    const otherOwner = await translated('The combination is 1234.\n', key, {
      key: await anotherOrganization(running),
    });

    expect(otherKey.status).toMatchObject({ reused_characters: 0 });
    expect(otherOwner.status).toMatchObject({ reused_characters: 0 });
    expect(kept).toHaveLength(1);
    const sealed = readFileSync(join(blobs, kept[0] ?? ''), 'latin1');
    expect(sealed.toLowerCase()).not.toContain('combination');
    const rows = await running.database.query<{ text: string }>(
      'SELECT row_to_json(remembered_segments)::text AS text FROM remembered_segments',
    );
    expect(JSON.stringify([rows, running.logs, placesOf()])).not.toContain(key.toUpperCase());
    expect(JSON.stringify([rows, running.logs, placesOf()])).not.toContain(key);
  });

  it('is nothing without the wish, and the answer says nothing of it', async () => {
    const places = placesOf().length;
    const handle = await calls.taken({ contents: 'Words.' });

    const status = await calls.until(handle, 'done');

    expect(status).not.toHaveProperty('reused_characters');
    expect(placesOf()).toHaveLength(places);
  });

  it('needs a key that nobody guesses', async () => {
    const error = await errorOf(await calls.upload({ fields: { segments_key: 'secret' } }));

    expect(error).toEqual({ status: 400, message: "Value for 'segments_key' not supported." });
  });

  it('is not remembered before it is paid for', async () => {
    const key = newKey();
    const owner = await anotherOrganization(running);
    await translated('Words that were paid.\n', key, { key: owner });
    engine.status = 503;
    const handle = await calls.taken({
      ...{ name: 'a.md', contents: 'Words that were not paid.\n', key: owner },
      fields: { segments_key: key },
    });
    await calls.cancel(handle, owner);
    engine.status = undefined;

    const again = await translated('Words that were not paid.\n', key, { key: owner });

    expect(again.status).toMatchObject({ reused_characters: 0, billed_characters: 25 });
  });

  it('goes when it was not used for long', async () => {
    const key = newKey();
    await translated('Words of long ago.\n', key);
    await running.database.query(
      "UPDATE remembered_segments SET expires_at = now() - interval '1 second'",
    );

    const late = await translated('Words of long ago.\n', newKey());
    await running.app.get(RememberedSegments).sweep();

    expect(late.status).toMatchObject({ reused_characters: 0 });
    expect(placesOf()).toHaveLength(1);
    expect((await translated('Words of long ago.\n', key)).status).toMatchObject({
      reused_characters: 0,
    });
  });

  it('makes room for what comes later', async () => {
    const [old, young] = [newKey(), newKey()];
    const owner = await anotherOrganization(running);
    await translated(unlike('old '), old, { key: owner });
    await translated(unlike('young '), young, { key: owner });

    const [first, second] = [
      await translated(unlike('young '), young, { key: owner }),
      await translated(unlike('old '), old, { key: owner }),
    ];

    expect(first.status.billed_characters).toBe(0);
    expect(second.status).toMatchObject({ reused_characters: 0 });
  });
});

/** 600 KB of paragraphs that are all different, in characters of three bytes. */
const unlike = (word: string): string =>
  Array.from({ length: 150 }, (_, at) => `${word} ${at} ${'語'.repeat(1340)}`).join('\n\n');

describe('two versions of a document at once', () => {
  it('are both remembered', async () => {
    const key = newKey();
    engine.delayMs = 200;
    await Promise.all([translated('One.\n', key), translated('Two.\n', key)]);
    engine.delayMs = 0;

    expect((await translated('One.\n\nTwo.\n', key)).status).toMatchObject({
      billed_characters: 0,
    });
  });
});
