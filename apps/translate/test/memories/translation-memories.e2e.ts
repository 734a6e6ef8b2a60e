import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranslationMemories } from '../../src/memories/translation-memories.js';
import type { LanguageTag } from '../../src/languages/language.js';
import { anotherOrganization } from '../organizations.js';
import {
  AUTH_KEY,
  errorOf,
  startTranslate,
  sdkOptions,
  type RequestOptions,
  type RunningTranslate,
} from '../running-translate.js';

let running: RunningTranslate;
let client: deepl.DeepLClient;
let folder: string;

beforeAll(async () => {
  running = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
  folder = await mkdtemp(join(tmpdir(), 'memories-'));
});

afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const unit = (...variants: readonly [string, string][]) =>
  `<tu>${variants.map(([lang, text]) => `<tuv xml:lang="${lang}"><seg>${text}</seg></tuv>`).join('')}</tu>`;
const tmx = (...units: readonly string[]) =>
  `<?xml version="1.0"?><tmx version="1.4"><header srclang="en-US"/><body>${units.join('')}</body></tmx>`;

const house = tmx(
  unit(['en-US', 'The house is big.'], ['es', 'La casa es grande.'], ['pt-BR', 'A casa é grande.']),
  unit(['en-US', 'The dog &amp; the cat.'], ['es', 'El perro y el gato.']),
  unit(['en-US', 'No translation']),
);

const TMX = { 'content-type': 'application/xml' };
const send = async (method: string, path: string, options?: RequestOptions) =>
  errorOf(await running.request(method, path, options));

interface Memory {
  readonly translation_memory_id: string;
}

