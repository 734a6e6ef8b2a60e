import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import * as formats from 'ajv-formats';
import { DocumentCalls } from './documents/document-calls.js';
import { ADMIN_KEY, AUTH_KEY, startTranslate, type RunningTranslate } from './running-translate.js';

interface Media {
  readonly schema: object;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Media> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let running: RunningTranslate;
let document: Document;
let ajv: Ajv;
const visited = new Set<string>();

beforeAll(async () => {
  running = await startTranslate();
  document = strict((await (await running.get('/docs/openapi.json')).json()) as Document);
  ajv = new Ajv({ strict: false, allErrors: true });
  formats.default.default(ajv);
  ajv.addSchema(document, 'document');
});

afterAll(() => running.close());

/** Members that are not described are faults too; schemas that are open on purpose say so. */
function strict<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, strict(member as unknown)]),
  );
  if (Array.isArray(schema)) return Object.values(members) as T;
  const isClosed = 'properties' in members && !('additionalProperties' in members);
  return (isClosed ? { ...members, additionalProperties: false } : members) as T;
}

interface Call {
  readonly body?: object | string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly path?: Readonly<Record<string, string>>;
}

/** Calls an operation and compares its answer with what the document says of it. */
async function call<T = unknown>(method: string, template: string, options: Call = {}): Promise<T> {
  const { query = '', path = {}, ...request } = options;
  const url = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => path[name] ?? '');
  const response = await running.request(method, url + query, request);
  const text = await response.text();
  visited.add(`${method} ${template}`);
  expect(response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  const schema = schemaOf(method, template, response);
  if (schema === undefined) return text as T;
  const answer = JSON.parse(text) as T;
  ajv.validate(schema, answer);
  expect({ template, errors: ajv.errors ?? [] }).toEqual({ template, errors: [] });
  return answer;
}

/** @returns undefined for an answer that is not JSON */
function schemaOf(method: string, template: string, response: Response): object | undefined {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const described = describedAnswer(method, template, response.status);
  const schema = schemaFor(described?.content ?? {}, type);
  if (described === undefined || (type !== '' && schema === undefined)) {
    throw new Error(`${method} ${template}: ${response.status} ${type} is not described.`);
  }
  if (type !== 'application/json') return undefined;
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
}

const schemaFor = (content: Readonly<Record<string, Media>>, type: string): object | undefined =>
  (content[type] ?? content['*/*'])?.schema;

function describedAnswer(method: string, template: string, status: number) {
  const { responses } = document.paths[template]?.[method.toLowerCase()] ?? { responses: {} };
  return responses[status] ?? responses[`${String(status).charAt(0)}XX`];
}

const TMX =
  '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg></tuv>' +
  '<tuv xml:lang="es"><seg>b</seg></tuv></tu></body></tmx>';
const XML = { 'content-type': 'application/xml' };
const DICTIONARY = { source_lang: 'en', target_lang: 'es', entries: 'house\thogar' };

