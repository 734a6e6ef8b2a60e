import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import {
  AUTH_KEY,
  errorOf,
  startTranslate,
  sdkOptions,
  type RequestOptions,
  type RunningTranslate,
} from '../running-translate.js';
import { anotherOrganization } from '../organizations.js';

let running: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  running = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
});

afterAll(() => running.close());

const entries = (object: Record<string, string>) => new deepl.GlossaryEntries({ entries: object });
const send = async (method: string, path: string, options?: RequestOptions) =>
  errorOf(await running.request(method, path, options));

const dict = (source: string) => ({
  source_lang: 'en',
  target_lang: 'es',
  entries: `${source}\tx`,
});

const house = { name: 'n', source_lang: 'en', target_lang: 'es', entries: 'house\tcasa' };

describe('version 2, through the official client', () => {
  it('creates, shows, lists and deletes a glossary', async () => {
    const created = await client.createGlossary('mine', 'en', 'es', entries({ house: 'hogar' }));

    expect(created).toMatchObject({
      name: 'mine',
      ready: true,
      sourceLang: 'en',
      targetLang: 'es',
      entryCount: 1,
    });
    expect(Date.now() - created.creationTime.getTime()).toBeLessThan(60_000);
    expect(await client.getGlossary(created.glossaryId)).toEqual(created);
    expect(await client.listGlossaries()).toContainEqual(created);
    await client.deleteGlossary(created.glossaryId);
    await expect(client.getGlossary(created.glossaryId)).rejects.toThrow(
      deepl.GlossaryNotFoundError,
    );
  });

  it('gives back the entries as they were sent', async () => {
    const sent = { house: 'casa', 'fish & chips': 'pescado con patatas', Ärger: 'enojo' };
    const { glossaryId } = await client.createGlossary('mine', 'en', 'es', entries(sent));

    expect((await client.getGlossaryEntries(glossaryId)).entries()).toEqual(sent);
  });

  it('reads CSV with quotes, and rows of this pair only where rows name one', async () => {
    const csv = 'house,casa,en,es\n"fish, fried","pescado ""frito""",EN,ES-419\ndog,Hund,en,de\n';

    const { glossaryId } = await client.createGlossaryWithCsv('mine', 'en', 'es', Buffer.from(csv));

    expect((await client.getGlossaryEntries(glossaryId)).entries()).toEqual({
      house: 'casa',
      'fish, fried': 'pescado "frito"',
    });
  });

  it('lists the language pairs', async () => {
    const pairs = await client.getGlossaryLanguagePairs();

    expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'es' });
    expect(pairs.some(({ sourceLang, targetLang }) => sourceLang === targetLang)).toBe(false);
  });

  it('answers 415 when another type than TSV is wanted', async () => {
    const { glossaryId } = await client.createGlossary('mine', 'en', 'es', entries({ a: 'b' }));

    expect(
      await send('GET', `/v2/glossaries/${glossaryId}/entries`, {
        headers: { accept: 'text/csv' },
      }),
    ).toMatchObject({ status: 415 });
  });

  it('shows no glossary with more than one pair', async () => {
    const { glossaryId } = await client.createMultilingualGlossary('two', [
      { sourceLangCode: 'en', targetLangCode: 'es', entries: entries({ a: 'b' }) },
      { sourceLangCode: 'es', targetLangCode: 'en', entries: entries({ b: 'a' }) },
    ]);

    const listed = await client.listGlossaries();

    expect(listed.map((glossary) => glossary.glossaryId)).not.toContain(glossaryId);
    await expect(client.getGlossary(glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
  });
});

