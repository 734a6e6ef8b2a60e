import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { startChatStub, systemPromptIn, type ChatStub } from '../chat-stub.js';
import {
  AUTH_KEY,
  errorOf,
  startTranslate,
  sdkOptions,
  type RunningTranslate,
} from '../running-translate.js';

interface Improvements {
  readonly improvements: readonly {
    readonly detected_source_language: string;
    readonly target_language: string;
    readonly text: string;
    readonly corrections?: readonly { readonly start: number; readonly rule: string }[];
  }[];
}

let chat: ChatStub;
let running: RunningTranslate;
let offline: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  chat = await startChatStub();
  running = await startTranslate({ CHAT_BASE_URL: chat.baseUrl });
  offline = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
});
afterAll(async () => {
  await running.close();
  await offline.close();
  await chat.close();
});
beforeEach(() => chat.script({ translate: ({ text }) => text.replace('imprve', 'improve') }));

const write = (service: RunningTranslate, task: string, body: object) =>
  service.request('POST', `/v2/write/${task}`, { body });
const improved = async (response: Promise<Response>) =>
  ((await (await response).json()) as Improvements).improvements;

describe('the official client', () => {
  it('rephrases one text and several', async () => {
    const one = await client.rephraseText('Protonenstrahl', 'de');
    const many = await client.rephraseText(['How are yo', 'dong guys?'], 'en');

    expect(one).toMatchObject({
      text: 'Protonenstrahl',
      detectedSourceLang: 'de',
      targetLang: 'de',
    });
    expect(many.map(({ text, targetLang }) => [text, targetLang])).toEqual([
      ['How are yo', 'en-US'],
      ['dong guys?', 'en-US'],
    ]);
  });

  it.each([
    ['business', null, 'Style: business.'],
    ['prefer_academic', 'default', 'Style: academic.'],
    [null, 'confident', 'Tone: confident.'],
    ['default', 'prefer_friendly', 'Tone: friendly.'],
  ] as const)('asks for the style %s and the tone %s', async (style, tone, said) => {
    await client.rephraseText('How are you?', 'en-GB', style, tone);

    expect(systemPromptIn(chat.requests.at(-1))).toContain(said);
    expect(systemPromptIn(chat.requests.at(-1))).toContain('(en-GB)');
  });

  it.each([
    ['lv', null, null, "Value for 'target_lang' not supported"],
    ['ja', null, 'confident', 'Language ja does not support setting a tone'],
    ['ja', 'business', null, 'Language ja does not support setting a writing style'],
    ['en', 'business', 'confident', 'Both writing_style and tone defined'],
  ] as const)('is told what %s, %s and %s lack', async (language, style, tone, message) => {
    const rephrased = client.rephraseText('text', language, style, tone);

    await expect(rephrased).rejects.toThrow(message);
  });

  it('is served where a wish gives way', async () => {
    await client.rephraseText('text', 'ja', 'prefer_business');

    expect(systemPromptIn(chat.requests.at(-1))).not.toContain('Style');
  });
});