async function upload(body = house, key = AUTH_KEY): Promise<string> {
  const response = await running.request('POST', '/v3/translation_memories?name=Legal', {
    body,
    key,
    headers: TMX,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as Memory).translation_memory_id;
}

async function best(memoryId: string, text: string, threshold = 75) {
  const [match] = await running.app.get(TranslationMemories).match({
    owner: 'default',
    memoryId,
    source: 'en' as LanguageTag,
    target: 'es' as LanguageTag,
    threshold,
    segments: [text],
    signal: new AbortController().signal,
  });
  const { target, score, isSuggestion } = match ?? {};
  return match && { target, score, ...(isSuggestion === true ? { isSuggestion } : {}) };
}

describe('translation memories, through the official client', () => {
  it('imports a file, shows the job and the memory', async () => {
    const file = join(folder, 'house.tmx');
    await writeFile(file, house);

    const job = await client.importTranslationMemoryFromFilepath(file, { displayName: 'Legal' });

    const [result] = job.results;
    expect(job).toMatchObject({
      operation: 'import',
      product: 'translation_memory',
      displayName: 'Legal',
    });
    expect(result).toMatchObject({ status: 'completed', skippedSegmentCount: 1 });
    expect(await client.getTranslationMemory(result?.translationMemoryId ?? '')).toMatchObject({
      name: 'Legal',
      sourceLanguage: 'en',
      targetLanguages: ['es', 'pt-br'],
      segmentCount: 2,
    });
  });

  it('exports the memory, and the same export again until it changes', async () => {
    const id = await upload();
    const file = join(folder, 'export.tmx');

    await client.exportTranslationMemoryToFilepath(id, file);
    const again = await client.createTranslationMemoryExport(id);
    await running.request('PATCH', `/v3/translation_memories/${id}`, {
      body: { segments: [{ source_text: 'a', target_language: 'es', target_text: 'b' }] },
    });
    const changed = await client.createTranslationMemoryExport(id);

    const text = await readFile(file, 'utf8');
    expect(text).toContain('<seg>The dog &amp; the cat.</seg>');
    expect(text).toContain('<tuv xml:lang="pt-BR"><seg>A casa é grande.</seg></tuv>');
    expect([again.reusedExisting, changed.reusedExisting]).toEqual([true, false]);
    expect(await upload(text)).not.toBe(id);
  });

  it('lists memories page by page, and deletes them', async () => {
    const id = await upload();
    const [, second] = await client.listTranslationMemories(0, 2);

    const page = await client.listTranslationMemories(1, 1);
    await client.deleteTranslationMemory(id);

    expect(page).toEqual([second]);
    await expect(client.getTranslationMemory(id)).rejects.toThrow('not found');
  });

  it('lists segments page by page, and those that hold a text', async () => {
    const id = await upload();

    const first = await client.listTranslationMemorySegments(id, { pageSize: 1 });
    const second = await client.listTranslationMemorySegments(id, {
      pageSize: 1,
      ...(first.nextPageCursor === undefined ? {} : { pageCursor: first.nextPageCursor }),
    });
    const bySource = await client.listTranslationMemorySegments(id, { filterText: 'HOUSE' });
    const byTarget = await client.listTranslationMemorySegments(id, { filterText: 'perro' });
    const exactCase = await client.listTranslationMemorySegments(id, {
      filterText: 'HOUSE',
      filterCaseSensitive: true,
    });

    const sources = (page: deepl.TranslationMemorySegments) =>
      page.segments.map(({ sourceText }) => sourceText);
    expect(sources(first)).toEqual(['The house is big.']);
    expect(sources(second)).toEqual(['The dog & the cat.']);
    expect(second.nextPageCursor).toBeUndefined();
    expect(sources(bySource)).toEqual(['The house is big.']);
    expect(sources(byTarget)).toEqual(['The dog & the cat.']);
    expect(exactCase).toMatchObject({ segments: [], segmentCount: 2 });
    expect(first.segments[0]?.targets.map(({ targetLanguage }) => targetLanguage).sort()).toEqual([
      'es',
      'pt-br',
    ]);
  });
});

describe('an import', () => {
  const start = async (contentLength = Buffer.byteLength(house)) =>
    await client.createTranslationMemoryImport('legal.tmx', contentLength);
  const put = (url: string, body: string) => fetch(url, { method: 'PUT', body, headers: TMX });

  it('waits for its file, tells so, and takes it once', async () => {
    const { jobId, uploadUrl } = await start();
    const waiting = await client.getTranslationMemoryJob(jobId);

    const answers = [await put(uploadUrl, house), await put(uploadUrl, house)];

    expect(waiting.results).toMatchObject([
      { status: 'awaiting_input', requiredAction: 'upload_file' },
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });

  it('fails with the reason when the file is no TMX', async () => {
    const { jobId, uploadUrl } = await start(13);

    const answer = await errorOf(await put(uploadUrl, '<html></html>'));

    const { results } = await client.getTranslationMemoryJob(jobId);
    expect(answer).toMatchObject({
      status: 400,
      message: expect.stringContaining('Malformed TMX'),
    });
    expect(results).toMatchObject([{ status: 'failed', errorMessage: answer.message }]);
  });

  it('refuses a file above the announced length', async () => {
    const { uploadUrl } = await start(10);

    expect((await put(uploadUrl, house)).status).toBe(413);
  });

  it('refuses an announcement above 64 MiB', async () => {
    await expect(start(64 * 1024 * 1024 + 1)).rejects.toThrow('larger than allowed');
  });

  it('is nobody else’s: a wrong token and another organization get 404', async () => {
    const { jobId, uploadUrl } = await start();
    const key = await anotherOrganization(running);

    const wrong = await put(
      `${uploadUrl.slice(0, -1)}${uploadUrl.endsWith('A') ? 'B' : 'A'}`,
      house,
    );

    expect(wrong.status).toBe(404);
    expect(await send('GET', `/v3/translation_memories/jobs/${jobId}`, { key })).toMatchObject({
      status: 404,
      message: 'Job not found.',
    });
  });

  it('makes no second memory when its file is sent again after a crash', async () => {
    const { jobId, uploadUrl } = await start();
    await put(uploadUrl, house);
    await running.database.query(
      `UPDATE memory_jobs SET status = 'awaiting_input', memory_id = NULL WHERE id = $1`,
      [jobId],
    );
    const before = await client.listTranslationMemories(0, 25);

    expect((await put(uploadUrl, house)).status).toBe(200);
    expect(await client.listTranslationMemories(0, 25)).toEqual(before);
  });
});

describe('an upload without a job', () => {
  it('answers the memory and what was skipped, and can be downloaded', async () => {
    const response = await running.request('POST', '/v3/translation_memories?name=Legal', {
      body: house,
      headers: TMX,
    });

    const memory = (await response.json()) as Memory;
    const download = await running.get(
      `/v3/translation_memories/${memory.translation_memory_id}/tmx`,
    );
    expect(memory).toMatchObject({ name: 'Legal', segment_count: 2, skipped_segment_count: 1 });
    expect(download.headers.get('content-type')).toContain('application/xml');
    expect(await download.text()).toContain('La casa es grande.');
  });

  it.each([
    ['another type', { 'content-type': 'text/plain' }, house, 415],
    ['malformed XML', TMX, '<tmx><body>', 400],
    ['no unit', TMX, tmx(), 400],
    ['bytes that are no text', { ...TMX }, '\u0000\u0001', 400],
  ])('is refused for %s', async (_what, headers, body, status) => {
    expect(await send('POST', '/v3/translation_memories', { body, headers })).toMatchObject({
      status,
    });
  });
});

describe('matches', () => {
  it('are exact, like enough, or none', async () => {
    const id = await upload();

    expect(await best(id, 'The house is big.')).toEqual({
      target: 'La casa es grande.',
      score: 100,
    });
    expect(await best(id, 'The house is big')).toMatchObject({ target: 'La casa es grande' });
    expect(await best(id, 'The house is bigger.')).toMatchObject({
      target: 'La casa es grande.',
      isSuggestion: true,
    });
    expect(await best(id, 'The house is bigger.', 99)).toBeUndefined();
    expect(await best(id, 'Something else.')).toBeUndefined();
  });

  it('say what the text says, not what the memory does', async () => {
    const id = await upload();
    const units = [
      ['Wait 30 days.', 'Espere 30 días.'],
      ['It costs $100.00 a month.', 'Cuesta $100.00 al mes.'],
      ['Do open the door.', 'Abra la puerta.'],
      ['There are %d files.', 'Hay archivos.'],
    ];
    const segments = units.map(([source_text, target_text]) => ({
      ...{ source_text, target_text, target_language: 'ES' },
    }));
    await running.request('PATCH', `/v3/translation_memories/${id}`, { body: { segments } });

    const answer = await running.translate({
      ...{ text: ['Wait 90 days.'], source_lang: 'EN', target_lang: 'ES' },
      ...{ translation_memory_id: id, show_provenance: true },
    });
    const { translations } = (await answer.json()) as {
      translations: { text: string; provenance: object[] }[];
    };

    expect(translations[0]?.text).toBe('Espere 90 días.');
    expect(translations[0]?.provenance).toMatchObject([
      { origin: 'memory', substitutions: [{ from: '30', to: '90' }] },
    ]);
    expect((await best(id, 'It costs $900.00 a month.'))?.target).toBe('Cuesta $900.00 al mes.');
    const suggestion = { isSuggestion: true };
    expect(await best(id, 'Do not open the door.')).toMatchObject(suggestion);
    expect(await best(id, 'Do not open the door.', 0)).toMatchObject(suggestion);
    expect(await best(id, 'There are %d files.', 0)).toMatchObject(suggestion);
  });

  it('that may say something else are offered, and the engine translates', async () => {
    const id = await upload();
    const segments = [
      ['Turn right at the corner.', 'Gire a la derecha en la esquina.'],
      ['Ana has three cats.', 'Ana tiene tres gatos.'],
    ].map(([source_text, target_text]) => ({ source_text, target_text, target_language: 'ES' }));
    await running.request('PATCH', `/v3/translation_memories/${id}`, { body: { segments } });

    const answer = await running.translate({
      ...{ text: ['Turn left at the corner.', 'Ana has two cats.'], source_lang: 'EN' },
      ...{ target_lang: 'ES', translation_memory_id: id },
    });
    const { translations } = (await answer.json()) as { translations: { text: string }[] };

    expect(translations[0]?.text).not.toContain('derecha');
    expect(translations[1]?.text).toBe('Ana tiene dos gatos.');
    expect(translations).toMatchObject([
      {
        translation_memory_suggestions: [
          {
            ...{ text: 'Turn left at the corner.', source: 'Turn right at the corner.' },
            ...{ target: 'Gire a la derecha en la esquina.', score: 84 },
          },
        ],
      },
      { translation_memory_suggestions: [{ source: 'Ana has three cats.' }] },
    ]);
  });

  it('use a correction at once', async () => {
    const id = await upload();
    await best(id, 'The house is big.');

    const response = await running.request('PATCH', `/v3/translation_memories/${id}`, {
      body: {
        segments: [
          {
            source_text: 'The house is big.',
            target_language: 'ES',
            target_text: 'Grande es la casa.',
          },
          { source_text: 'New.', target_language: 'es', target_text: 'Nuevo.' },
        ],
      },
    });

    expect(await response.json()).toMatchObject({
      segment_count: 3,
      target_languages: ['es', 'pt-br'],
    });
    expect(await best(id, 'The house is big.')).toEqual({
      target: 'Grande es la casa.',
      score: 100,
    });
    expect(await best(id, 'New.')).toEqual({ target: 'Nuevo.', score: 100 });
    const { segments } = await client.listTranslationMemorySegments(id, { filterText: 'house' });
    expect(segments[0]?.targets.map(({ targetText }) => targetText).sort()).toEqual([
      'A casa é grande.',
      'Grande es la casa.',
    ]);
  });
});

describe('bad input', () => {
  const correction = { source_text: 'a', target_language: 'es', target_text: 'b' };

  it.each([
    [
      'no source',
      { ...correction, source_text: undefined },
      "Parameter 'source_text' not specified",
    ],
    [
      'an unknown language',
      { ...correction, target_language: '?' },
      "Value for 'target_language' not supported.",
    ],
    [
      'a lone surrogate',
      { ...correction, target_text: '\ud800' },
      "Value for 'target_text' not supported.",
    ],
    ['a NUL', { ...correction, target_text: 'a\0' }, "Value for 'target_text' not supported."],
    [
      'a text above 10,000 characters',
      { ...correction, target_text: 'a'.repeat(10_001) },
      "Value for 'target_text' not supported.",
    ],
  ])('%s in a correction is refused', async (_what, segment, message) => {
    const id = await upload();

    expect(
      await send('PATCH', `/v3/translation_memories/${id}`, { body: { segments: [segment] } }),
    ).toMatchObject({ status: 400, message });
  });

  it.each([
    ['/v3/translation_memories?page=-1', "Value for 'page' not supported."],
    ['/v3/translation_memories?page_size=26', "Value for 'page_size' not supported."],
    ['/v3/translation_memories?page_size=0', "Value for 'page_size' not supported."],
    ['/v3/translation_memories/x/segments?page_size=101', "Value for 'page_size' not supported."],
    ['/v3/translation_memories/x/segments?page_cursor=!', "Value for 'page_cursor' not supported."],
    ['/v3/translation_memories/x/segments?filter_text=a', "Value for 'filter_text' not supported."],
  ])('%s is refused', async (path, message) => {
    expect(await send('GET', path)).toMatchObject({ status: 400, message });
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/segments'],
    ['GET', '/tmx'],
    ['POST', '/export'],
  ])('another organization’s memory is 404 for %s %s', async (method, suffix) => {
    const id = await upload(house, await anotherOrganization(running));

    expect(await send(method, `/v3/translation_memories/${id}${suffix}`)).toMatchObject({
      status: 404,
      message: 'Translation memory not found.',
    });
  });
});