describe('version 3, through the official client', () => {
  const dictionary = (
    source: deepl.SourceGlossaryLanguageCode,
    target: deepl.TargetGlossaryLanguageCode,
    object: Record<string, string>,
  ) => ({
    sourceLangCode: source,
    targetLangCode: target,
    entries: entries(object),
  });

  it('creates, shows, lists and deletes a glossary of two pairs', async () => {
    const created = await client.createMultilingualGlossary('mine', [
      dictionary('en', 'es', { house: 'casa', dog: 'perro' }),
      dictionary('es', 'en', { casa: 'house' }),
    ]);

    expect(created.dictionaries).toEqual([
      { sourceLangCode: 'en', targetLangCode: 'es', entryCount: 2 },
      { sourceLangCode: 'es', targetLangCode: 'en', entryCount: 1 },
    ]);
    expect(await client.getMultilingualGlossary(created.glossaryId)).toEqual(created);
    expect(await client.listMultilingualGlossaries()).toContainEqual(created);
    await client.deleteMultilingualGlossary(created.glossaryId);
    await expect(client.getMultilingualGlossary(created.glossaryId)).rejects.toThrow(
      deepl.GlossaryNotFoundError,
    );
  });

  it('reads a glossary that version 2 made', async () => {
    const { glossaryId } = await client.createGlossary('old', 'en', 'es', entries({ a: 'b' }));

    const { name, dictionaries } = await client.getMultilingualGlossary(glossaryId);

    expect({ name, dictionaries }).toEqual({
      name: 'old',
      dictionaries: [{ sourceLangCode: 'en', targetLangCode: 'es', entryCount: 1 }],
    });
  });

  it('merges entries into a dictionary, adds a dictionary, renames', async () => {
    const { glossaryId } = await client.createMultilingualGlossary('mine', [
      dictionary('en', 'es', { house: 'casa', dog: 'perro' }),
    ]);

    await client.updateMultilingualGlossaryDictionary(
      glossaryId,
      dictionary('en', 'es', { dog: 'can', cat: 'gato' }),
    );
    await client.updateMultilingualGlossaryDictionaryWithCsv(glossaryId, 'es', 'ca', 'casa,casa');
    const renamed = await client.updateMultilingualGlossaryName(glossaryId, 'yours');

    expect(renamed).toMatchObject({
      name: 'yours',
      dictionaries: [
        { sourceLangCode: 'en', targetLangCode: 'es', entryCount: 3 },
        { sourceLangCode: 'es', targetLangCode: 'ca', entryCount: 1 },
      ],
    });
    const merged = await client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'en', 'es');
    expect(merged.entries.entries()).toEqual({ house: 'casa', dog: 'can', cat: 'gato' });
  });

  it('replaces and deletes a dictionary', async () => {
    const { glossaryId } = await client.createMultilingualGlossaryWithCsv(
      'mine',
      'en',
      'es',
      'house,casa',
    );

    const replaced = await client.replaceMultilingualGlossaryDictionary(
      glossaryId,
      dictionary('en', 'es', { cat: 'gato' }),
    );
    await client.replaceMultilingualGlossaryDictionaryWithCsv(glossaryId, 'en', 'fr', 'cat,chat');
    await client.deleteMultilingualGlossaryDictionary(glossaryId, 'en', 'es');

    expect(replaced).toEqual({ sourceLangCode: 'en', targetLangCode: 'es', entryCount: 1 });
    expect((await client.getMultilingualGlossary(glossaryId)).dictionaries).toEqual([
      { sourceLangCode: 'en', targetLangCode: 'fr', entryCount: 1 },
    ]);
    await expect(
      client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'en', 'es'),
    ).rejects.toThrow(deepl.GlossaryNotFoundError);
    await expect(
      client.deleteMultilingualGlossaryDictionary(glossaryId, 'en', 'es'),
    ).rejects.toThrow(deepl.GlossaryNotFoundError);
  });

  it('keeps what all of many merges at the same time have added', async () => {
    const { glossaryId } = await client.createMultilingualGlossary('mine', [
      dictionary('en', 'es', { house: 'casa' }),
    ]);

    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.updateMultilingualGlossaryDictionary(
          glossaryId,
          dictionary('en', 'es', { [`word ${index}`]: `palabra ${index}` }),
        ),
      ),
    );

    const merged = await client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'en', 'es');
    expect(Object.keys(merged.entries.entries())).toHaveLength(11);
  });
});