describe('the OpenAPI document holds for the answers of', () => {
  it('translation', async () => {
    await call('POST', '/v2/translate', {
      body: {
        text: ['The <b>house</b> is big.'],
        target_lang: 'ES',
        source_lang: 'EN',
        tag_handling: 'xml',
        model_type: 'latency_optimized',
        show_billed_characters: true,
        show_provenance: true,
        show_applied_terms: true,
      },
    });
    await call('POST', '/v2/translate', {
      body: { text: ['a'], target_lang: 'ES' },
      headers: { accept: 'text/event-stream' },
    });
  });

  it('alternatives', async () => {
    const body = { text: 'The beautiful house.', source_lang: 'EN', target_lang: 'ES' };

    await call('POST', '/v2/translate/alternatives', { body });
  });

  it('of writing', async () => {
    const body = { text: ['this is a example'], target_lang: 'en' };

    await call('POST', '/v2/write/correct', { body: { ...body, show_corrections: true } });
    await call('POST', '/v2/write/rephrase', { body });
  });

  it('meta information', async () => {
    await call('GET', '/v2/languages', { query: '?type=target' });
    await call('GET', '/v2/languages/broken');
    await call('GET', '/v3/languages', { query: '?resource=translate_text' });
    await call('GET', '/v3/languages/resources');
    await call('GET', '/v2/usage');
    await call('GET', '/v2/glossary-language-pairs');
  });

  it('glossaries, version 2', async () => {
    const { glossary_id } = await call<{ glossary_id: string }>('POST', '/v2/glossaries', {
      body: { name: 'n', ...DICTIONARY },
    });
    const path = { glossary_id };
    await call('GET', '/v2/glossaries');
    await call('GET', '/v2/glossaries/{glossary_id}', { path });
    await call('GET', '/v2/glossaries/{glossary_id}/entries', { path });
    await call('DELETE', '/v2/glossaries/{glossary_id}', { path });
  });

  it('glossaries, version 3', async () => {
    const { glossary_id } = await call<{ glossary_id: string }>('POST', '/v3/glossaries', {
      body: { name: 'n', dictionaries: [DICTIONARY] },
    });
    const path = { glossary_id };
    const query = '?source_lang=en&target_lang=es';
    await call('GET', '/v3/glossaries');
    await call('GET', '/v3/glossaries/{glossary_id}', { path });
    await call('PATCH', '/v3/glossaries/{glossary_id}', { path, body: { name: 'x' } });
    await call('GET', '/v3/glossaries/{glossary_id}/entries', { path, query });
    await call('PUT', '/v3/glossaries/{glossary_id}/dictionaries', { path, body: DICTIONARY });
    await call('DELETE', '/v3/glossaries/{glossary_id}/dictionaries', { path, query });
    await call('DELETE', '/v3/glossaries/{glossary_id}', { path });
  });

  it('translation memories', async () => {
    const M = '/v3/translation_memories';
    const created = await call<{ translation_memory_id: string }>('POST', M, {
      body: TMX,
      headers: XML,
    });
    const path = { translation_memory_id: created.translation_memory_id };
    const segments = [{ source_text: 'c', target_language: 'es', target_text: 'd' }];
    await call('GET', M);
    await call('GET', `${M}/{translation_memory_id}`, { path });
    await call('PATCH', `${M}/{translation_memory_id}`, { path, body: { segments } });
    await call('GET', `${M}/{translation_memory_id}/segments`, { path, query: '?page_size=1' });
    await call('POST', `${M}/{translation_memory_id}/matches`, {
      path,
      body: { text: ['c'], target_language: 'es' },
    });
    await call('GET', `${M}/concordance`, { query: '?text=c' });
    await call('GET', `${M}/{translation_memory_id}/tmx`, { path });
    await call('POST', `${M}/{translation_memory_id}/export`, { path });
    const job = await call<{ job_id: string; results: [{ download_url: string }] }>(
      'POST',
      `${M}/{translation_memory_id}/export`,
      { path },
    );
    await call('GET', `${M}/jobs/{job_id}`, { path: { job_id: job.job_id } });
    await call('GET', `${M}/files/{job_id}/{token}`, {
      path: addressOf(job.results[0].download_url),
    });
    await call('DELETE', `${M}/{translation_memory_id}`, { path });
    const announced = await call<{ upload_url: string }>('POST', `${M}/import`, {
      body: { source_file: { file_name: 'a.tmx', content_length: TMX.length } },
    });
    await call('PUT', `${M}/files/{job_id}/{token}`, {
      path: addressOf(announced.upload_url),
      body: TMX,
      headers: XML,
    });
  });

  it('style rules', async () => {
    const S = '/v3/style_rules';
    const instruction = { label: 'a', prompt: 'b', source_language: 'en' };
    const list = await call<{ style_id: string }>('POST', S, {
      body: {
        name: 'n',
        language: 'es',
        configured_rules: { numbers: {} },
        custom_instructions: [instruction],
      },
    });
    const path = { style_id: list.style_id };
    await call('GET', S, { query: '?detailed=true' });
    await call('GET', `${S}/{style_id}`, { path });
    await call('PATCH', `${S}/{style_id}`, { path, body: { name: 'x' } });
    await call('PUT', `${S}/{style_id}/configured_rules`, { path, body: { numbers: {} } });
    const { id } = await call<{ id: string }>('POST', `${S}/{style_id}/custom_instructions`, {
      path,
      body: instruction,
    });
    const one = `${S}/{style_id}/custom_instructions/{instruction_id}`;
    const both = { ...path, instruction_id: id };
    await call('GET', one, { path: both });
    await call('PUT', one, { path: both, body: instruction });
    await call('DELETE', one, { path: both });
    await call('DELETE', `${S}/{style_id}`, { path });
  });

  it('documents', async () => {
    const fields = { show_alignment: '1', segments_key: 'a'.repeat(64) };
    const form = { name: 'a.txt', contents: 'a dog', fields };
    const handle = await new DocumentCalls(running.url).taken(form);
    visited.add('POST /v2/document');
    const { document_id, document_key } = handle;
    const asked = { path: { document_id }, body: { document_key } };
    await call('GET', '/v2/document');
    let status = '';
    while (status !== 'done') {
      await pause(20);
      ({ status } = await call<{ status: string }>('POST', '/v2/document/{document_id}', asked));
    }
    const A = '/v2/document/{document_id}/alignment';
    const alignment = await call<string>('POST', A, asked);
    await call('PUT', A, {
      path: { document_id },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body:
        `--x\r\ncontent-disposition: form-data; name="document_key"\r\n\r\n${document_key}\r\n` +
        `--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlf"\r\n\r\n${alignment}\r\n--x--\r\n`,
    });
    const T = '/v2/document/{document_id}/texts';
    await call('POST', T, asked);
    await call('PUT', `${T}/{text_id}`, {
      path: { document_id, text_id: '1' },
      body: { document_key, target: 'un can', base: 'un perro' },
    });
    await call('PUT', `${T}/{text_id}`, {
      path: { document_id, text_id: '1' },
      body: { document_key, target: 'un gato', base: 'un perro' },
    });
    await call('POST', `${T}/corrections`, asked);
    expect(await call('POST', '/v2/document/{document_id}/result', asked)).toBe('un can');
    await call('DELETE', '/v2/document/{document_id}', { path: { document_id } });
  });

  it("LibreTranslate's interface", async () => {
    const L = '/libretranslate';
    const asked = { source: 'auto', target: 'es', format: 'html', alternatives: 1 };
    await call('POST', `${L}/translate`, { body: { q: 'The house is big.', ...asked } });
    await call('POST', `${L}/translate`, { body: { q: ['The house is big.'], ...asked } });
    await call('POST', `${L}/translate`, { body: { q: 'The house', source: 'xx', target: 'es' } });
    await call('POST', `${L}/detect`, { body: { q: 'La casa es grande.' } });
    for (const path of ['languages', 'frontend/settings', 'health'])
      await call('GET', `${L}/${path}`);
    const { translatedFileUrl } = await call<{ translatedFileUrl: string }>(
      'POST',
      `${L}/translate_file`,
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body:
          '--x\r\ncontent-disposition: form-data; name="source"\r\n\r\nen\r\n' +
          '--x\r\ncontent-disposition: form-data; name="target"\r\n\r\nes\r\n' +
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\na dog\r\n--x--\r\n',
      },
    );
    const [name = '', token = ''] = new URL(translatedFileUrl).pathname.split('/').reverse();
    const file = await call('GET', `${L}/download_file/{token}/{name}`, { path: { token, name } });
    expect(file).toBe('un perro');
  });

  it('administration', async () => {
    const K = '/v2/admin/developer-keys';
    const key = ADMIN_KEY;
    const { key_id } = await call<{ key_id: string }>('POST', K, { key, body: {} });
    await call('GET', K, { key });
    await call('PUT', `${K}/label`, { key, body: { key_id, label: 'x' } });
    await call('PUT', `${K}/limits`, { key, body: { key_id, characters: 5 } });
    await call('PUT', `${K}/deactivate`, { key, body: { key_id } });
    await running.request('POST', '/v2/translate', {
      key: AUTH_KEY,
      body: { text: ['a dog'], source_lang: 'EN', target_lang: 'ES' },
      headers: { 'X-DeepL-Reporting-Tag': 'shop' },
    });
    const day = new Date().toISOString().slice(0, 10);
    const query = `?start_date=${day}&end_date=${day}`;
    for (const group of ['', '&group_by=key', '&group_by=key_and_day']) {
      await call('GET', '/v2/admin/analytics', { key, query: query + group });
    }
    await call('GET', '/v2/admin/analytics/custom-tags', {
      key,
      query: `${query}&aggregate_by=day`,
    });
  });

  it('errors', async () => {
    const answer = await call('POST', '/v2/glossaries', {
      body: { name: 'n', ...DICTIONARY, entries: 'no tab' },
    });

    expect(answer).toMatchObject({ detail: expect.any(String) });
  });

  it('all operations, none left out', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(described.filter((operation) => !visited.has(operation))).toEqual([]);
  });
});

function addressOf(url: string): Record<string, string> {
  const [token = '', job_id = ''] = new URL(url).pathname.split('/').reverse();
  return { job_id, token };
}
