import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { committedDocument, expectOpenDocs } from '@sextant/platform-testing';
import {
  apertiumOf,
  AUTH_KEY,
  startTranslate,
  textsOf,
  type Answer,
  type RunningTranslate,
} from '../running-translate.js';

let running: RunningTranslate;

beforeAll(async () => {
  running = await startTranslate();
});

afterAll(() => running.close());

const LIMIT = 128 * 1024;
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message;

describe('authentication', () => {
  const withHeader = (authorization?: string, path = '/v2/languages') =>
    fetch(running.url + path, authorization === undefined ? {} : { headers: { authorization } });

  it.each([
    ['no header', undefined],
    ['another scheme', `Bearer ${AUTH_KEY}`],
    ['no key', 'DeepL-Auth-Key '],
    ['something else than a key', 'DeepL-Auth-Key secret'],
    ['a key that was never issued', `DeepL-Auth-Key sxt_${'0'.repeat(36)}`],
  ])('answers 403 to %s', async (_reason, authorization) => {
    const response = await withHeader(authorization);

    expect(response.status).toBe(403);
    expect(await messageOf(response)).toMatch(/^Authorization failed/);
    expect(response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('refuses strangers before their body is read', async () => {
    const response = await fetch(`${running.url}/v2/translate`, {
      method: 'POST',
      body: 'x'.repeat(LIMIT * 2),
      headers: { 'content-type': 'application/json' },
    });

    expect(response.status).toBe(403);
  });

  it('gives the larger bodies of some paths their room, in any case of letters', async () => {
    const response = await fetch(`${running.url}/V3/Style_Rules`, {
      method: 'POST',
      body: JSON.stringify({ name: 'x'.repeat(LIMIT * 2) }),
      headers: { 'content-type': 'application/json', authorization: `DeepL-Auth-Key ${AUTH_KEY}` },
    });

    expect(response.status).toBe(400);
  });

  it('tells strangers nothing about which paths exist', async () => {
    expect((await withHeader(undefined, '/v2/nowhere')).status).toBe(403);
    expect((await withHeader(`DeepL-Auth-Key ${AUTH_KEY}`, '/v2/nowhere')).status).toBe(404);
  });

  it('refuses a key once it is revoked, and one without the right scope', async () => {
    const keys = running.app.get(ApiKeys);
    const request = { owner: 'acme', label: 'ci', scopes: ['translate'] };
    const { key, secret } = await keys.create(request);
    const other = await keys.create({ ...request, scopes: ['other'] });

    const before = await withHeader(`DeepL-Auth-Key ${secret}`);
    await keys.revoke('acme', key.id);
    const after = await withHeader(`DeepL-Auth-Key ${secret}`);

    expect([before.status, after.status]).toEqual([200, 403]);
    expect((await withHeader(`DeepL-Auth-Key ${other.secret}`)).status).toBe(403);
  });
});

describe('POST /v2/translate', () => {
  it('translates JSON in the order of the texts and tells the source language', async () => {
    const response = await running.translate({
      text: ['The house is big.', 'The dog eats.', ''],
      target_lang: 'ES',
      source_lang: 'EN',
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      translations: [
        { detected_source_language: 'EN', text: 'La casa es grande.' },
        { detected_source_language: 'EN', text: 'El perro come.' },
        { detected_source_language: 'EN', text: '' },
      ],
    });
  });

  it.each([
    ['once', 'text=The+house+is+big.&target_lang=es&source_lang=en', ['La casa es grande.']],
    [
      'repeated',
      'text=The%20house%20is%20big.&text=The+dog+eats.&target_lang=ES',
      ['La casa es grande.', 'El perro come.'],
    ],
  ])('translates forms with text given %s', async (_how, form, expected) => {
    expect(await textsOf(await running.translateForm(form))).toEqual(expected);
  });

  it('detects the language of each text on its own', async () => {
    const response = await running.translate({
      text: [
        'The government has announced new measures to protect the environment.',
        'Le gouvernement a annoncé de nouvelles mesures pour protéger la nature.',
      ],
      target_lang: 'ES',
    });

    const { translations } = (await response.json()) as Answer;
    expect(translations.map((entry) => entry.detected_source_language)).toEqual(['EN', 'FR']);
    expect(translations.map(({ text }) => text)).toEqual([
      expect.stringContaining('nuevas'),
      expect.stringContaining('nuevas'),
    ]);
  });

  it('names the language that was detected and is not offered', async () => {
    const text = ['The house is big.', 'これは私の家です。とても大きいです。'];

    const response = await running.translate({ text, target_lang: 'ES' });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: expect.stringMatching(
        /^Value for 'source_lang' not supported\. Text 2 seems to be Japanese, /,
      ),
    });
  });

  it('takes a word that could be of many languages for that of the other texts', async () => {
    const text = ['La maison est grande et le jardin est rouge.', 'tableau', 'OK'];

    const response = await running.translate({ text, target_lang: 'ES' });

    const { translations } = (await response.json()) as Answer;
    expect(translations.map((entry) => entry.detected_source_language)).toEqual(['FR', 'FR', 'FR']);
  });

  it('goes through a third language where no direct pair exists', async () => {
    const response = await running.translate({
      text: ['The house is big and the garden is full of flowers.'],
      source_lang: 'EN',
      target_lang: 'PT-BR',
    });

    const [text] = await textsOf(response);
    expect(text).toMatch(/^A casa é grande e o jardim /);
  });

  it.each([
    ['EN', 'EN-GB'],
    ['en', 'en-us'],
    ['ES', 'ES'],
  ])('gives texts of the target language back (%s to %s)', async (source_lang, target_lang) => {
    const response = await running.translate({ text: ['Hello'], source_lang, target_lang });

    expect(await textsOf(response)).toEqual(['Hello']);
  });

  it('bills code points, on request only', async () => {
    const text = ['héllo 👋', ''];
    const request = { text, target_lang: 'ES', source_lang: 'EN' };

    const asked = await running.translate({ ...request, show_billed_characters: true });
    const askedByForm = await running.translateForm(
      'text=ab&target_lang=ES&source_lang=EN&show_billed_characters=1',
    );
    const notAsked = await running.translate({ ...request, show_billed_characters: false });

    const billed = async (response: Response) =>
      ((await response.json()) as Answer).translations.map((entry) => entry.billed_characters);
    expect(await billed(asked)).toEqual([7, 0]);
    expect(await billed(askedByForm)).toEqual([2]);
    expect(await billed(notAsked)).toEqual([undefined, undefined]);
  });

  it('accepts the deprecated enable_beta_languages without effect', async () => {
    const request = { text: ['The house is big.'], target_lang: 'ES', enable_beta_languages: true };

    expect(await textsOf(await running.translate(request))).toEqual(['La casa es grande.']);
  });

  it('keeps white space, line ends and NUL where they were', async () => {
    const text = ' \tThe house.\r\n\r\n  The dog.\u0000The house.\u2028\n';

    const [translated] = await textsOf(
      await running.translate({ text: [text], source_lang: 'EN', target_lang: 'ES' }),
    );

    expect(translated).toBe(' \tLa casa.\r\n\r\n  El perro.\u0000La casa.\u2028\n');
  });

  it("keeps every character of Apertium's own stream format", async () => {
    const special = '^ $ / [ ] \\ < > { } @ ^a/b<n>$ [[t:b:1]] {x} \\^';
    const request = { text: [special, 'The house.'], source_lang: 'EN', target_lang: 'ES' };

    const [first, second] = await textsOf(await running.translate(request));

    for (const character of '^$/[]\\<>{}@') {
      const count = (where: string) => where.split(character).length;
      expect([character, count(first ?? '')]).toEqual([character, count(special)]);
    }
    expect(second).toBe('La casa.');
  });

  it.each(['JSON', 'a form'])('translates 10,000 texts in order, as %s', async (encoding) => {
    const text = Array.from({ length: 10_000 }, (_unused, index) => String(index));
    const form = `target_lang=ES&source_lang=EN&${text.map((item) => `text=${item}`).join('&')}`;

    const response =
      encoding === 'JSON'
        ? await running.translate({ text, target_lang: 'ES', source_lang: 'EN' })
        : await running.translateForm(form);

    expect(response.status).toBe(200);
    expect(await textsOf(response)).toEqual(text);
  });
});

describe('parameters that are none', () => {
  const valid = { text: ['The house.'], target_lang: 'ES' };
  const post = (path: string, body: Record<string, unknown>) =>
    fetch(running.url + path, {
      method: 'POST',
      headers: {
        authorization: `DeepL-Auth-Key ${AUTH_KEY}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });

  it.each([
    ['/v2/translate', valid],
    ['/v2/write/correct', { text: ['The house.'], target_lang: 'en-US' }],
  ])('%s leaves them aside and says so', async (path, body) => {
    const response = await post(path, { ...body, request_id: { a: 1 }, 'my-own.name': null });

    expect(response.status).toBe(200);
    expect(response.headers.get('x-ignored-parameters')).toBe('request_id, my-own.name');
    expect((await post(path, body)).headers.get('x-ignored-parameters')).toBeNull();
  });

  it.each([
    'tagHandling',
    'TARGET_LANG',
    'glossary',
    'glossaryId',
    'text[]',
    'formalty',
    'output_format',
    'tag',
    'constructor',
    'line\nbreak',
    'n'.repeat(65),
  ])('%j is refused: it may be a misspelt one', async (name) => {
    const response = await post('/v2/translate', { ...valid, [name]: 'x' });

    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe(`Parameter '${name}' is not supported.`);
  });

  it('are refused when they are many', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`zz_${String(i)}`, 1]));

    expect((await post('/v2/translate', { ...valid, ...many })).status).toBe(400);
  });
});

describe('requests that are refused', () => {
  const valid = { text: ['a'], target_lang: 'ES' };

  it.each<[string, Record<string, unknown>]>([
    ["Parameter 'tagHandling' is not supported.", { ...valid, tagHandling: 'xml' }],
    ["Parameter 'text' not specified", { target_lang: 'ES' }],
    ["Parameter 'text' not specified", { ...valid, text: [] }],
    ["Parameter 'text' must be an array of well-formed strings.", { ...valid, text: 'a' }],
    ["Parameter 'text' must be an array of well-formed strings.", { ...valid, text: ['a', 7] }],
    ["Parameter 'text' must be an array of well-formed strings.", { ...valid, text: ['a', null] }],
    ["Parameter 'text' must be an array of well-formed strings.", { ...valid, text: ['\ud800'] }],
    ["Parameter 'target_lang' not specified", { text: ['a'] }],
    ["Value for 'target_lang' not supported.", { ...valid, target_lang: 7 }],
    ["Value for 'target_lang' not supported.", { ...valid, target_lang: 'XX' }],
    ["Value for 'target_lang' not supported.", { ...valid, target_lang: 'JA' }],
    ["Value for 'target_lang' not supported.", { ...valid, target_lang: 'e'.repeat(500) }],
    ["Value for 'source_lang' not supported.", { ...valid, source_lang: 'EN-US' }],
    ["Value for 'source_lang' not supported.", { ...valid, source_lang: '' }],
    ["Value for 'source_lang' not supported.", { ...valid, source_lang: ['EN'] }],
    [
      "Value for 'show_billed_characters' not supported.",
      { ...valid, show_billed_characters: 'yes' },
    ],
  ])('say: %s', async (message, body) => {
    const response = await running.translate(body);

    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe(message);
  });

  it.each([
    ["Parameter 'text' not specified", 'target_lang=ES'],
    ["Value for 'target_lang' not supported.", 'text=a&target_lang=ES&target_lang=FR'],
    [
      "Value for 'show_billed_characters' not supported.",
      'text=a&target_lang=ES&show_billed_characters=maybe',
    ],
    ['The body is not valid UTF-8.', 'text=%FF&target_lang=ES'],
  ])('say of forms: %s', async (message, form) => {
    const response = await running.translateForm(form);

    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe(message);
  });

  const post = (body: string | Uint8Array<ArrayBuffer> | null, type?: string) =>
    fetch(`${running.url}/v2/translate`, {
      method: 'POST',
      body,
      headers: {
        authorization: `DeepL-Auth-Key ${AUTH_KEY}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });

  it('say that bytes are not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"target_lang":"ES","text":["'),
      Buffer.of(0xc3, 0x28),
      Buffer.from('"]}'),
    ]);

    const response = await post(new Uint8Array(body), 'application/json');

    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe('The body is not valid UTF-8.');
  });

  it.each(['{"text":', '[]', '"text"', 'null', '{"text":{}}'])('hold the JSON %s', async (json) => {
    expect((await post(json, 'application/json')).status).toBe(400);
  });

  it.each([['text/plain'], ['application/xml'], ['application/json; charset=latin1'], [undefined]])(
    'have the Content-Type %s',
    async (type) => {
      const body = type === undefined ? null : '{}';

      expect((await post(body, type)).status).toBe(415);
    },
  );

  it('are larger than 128 KiB', async () => {
    const frame = JSON.stringify({ text: [''], target_lang: 'ES', source_lang: 'ES' });
    const request = (length: number) => ({
      text: ['a'.repeat(length - frame.length)],
      target_lang: 'ES',
      source_lang: 'ES',
    });

    const exact = await running.translate(request(LIMIT));
    const larger = await running.translate(request(LIMIT + 1));
    const form = await running.translateForm('a'.repeat(LIMIT + 1));

    expect([exact.status, larger.status, form.status]).toEqual([200, 413, 413]);
    expect(await messageOf(larger)).toBe('The body is too large.');
  });
});