describe('bad input', () => {
  const long = 'a'.repeat(1025);

  it.each([
    ['no name', { ...house, name: undefined }, "Parameter 'name' not specified", undefined],
    ['an empty name', { ...house, name: ' ' }, 'Bad request', 'name must not be empty'],
    ['a name above 1024 bytes', { ...house, name: long }, 'Bad request', '1024 bytes'],
    ['a name with a line break', { ...house, name: 'a\nb' }, 'Bad request', 'control character'],
    [
      'no entries',
      { ...house, entries: undefined },
      "Parameter 'entries' not specified",
      undefined,
    ],
    ['empty entries', { ...house, entries: '\n' }, 'Bad request', 'must not be empty'],
    ['no tab', { ...house, entries: 'a\tb\nc' }, 'Invalid glossary entries provided', 'index 1'],
    ['two tabs', { ...house, entries: 'a\tb\tc' }, 'Invalid glossary entries provided', 'index 0'],
    [
      'a source twice',
      { ...house, entries: 'a\tb\na\tc' },
      'Invalid glossary entries provided',
      'Duplicate',
    ],
    [
      'a source above 1024 bytes',
      { ...house, entries: `${long}\tb` },
      'Invalid glossary entries provided',
      '1024 bytes',
    ],
    [
      'a target above 1024 bytes',
      { ...house, entries: `a\t${long}` },
      'Invalid glossary entries provided',
      '1024 bytes',
    ],
    [
      'a C0 control character',
      { ...house, entries: 'a\u0007\tb' },
      'Invalid glossary entries provided',
      'control',
    ],
    [
      'a C1 control character',
      { ...house, entries: 'a\tb\u0085c' },
      'Invalid glossary entries provided',
      'control',
    ],
    [
      'a line separator',
      { ...house, entries: 'a\tb\u2028c' },
      'Invalid glossary entries provided',
      'control',
    ],
    [
      'unbalanced quotes',
      { ...house, entries: '"a,b', entries_format: 'csv' },
      'Invalid glossary entries provided',
      '',
    ],
    [
      'another format',
      { ...house, entries_format: 'xml' },
      "Value for 'entries_format' not supported.",
      undefined,
    ],
    [
      'an unknown language',
      { ...house, target_lang: 'qq' },
      "Value for 'target_lang' not supported.",
      undefined,
    ],
    [
      'no language',
      { ...house, source_lang: undefined },
      "Parameter 'source_lang' not specified",
      undefined,
    ],
    ['equal languages', { ...house, target_lang: 'EN-GB' }, 'Bad request', 'must differ'],
    [
      'a misspelt member',
      { ...house, entrys: 'x' },
      "Parameter 'entrys' is not supported.",
      undefined,
    ],
  ])('%s is refused', async (_what, body, message, detail) => {
    const answer = await send('POST', '/v2/glossaries', { body });

    expect(answer).toMatchObject({ status: 400, message });
    if (detail === undefined) expect(answer).not.toHaveProperty('detail');
    else expect(answer.detail).toContain(detail);
  });

  it.each([
    [
      'something else than dictionaries',
      { name: 'n', dictionaries: 'x' },
      "Value for 'dictionaries' not supported.",
    ],
    ['a pair twice', { name: 'n', dictionaries: [dict('a'), dict('b')] }, 'Bad request'],
  ])('%s is refused in version 3', async (_what, body, message) => {
    expect(await send('POST', '/v3/glossaries', { body })).toMatchObject({ status: 400, message });
  });

  it('is refused above 10 MiB of entries, and at a merge that would lead there', async () => {
    const part = (letter: string) =>
      Array.from({ length: 6000 }, (_, index) => `${letter}${index}\t${'x'.repeat(1000)}`).join(
        '\n',
      );
    const small = { source_lang: 'en', target_lang: 'es', entries: part('a') };
    const whole = { ...small, entries: `${part('a')}\n${part('b')}` };

    const tooLarge = await send('POST', '/v3/glossaries', {
      body: { name: 'n', dictionaries: [whole] },
    });
    const created = await running.request('POST', '/v3/glossaries', {
      body: { name: 'n', dictionaries: [small] },
    });
    const { glossary_id: id } = (await created.json()) as { glossary_id: string };
    const merged = await send('PATCH', `/v3/glossaries/${id}`, {
      body: { dictionaries: [{ ...small, entries: part('b') }] },
    });
    const other = await send('PUT', `/v3/glossaries/${id}/dictionaries`, {
      body: { ...small, target_lang: 'fr', entries: part('b') },
    });

    const message = 'Glossary size exceeds 10485760 bytes.';
    expect(tooLarge).toMatchObject({ status: 413, message });
    expect(merged).toMatchObject({ status: 413, message });
    expect(other).toMatchObject({ status: 413, message });
  });

  it('two dictionaries in one PATCH are refused', async () => {
    const { glossaryId } = await client.createGlossary('mine', 'en', 'es', entries({ a: 'b' }));
    const fr = { ...dict('b'), target_lang: 'fr' };

    expect(
      await send('PATCH', `/v3/glossaries/${glossaryId}`, {
        body: { dictionaries: [dict('a'), fr] },
      }),
    ).toMatchObject({ status: 400 });
  });

  it.each(['GET', 'PATCH', 'DELETE'])(
    'an unknown or malformed id is 404 for %s',
    async (method) => {
      const body = method === 'PATCH' ? { name: 'n' } : undefined;
      for (const id of ['5f0b6f7e-1d3c-4e51-9a51-1c9a7f2b3d4e', 'nonsense', "'; --"]) {
        const path = `/v3/glossaries/${encodeURIComponent(id)}`;
        expect(await send(method, path, { body })).toMatchObject({
          status: 404,
          message: 'Glossary not found.',
        });
      }
    },
  );
});

describe('another organization', () => {
  it('sees, changes and deletes nothing', async () => {
    const key = await anotherOrganization(running);
    const { glossaryId } = await client.createGlossary('mine', 'en', 'es', entries({ a: 'b' }));
    const path = `/v3/glossaries/${glossaryId}`;

    expect(await send('GET', path, { key })).toMatchObject({ status: 404 });
    expect(await send('PATCH', path, { key, body: { name: 'x' } })).toMatchObject({ status: 404 });
    expect(await send('DELETE', path, { key })).toMatchObject({ status: 404 });
    expect(await (await running.request('GET', '/v3/glossaries', { key })).json()).toEqual({
      glossaries: [],
    });
    expect(await client.getGlossary(glossaryId)).toMatchObject({ name: 'mine' });
  });
});

describe('an account', () => {
  it('holds 1,000 glossaries and no more, also when many are made at the same time', async () => {
    const key = await anotherOrganization(running);
    const create = () => running.request('POST', '/v2/glossaries', { key, body: house });
    await create();
    await running.database.query(
      `INSERT INTO glossaries (id, owner, name, created_at)
       SELECT gen_random_uuid(), owner, 'filler', created_at FROM glossaries, generate_series(1, 997)
       WHERE owner = (SELECT owner FROM glossaries ORDER BY created_at DESC LIMIT 1)`,
    );

    const answers = await Promise.all([create(), create(), create(), create()]);

    const refused = answers.find(({ status }) => status === 456);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 456, 456]);
    expect(await refused?.json()).toMatchObject({
      message: expect.stringContaining('1000 glossaries'),
    });
  });
});
