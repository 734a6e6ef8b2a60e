import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatStub, type ChatStub } from '../chat-stub.js';
import { startTranslate, type RunningTranslate } from '../running-translate.js';

interface Language {
  readonly lang: string;
  readonly name: string;
  readonly usable_as_source: boolean;
  readonly usable_as_target: boolean;
  readonly status: string;
  readonly features: Readonly<Record<string, { readonly status: string }>>;
}

interface Resource {
  readonly name: string;
  readonly features: readonly object[];
}

const stable = { status: 'stable' };

const directories: string[] = [];
let chat: ChatStub;
let apertium: RunningTranslate;
let both: RunningTranslate;

beforeAll(async () => {
  chat = await startChatStub();
  apertium = await startTranslate();
  both = await startTranslate({ CHAT_BASE_URL: chat.baseUrl, CHAT_LANGUAGES: 'de,en,en-GB,es,ja' });
});

afterAll(async () => {
  await apertium.close();
  await both.close();
  await chat.close();
  await Promise.all(directories.map((directory) => rm(directory, { recursive: true })));
});

const json = async <T>(running: RunningTranslate, path: string): Promise<T> => {
  const response = await running.get(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

const language = async (running: RunningTranslate, code: string, resource = 'translate_text') =>
  (await json<Language[]>(running, `/v3/languages?resource=${resource}`)).find(
    ({ lang }) => lang === code,
  );

async function makeModes(modes: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'modes-'));
  directories.push(directory);
  for (const [name, text] of Object.entries(modes)) {
    await writeFile(join(directory, `${name}.mode`), text);
  }
  return directory;
}