describe('GET /v2/languages', () => {
  interface Language {
    language: string;
    name: string;
    supports_formality?: boolean;
  }
  const list = async (query: string) =>
    (await (await running.get(`/v2/languages${query}`)).json()) as Language[];

  it.each(['', '?type=source'])('lists source languages (%j)', async (query) => {
    const languages = await list(query);

    expect(languages).toContainEqual({ language: 'EN', name: 'English' });
    expect(languages.every(({ language }) => /^[A-Z]{2,3}$/.test(language))).toBe(true);
  });

  it('lists target languages with their variants', async () => {
    const languages = await list('?type=target');

    expect(languages).toContainEqual({
      language: 'PT-BR',
      name: 'Portuguese (Brazil)',
      supports_formality: false,
    });
    const codes = languages.map(({ language }) => language);
    expect(codes).toEqual(
      expect.arrayContaining(['EN-GB', 'EN-US', 'ES', 'CA', 'FR', 'PT-BR', 'PT-PT']),
    );
    // The official clients refuse them as targets; who asks for them is served.
    expect(codes.filter((code) => ['EN', 'PT'].includes(code))).toEqual([]);
  });

  it('accepts every listed pair for translation', async () => {
    const target = (await list('?type=target')).map(({ language }) => language);

    const answers = await Promise.all(
      target.map((target_lang) => running.translate({ text: [''], target_lang })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it.each(['?type=both', '?kind=source'])('refuses %s', async (query) => {
    expect((await running.get(`/v2/languages${query}`)).status).toBe(400);
  });
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Its end may not have been reported yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('under load', () => {
  it('never mixes the texts of 32 parallel requests of several pairs', async () => {
    const pairs = [
      ['EN', 'ES'],
      ['ES', 'EN'],
      ['ES', 'PT'],
      ['ES', 'CA'],
      ['FR', 'ES'],
      ['EN', 'PT'],
    ] as const;
    const requests = Array.from({ length: 32 }, async (_unused, index) => {
      const [source_lang, target_lang] = pairs[index % pairs.length] ?? pairs[0];
      const marker = `Zq${index}x`;
      const text = Array.from({ length: 10 }, (_none, line) => `${marker}y${line} casa house`);
      const texts = await textsOf(await running.translate({ text, source_lang, target_lang }));
      return { marker, texts };
    });

    for (const { marker, texts } of await Promise.all(requests)) {
      texts.forEach((text, line) => {
        expect(text.match(/Zq\d+xy\d+/gi)).toEqual([`${marker}y${line}`]);
      });
    }
  });

  it.each([1, 5, 15])('answers requests through kills of the engine, %s ms apart', async (ms) => {
    const engine = apertiumOf(running);
    const direction = engine
      .directions()
      .find(({ source, target }) => source === 'es' && target === 'pt')!;
    const text = Array.from({ length: 50 }, () => 'La casa es grande.');
    await running.translate({ text, source_lang: 'ES', target_lang: 'PT' });

    const requests = Array.from({ length: 8 }, () =>
      running.translate({ text, source_lang: 'ES', target_lang: 'PT' }),
    );
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      const victim = engine.pids(direction)[round];
      if (victim !== undefined) killIfThere(victim);
    }

    for (const response of await Promise.all(requests)) {
      expect(response.status).toBe(200);
      expect(new Set(await textsOf(response))).toEqual(new Set(['A casa é grande.']));
    }
  });
});

describe('documentation', () => {
  it('is shown to everybody, in any case of letters, and takes nothing', async () => {
    await expectOpenDocs(running.url);
  });

  it('is generated as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const response = await fetch(`${running.url}/docs/openapi.json`);

    const { generated, committed } = committedDocument(
      'docs/api/openapi/translate.json',
      (await response.json()) as object,
    );
    expect(generated).toEqual(committed);
  });
});