describe('rephrasing', () => {
  it('detects the language of each text', async () => {
    const text = ['Das Haus ist sehr groß und schön.', 'La maison est très grande et belle.'];

    const answer = await improved(write(running, 'rephrase', { text }));

    expect(answer.map((each) => [each.detected_source_language, each.target_language])).toEqual([
      ['de', 'de'],
      ['fr', 'fr'],
    ]);
  });

  it('takes what shows no language for English', async () => {
    const [answer] = await improved(write(running, 'rephrase', { text: ['42'] }));

    expect(answer).toMatchObject({ detected_source_language: 'en', text: '42' });
  });

  it('refuses a language in which nothing is written, by its name', async () => {
    const text = ['Это предложение написано по-русски, и оно довольно длинное.'];

    expect(await errorOf(await write(running, 'rephrase', { text }))).toEqual({
      status: 400,
      message: expect.stringMatching(/'target_lang' not supported\. The text seems to be Russian/),
    });
  });

  it('keeps placeholders, and answers nothing rather than a text without them', async () => {
    const text = ['Dear {name}, see https://example.org/the/house.'];
    const [kept] = await improved(write(running, 'rephrase', { text, target_lang: 'en' }));
    chat.script({ translate: ({ text: asked }) => asked.replace(/⟦.*?⟧/g, '') });

    const lost = await write(running, 'rephrase', { text, target_lang: 'en' });

    expect(kept?.text).toBe(text[0]);
    expect(lost.status).toBe(503);
  });

  it('needs a chat server, and says so', async () => {
    const answer = await write(offline, 'rephrase', { text: ['Hello'], target_lang: 'en' });

    expect(await errorOf(answer)).toEqual({
      status: 400,
      message:
        "Value for 'target_lang' not supported. No engine that is configured here can rephrase texts in English; a chat server can (CHAT_BASE_URL).",
    });
  });

  it('is no translation: it counts as improvement, by the characters of the texts', async () => {
    const before = await usage(running);

    await write(running, 'rephrase', { text: ['12345', '😀'], target_lang: 'en' });
    await write(running, 'rephrase', { text: ['12345'], target_lang: 'lv' });

    expect((await usage(running)) - before).toBe(6);
  });
});

const usage = async (service: RunningTranslate): Promise<number> =>
  ((await (await service.get('/v2/usage')).json()) as { character_count: number }).character_count;