describe('GET /v3/languages', () => {
  it('tells what the engines can do with a language', async () => {
    expect(await language(apertium, 'es')).toEqual({
      lang: 'es',
      name: 'Spanish',
      usable_as_source: true,
      usable_as_target: true,
      status: 'stable',
      features: {
        tag_handling: stable,
        glossary: stable,
        translation_memory: stable,
        auto_detection: stable,
      },
    });
    expect(await language(both, 'es')).toMatchObject({
      features: { formality: stable, style_rules: stable },
    });
    expect((await language(both, 'en'))?.features).not.toHaveProperty('formality');
  });

  it('lists variants as targets, and languages that one engine has', async () => {
    expect(await language(apertium, 'pt-BR')).toMatchObject({
      usable_as_source: false,
      usable_as_target: true,
    });
    expect((await language(apertium, 'pt-BR'))?.features).not.toHaveProperty('auto_detection');
    expect(await language(apertium, 'ja')).toBeUndefined();
    expect(await language(both, 'ja')).toMatchObject({ usable_as_source: true });
  });

  it.each(['glossary', 'translation_memory'])('lists plain languages for %s', async (resource) => {
    const languages = await json<Language[]>(apertium, `/v3/languages?resource=${resource}`);

    expect(languages.map(({ lang }) => lang)).toEqual(
      expect.arrayContaining(['ca', 'en', 'es', 'pt']),
    );
    expect(
      languages.every(
        ({ lang, features }) => !lang.includes('-') && Object.keys(features).length === 0,
      ),
    ).toBe(true);
  });

  it('lists languages for style rules where an engine follows them', async () => {
    expect(await json(apertium, '/v3/languages?resource=style_rules')).toEqual([]);
    const styled = await json<Language[]>(both, '/v3/languages?resource=style_rules');
    expect(styled.map(({ lang }) => lang)).toEqual(['de', 'en', 'es', 'ja']);
  });

  it('has none for voice, which is not served', async () => {
    expect(await json(both, '/v3/languages?resource=voice')).toEqual([]);
  });

  it('lists the same languages for documents as for texts', async () => {
    const ofTexts = await json<Language[]>(both, '/v3/languages?resource=translate_text');

    expect(await json(both, '/v3/languages?resource=translate_document')).toEqual(ofTexts);
  });

  it.each(['&include=beta', '&include=beta&include=external'])('accepts %s', async (include) => {
    const all = await json<Language[]>(both, '/v3/languages?resource=translate_text');

    expect(await json(both, `/v3/languages?resource=translate_text${include}`)).toEqual(all);
  });

  it.each([
    ['', "Parameter 'resource' not specified"],
    [
      '?resource=all',
      "Value for 'resource' not supported. Allowed values: translate_text, translate_document, glossary, voice, write, style_rules, translation_memory.",
    ],
    ['?product=translate_text', "Parameter 'product' is called 'resource' now."],
    [
      '?resource=voice&include=alpha',
      "Value for 'include' not supported. Allowed values: beta, external.",
    ],
    ['?resource=voice&kind=x', "Parameter 'kind' is not supported."],
  ])('refuses %s', async (query, message) => {
    const response = await apertium.get(`/v3/languages${query}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message });
  });
});

describe('GET /v3/languages/resources', () => {
  const featuresOf = async (running: RunningTranslate) =>
    (await json<Resource[]>(running, '/v3/languages/resources')).find(
      ({ name }) => name === 'translate_text',
    )?.features;

  it('lists features and whose support they need, as far as an engine has them', async () => {
    const common = [
      { name: 'tag_handling', needs_source_support: true, needs_target_support: true },
      { name: 'glossary', needs_source_support: true, needs_target_support: true },
      { name: 'translation_memory', needs_source_support: true, needs_target_support: true },
      { name: 'auto_detection', needs_source_support: true },
    ];

    expect(await featuresOf(apertium)).toEqual(common);
    expect(await featuresOf(both)).toEqual([
      { name: 'formality', needs_target_support: true },
      { name: 'style_rules', needs_target_support: true },
      ...common,
    ]);
  });

  it('lists what is served', async () => {
    const names = (await json<Resource[]>(both, '/v3/languages/resources')).map(({ name }) => name);

    expect(names).toEqual([
      'translate_text',
      'translate_document',
      'glossary',
      'style_rules',
      'translation_memory',
      'write',
    ]);
  });
});

describe('a pair that is not installed', () => {
  it.each([
    ['EN', 'IT', 'Install the Debian package apertium-spa-ita, for the way through Spanish.'],
    ['EN', 'JA', "Value for 'target_lang' not supported."],
    ['CA', 'EN', 'Install the Debian package apertium-eng-cat.'],
  ])('%s to %s is refused with what brings it', async (source, target, hint) => {
    const modes = await makeModes({ 'eng-spa': 'cat', 'spa-eng': 'cat', 'eng-cat': 'cat' });
    const running = await startTranslate({ APERTIUM_MODES_DIR: modes });

    const answer = await running.translate({
      text: ['x'],
      source_lang: source,
      target_lang: target,
    });
    const { message } = (await answer.json()) as { message: string };
    await running.close();

    expect([answer.status, message.endsWith(hint)]).toEqual([400, true]);
  });
});

describe('GET /v2/languages/broken', () => {
  it('is empty when every installed pair works', async () => {
    const modes = await makeModes({ 'eng-spa': 'cat' });
    const running = await startTranslate({ APERTIUM_MODES_DIR: modes });

    expect(await json(running, '/v2/languages/broken')).toEqual([]);
    await running.close();
  });

  it('names a pair whose program is missing; the published list keeps its shape', async () => {
    const modes = await makeModes({ 'eng-spa': 'cat', 'spa-cat': 'no-such-program' });
    const running = await startTranslate({ APERTIUM_MODES_DIR: modes });
    const reason = 'the program no-such-program is not installed';

    expect(await json(running, '/v2/languages/broken')).toEqual([
      { source_lang: 'ES', target_lang: 'CA', engine: 'apertium', reason, is_served: false },
    ]);
    expect(await json(running, '/v2/languages')).toEqual([{ language: 'EN', name: 'English' }]);
    const ready = (await (await running.get('/health/ready')).json()) as {
      checks: { apertium: unknown };
    };
    expect(ready.checks.apertium).toMatchObject({
      status: 'up',
      broken: [{ name: 'spa-cat', directions: ['es-ca'], reason }],
    });
    await running.close();
  });
});

describe('GET /v2/languages', () => {
  it('tells where formality can be chosen', async () => {
    const targets = await json<{ language: string; supports_formality: boolean }[]>(
      both,
      '/v2/languages?type=target',
    );

    const formal = targets.filter((target) => target.supports_formality);
    expect(formal.map((target) => target.language)).toEqual(['DE', 'ES', 'ES-419', 'JA']);
  });
});

describe('a method that a path does not serve', () => {
  it.each([
    ['PUT', '/v2/languages', 'GET, HEAD'],
    ['DELETE', '/v2/translate', 'POST'],
    ['PATCH', '/v2/glossaries/x', 'DELETE, GET, HEAD'],
    ['POST', '/v2/usage', 'GET, HEAD'],
  ])('is 405 for %s %s, with Allow: %s', async (method, path, allowed) => {
    const answer = await both.request(method, path);

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(await answer.json()).toEqual({ message: 'This method is not allowed here.' });
  });
});
