import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasPython } from '@sextant/platform-testing';
import { runPython } from '../documents/programs.js';
import { AUTH_KEY, startTranslate, type RunningTranslate } from '../running-translate.js';

const blobs = mkdtempSync(join(tmpdir(), 'sextant-libre-'));

let running: RunningTranslate;
let base: string;

beforeAll(async () => {
  running = await startTranslate({ BLOB_DIR: blobs });
  base = `${running.url}/libretranslate`;
});
afterAll(async () => {
  await running.close();
  rmSync(blobs, { recursive: true });
});

const post = async (path: string, body: object) =>
  await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const translated = async (body: object): Promise<unknown> =>
  await (
    await post('/translate', { source: 'en', target: 'es', api_key: AUTH_KEY, ...body })
  ).json();

const upload = async (name: string, contents: string, fields: Record<string, string> = {}) => {
  const body = new FormData();
  const sent = { source: 'en', target: 'es', ...fields };
  for (const [field, value] of Object.entries(sent)) body.append(field, value);
  body.append('file', new Blob([contents]), name);
  const headers = { authorization: `DeepL-Auth-Key ${AUTH_KEY}` };
  return await fetch(`${base}/translate_file`, { method: 'POST', headers, body });
};

(hasPython() ? describe : describe.skip)('libretranslatepy, needs python3 with venv', () => {
  it('makes each of its calls', async () => {
    const found = JSON.parse(await runPython('libretranslate_sdk.py', base, AUTH_KEY)) as {
      readonly languages: readonly object[];
    };

    expect(found).toMatchObject({
      translated: 'La casa es grande.',
      automatic: expect.stringContaining('La casa es grande.'),
      placeholders: expect.stringMatching(/\{name\}.*%s.*&/),
      detected: { language: 'es', confidence: expect.any(Number) },
      unsupported: [400, 'xx is not supported'],
      stranger: [403, expect.stringContaining('Send your key as api_key')],
      wrong: [403, expect.stringContaining('Authorization failed')],
    });
    expect(found.languages).toContainEqual({
      code: 'en',
      name: 'English',
      targets: expect.arrayContaining(['en', 'es', 'pt-BR']),
    });
  });
});