describe('correction', () => {
  const sentence = 'this is a example sentence to imprve';

  it('corrects English without any other engine, as JSON and as a form', async () => {
    const json = await improved(write(offline, 'correct', { text: [sentence] }));
    const form = new URLSearchParams({ text: sentence, target_lang: 'EN', show_corrections: '1' });
    const response = await offline.request('POST', '/v2/write/correct', {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

    const text = 'This is an example sentence to improve';
    const languages = { detected_source_language: 'en', target_language: 'en-US' };
    expect(json).toEqual([{ ...languages, text }]);
    const [shown] = ((await response.json()) as Improvements).improvements;
    expect(shown).toMatchObject({ ...languages, text });
    expect(shown?.corrections?.map(({ start, rule }) => [start, rule])).toEqual([
      [0, 'capitalization'],
      [8, 'miscellaneous'],
      [30, 'spelling'],
    ]);
  });

  it('by a model tells what was changed, without reasons', async () => {
    const body = {
      text: [`Well {name}, ${sentence}`],
      target_lang: 'en-GB',
      show_corrections: true,
    };

    const [answer] = await improved(write(running, 'correct', body));

    expect(answer).toEqual({
      detected_source_language: 'en',
      target_language: 'en-GB',
      text: 'Well {name}, this is a example sentence to improve',
      corrections: [
        { start: 43, end: 49, replacement: 'improve', alternatives: [], rule: 'model' },
      ],
    });
    expect(systemPromptIn(chat.requests.at(-1))).toContain('Change nothing else');
  });

  it('leaves a text in another language as it is', async () => {
    const text = 'Das ist ein langer Satz, in dem nichts auf Englisch steht.';

    const answer = await improved(write(offline, 'correct', { text: [text], target_lang: 'en' }));

    expect(answer).toEqual([{ detected_source_language: 'de', target_language: 'en-US', text }]);
  });

  it('refuses a language that no engine here knows', async () => {
    const answer = await write(offline, 'correct', { text: ['Hallo'], target_lang: 'de' });

    expect((await errorOf(answer)).message).toContain('can correct texts in German');
  });

  it.each([
    [{}, "Parameter 'text' not specified"],
    [{ text: [] }, "Parameter 'text' not specified"],
    [{ text: 'x' }, "Parameter 'text' must be an array of well-formed strings."],
    [{ text: ['x'], target_lang: 7 }, "Value for 'target_lang' not supported."],
    [{ text: ['x'], target_lang: 'xx' }, "Value for 'target_lang' not supported."],
    [{ text: ['x'], tone: 'default' }, 'tone'],
  ])('refuses %j', async (body, message) => {
    const error = await errorOf(await write(offline, 'correct', body));

    expect([error.status, error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    [{ text: ['x'], writing_style: 'loud' }, "Value for 'writing_style' not supported."],
    [{ text: ['x'], tone: 'loud' }, "Value for 'tone' not supported."],
  ])('rephrasing refuses %j', async (body, message) => {
    const error = await errorOf(await write(running, 'rephrase', body));

    expect([error.status, error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('answers others while a long text is checked', async () => {
    const long = write(offline, 'correct', { text: [`${sentence}. `.repeat(3000)] });
    const started = performance.now();
    await offline.get('/v2/usage');
    const others = performance.now() - started;
    await long;

    expect(others).toBeLessThan((performance.now() - started) / 2);
  });
});

describe('the languages of writing', () => {
  const listed = async (service: RunningTranslate) =>
    (await (await service.get('/v3/languages?resource=write')).json()) as {
      readonly lang: string;
      readonly features: object;
    }[];

  it('are all that the published service has, with a chat server', async () => {
    const languages = await listed(running);

    expect(languages.map(({ lang }) => lang)).toEqual(
      'de en en-GB en-US es fr it ja ko pt pt-BR pt-PT zh zh-Hans'.split(' '),
    );
    const worded = languages.filter(({ features }) => 'tone' in features);
    expect(worded.map(({ lang }) => lang)).toEqual(['de', 'en-GB', 'en-US']);
  });

  it('have their features among the resources', async () => {
    const featuresOf = async (service: RunningTranslate) =>
      (
        (await (await service.get('/v3/languages/resources')).json()) as {
          name: string;
          features: { name: string }[];
        }[]
      )
        .find(({ name }) => name === 'write')
        ?.features.map(({ name }) => name);

    expect(await featuresOf(running)).toEqual(['writing_style', 'tone', 'auto_detection']);
    expect(await featuresOf(offline)).toEqual(['auto_detection']);
  });

  it('are English alone without one', async () => {
    expect(await listed(offline)).toEqual([
      expect.objectContaining({ lang: 'en', usable_as_source: true }),
      expect.objectContaining({ lang: 'en-GB', features: {} }),
      expect.objectContaining({ lang: 'en-US', features: {} }),
    ]);
  });
});

describe('known words', () => {
  const TEXT = 'The wordd kubectl is a imprve.';

  it('are right, and what else is wrong is corrected all the same', async () => {
    const body = { text: [TEXT], target_lang: 'en-US', show_corrections: true };
    const [usual] = await improved(write(offline, 'correct', body));
    const [known] = await improved(
      write(offline, 'correct', { ...body, known_words: ['imprve', 'kubectl'] }),
    );

    expect(usual?.text).not.toContain('imprve');
    expect(known?.text).toContain('imprve');
    expect(known?.text).toContain('kubectl');
    expect(known?.text).not.toContain('wordd');
    expect(known?.corrections?.length).toBeLessThan(usual?.corrections?.length ?? 0);
  });

  it('hold for what a model corrects too', async () => {
    const body = { text: ['We imprve.'], target_lang: 'en-US', known_words: ['imprve'] };

    expect((await improved(write(running, 'correct', body)))[0]?.text).toBe('We imprve.');
  });

  it.each([
    [
      { known_words: Array.from({ length: 1001 }, (_none, at) => `word${String(at)}`) },
      'more than 1000 items',
    ],
    [{ known_words: ['x'.repeat(101)] }, 'between 1 and 100 characters'],
    [{ known_words: 'word' }, "Value for 'known_words' not supported."],
  ])('are limited: %#', async (fields, message) => {
    const refused = await errorOf(await write(offline, 'correct', { text: ['a'], ...fields }));

    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });
});