describe("LibreTranslate's interface", () => {
  it('finds the key in the body in any case of letters of the path, and refuses in its own shape', async () => {
    const ask = async (api_key: string) => {
      const answer = await fetch(`${running.url}/LibreTranslate/translate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ q: 'The house', source: 'en', target: 'es', api_key }),
      });
      return await answer.json();
    };

    expect(await ask(AUTH_KEY)).toEqual({ translatedText: 'La casa' });
    expect(await ask('wrong')).toEqual({ error: expect.stringContaining('Authorization failed') });
  });

  it('answers a list with a list, and tells detected languages alike', async () => {
    expect(await translated({ q: ['The house', 'The garden'] })).toEqual({
      translatedText: ['La casa', 'El jardín'],
    });
    expect(
      await translated({ q: ['The house is very big and old.'], source: 'auto', alternatives: 2 }),
    ).toEqual({
      translatedText: [expect.stringContaining('La casa')],
      detectedLanguage: [{ language: 'en', confidence: expect.any(Number) }],
      alternatives: [],
    });
    expect(await translated({ q: 'The house is very big and old.', source: 'auto' })).toMatchObject(
      { detectedLanguage: { language: 'en' } },
    );
  });

  it('has other translations of a sentence, where they are wished, which cost nothing more', async () => {
    const before = await usage();

    const { alternatives } = (await translated({
      q: 'The beautiful house.',
      source: 'auto',
      alternatives: 2,
    })) as { readonly alternatives: readonly string[] };

    expect(alternatives).toHaveLength(2);
    expect(alternatives.join()).toMatch(/casa/);
    expect((await usage()) - before).toBe('The beautiful house.'.length);
  });

  it('keeps the tags of HTML', async () => {
    expect(await translated({ q: '<p>The <b>red</b> house</p>', format: 'html' })).toEqual({
      translatedText: '<p>La casa <b>roja</b></p>',
    });
  });

  it('takes the key in the header as well, and counts the characters', async () => {
    const before = await usage();

    const { status } = await running.request('POST', '/libretranslate/translate', {
      body: { q: 'The house', source: 'en', target: 'es' },
    });

    expect(status).toBe(200);
    expect((await usage()) - before).toBe(9);
  });

  it.each([
    ['q', { q: 7 }, "Parameter 'q' must be a text or a list of texts."],
    ['an empty list', { q: [] }, "Parameter 'q' must be a text or a list of texts."],
    ['format', { format: 'pdf' }, "Value for 'format' not supported. Allowed values: text, html."],
    ['source', { source: 'xx' }, 'xx is not supported'],
    ['no source', { source: undefined }, "Parameter 'source' not specified"],
    ['an unknown field', { colour: 'red' }, "Parameter 'colour' is not supported."],
  ])('refuses %s in its own shape', async (_what, fields, error) => {
    const body = { q: 'The house', source: 'en', target: 'es', api_key: AUTH_KEY, ...fields };

    const answer = await post('/translate', body);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error });
  });

  it.each([
    [undefined, "Parameter 'q' not specified"],
    [null, "Parameter 'q' not specified"],
    [['a'], "Parameter 'q' must be a text."],
  ])('detects the language of one text, not of %j', async (q, error) => {
    const answer = await post('/detect', { q, api_key: AUTH_KEY });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error });
  });

  it('says what clients ask before they begin, without a key', async () => {
    const settings = await (await fetch(`${base}/frontend/settings`)).json();

    expect(await (await fetch(`${base}/health`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${base}/languages`)).status).toBe(200);
    expect(settings).toMatchObject({
      keyRequired: true,
      filesTranslation: true,
      suggestions: false,
      charLimit: 32_768,
      language: { source: { code: 'auto' }, target: { code: 'es', name: 'Spanish' } },
      supportedFilesFormat: expect.arrayContaining(['.txt', '.docx', '.srt']),
    });
  });

  it('lets nobody else in: no key of another place, nothing of the other interface', async () => {
    const { status } = await post('/detect', { q: 'The house' });

    expect(status).toBe(403);
    expect((await fetch(`${running.url}/v2/usage?api_key=${AUTH_KEY}`)).status).toBe(403);
    expect((await fetch(`${running.url}/libretranslatex`)).status).toBe(403);
    expect((await fetch(`${base}/suggest`)).status).toBe(404);
  });

  async function usage(): Promise<number> {
    const answer = await running.get('/v2/usage');
    return ((await answer.json()) as { character_count: number }).character_count;
  }
});

describe('files', () => {
  it('are translated and fetched by the address that is answered, once', async () => {
    const { translatedFileUrl: url } = (await (
      await upload('my house.txt', 'The house is big.')
    ).json()) as { translatedFileUrl: string };

    expect(url).toMatch(/\/libretranslate\/download_file\/[\w-]+\/my%20house\.txt$/);
    const file = await fetch(url);
    expect(file.headers.get('content-disposition')).toContain('my house.txt');
    expect(await file.text()).toBe('La casa es grande.');
    // It goes once its last byte has been sent; until then it is held for this caller.
    let again = await fetch(url);
    while (again.status === 503) {
      await sleep(20);
      again = await fetch(url);
    }
    expect(again.status).toBe(404);
  });

  it('are refused in its own shape, before they are read where there is no key', async () => {
    const unknown = await upload('a.xyz', 'The house');
    const language = await upload('a.txt', 'The house', { target: 'xx' });
    const body = new FormData();
    body.append('file', new Blob(['The house']), 'a.txt');
    const stranger = await fetch(`${base}/translate_file`, { method: 'POST', body });

    expect([unknown.status, language.status, stranger.status]).toEqual([400, 400, 403]);
    expect(await unknown.json()).toEqual({
      error: expect.stringContaining("Unsupported file extension 'xyz'"),
    });
    expect(await language.json()).toEqual({ error: 'xx is not supported' });
    expect(await stranger.json()).toEqual({ error: expect.stringContaining('in the header only') });
  });

  it.each([
    ['nothing of ours', 'abc'],
    [
      'another document',
      Buffer.from(JSON.stringify(['a', '0'.repeat(32), 'k'])).toString('base64url'),
    ],
    ['a sign that no database takes', Buffer.from('["a\\u0000","0","k"]').toString('base64url')],
  ])('are not found by a token of %s', async (_what, token) => {
    const answer = await fetch(`${base}/download_file/${token}/a.txt`);

    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: 'Not found' });
  });
});
