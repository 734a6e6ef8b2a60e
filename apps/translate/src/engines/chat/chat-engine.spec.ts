import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { direction, tag, textOfAnswer, translateTexts } from '../../../test/ports.js';
import {
  segmentsIn,
  shout,
  startChatStub,
  systemPromptIn,
  type ChatAnswer,
  type ChatStub,
} from '../../../test/chat-stub.js';
import { unmarked, type MarkedText } from '../../text/marked-text.js';
import type { EngineOptions } from '../translation-engine.js';
import { ChatEngine, type ChatOptions } from './chat-engine.js';

const EN_DE = direction('en', 'de');

let stub: ChatStub;
let clock: FakeClock;
let pauses: number[];
const engines: ChatEngine[] = [];

beforeEach(async () => {
  stub = await startChatStub();
  clock = new FakeClock('2026-01-01T00:00:00Z');
  pauses = [];
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await stub.close();
});

function setUp(options: Partial<ChatOptions> = {}): ChatEngine {
  const engine = new ChatEngine({
    baseUrl: stub.baseUrl,
    apiKey: 'chat-key',
    model: 'some-model',
    timeoutMs: 5000,
    concurrency: 2,
    languages: ['en', 'de', 'pt-BR'].map(tag),
    timing: {
      clock,
      jitter: () => 0,
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    },
    ...options,
  });
  engines.push(engine);
  return engine;
}

const translate = (
  engine: ChatEngine,
  segments: readonly MarkedText[],
  options: EngineOptions = {},
) => engine.translate({ ...EN_DE, segments, options });

/** "The red house of Acme": a tag around "red house", protected "Acme", an empty tag at the end. */
const MARKED: MarkedText = {
  text: 'The red house of Acme',
  spans: [
    { id: 0, kind: 'tag', start: 4, end: 13 },
    { id: 1, kind: 'protected', start: 17, end: 21 },
    { id: 2, kind: 'tag', start: 21, end: 21 },
  ],
};
const MARKED_AS_WRITTEN = 'The ⟦0⟧red house⟦/0⟧ of ⟦1/⟧⟦2/⟧';

describe('ChatEngine, asking', () => {
  it('follows the chat interface: path, key, model, schema, no randomness', async () => {
    await translateTexts(setUp(), EN_DE, ['The house.']);

    const [request] = stub.requests;
    expect(request).toMatchObject({
      path: '/v1/chat/completions',
      method: 'POST',
      headers: { authorization: 'Bearer chat-key', 'content-type': 'application/json' },
      body: {
        model: 'some-model',
        temperature: 0,
        stream: false,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'translations', strict: true },
        },
      },
    });
    expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(systemPromptIn(request)).toContain('from English (en) to German (de)');
    expect(segmentsIn(request)).toEqual([{ id: 0, text: 'The house.' }]);
  });

  it('sends no key when there is none', async () => {
    await translateTexts(setUp({ apiKey: undefined }), EN_DE, ['x']);

    expect(stub.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('passes on context, formality, instructions and style rules', async () => {
    await translate(setUp(), [unmarked('You.')], {
      context: 'A letter to a customer.',
      formality: 'more',
      instructions: ['Use short\nsentences'],
      style: {
        id: 's',
        language: tag('de'),
        configuredRules: { numbers: { decimal_separator: 'use_comma' } },
        prompts: ['No exclamation marks'],
      },
    });

    const [request] = stub.requests;
    expect(JSON.parse(request?.body.messages[1]?.content ?? '')).toMatchObject({
      context: 'A letter to a customer.',
    });
    expect(systemPromptIn(request)).toMatch(/formally.*\n.*numbers: decimal separator: use comma/);
    expect(systemPromptIn(request)).toContain('Instruction: No exclamation marks');
    expect(systemPromptIn(request)).toContain('Instruction: Use short sentences');
  });

  it('asks for nothing that was not asked for', async () => {
    await translateTexts(setUp(), EN_DE, ['x']);

    expect(systemPromptIn(stub.requests[0])).not.toMatch(
      /formal|Instruction:|Style,|context|Marks/,
    );
  });

  it('makes batches of 20, a few at once, and answers in order', async () => {
    let atOnce = 0;
    let most = 0;
    stub.script({
      translate: ({ text }) => {
        most = Math.max(most, atOnce);
        return `de:${text}`;
      },
    });
    const original = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      atOnce += 1;
      return await original(...request).finally(() => {
        atOnce -= 1;
      });
    };
    const texts = Array.from({ length: 90 }, (_unused, index) => `text ${index}`);

    const answers = await translateTexts(setUp(), EN_DE, texts).finally(() => {
      globalThis.fetch = original;
    });

    expect(answers).toEqual(texts.map((text) => `de:${text}`));
    expect(stub.requests.map((request) => segmentsIn(request).length)).toEqual([
      20, 20, 20, 20, 10,
    ]);
    expect(most).toBe(2);
  });

  it('offers each language into each, formality where the language has it', () => {
    const offers = setUp()
      .directions()
      .map(({ source, target, features }) => [`${source}>${target}`, features.has('formality')]);

    expect(Object.fromEntries(offers)).toEqual({
      'en>de': true,
      'en>pt-BR': true,
      'de>en': false,
      'de>pt-BR': true,
      'pt>en': false,
      'pt>de': true,
    });
  });
});

describe('ChatEngine, asked for variants', () => {
  it('asks once for as many, and answers each once', async () => {
    stub.script({ translate: ({ id }) => (id === 2 ? 'Das Haus.' : `Haus ${String(id)}.`) });

    const variants = await setUp().variants({
      ...EN_DE,
      ...{ text: 'The house.', options: {}, most: 3 },
    });

    expect(variants).toEqual(['Haus 0.', 'Haus 1.', 'Das Haus.']);
    expect(stub.requests).toHaveLength(1);
    expect(segmentsIn(stub.requests[0]).map(({ text }) => text)).toEqual(
      new Array(3).fill('The house.'),
    );
    expect(systemPromptIn(stub.requests[0])).toContain('All segments are the same text.');
  });
});

describe('ChatEngine, with spans', () => {
  it('writes marks and reads them back', async () => {
    stub.script({ translate: () => 'Acmes: ⟦1/⟧, das ⟦0⟧rote Haus⟦/0⟧⟦2/⟧' });

    const [answer] = await translate(setUp(), [MARKED]);

    expect(segmentsIn(stub.requests[0])[0]?.text).toBe(MARKED_AS_WRITTEN);
    expect(systemPromptIn(stub.requests[0])).toContain('exactly once');
    expect(answer).toEqual({
      kind: 'translated',
      text: 'Acmes: Acme, das rote Haus',
      spans: [
        { id: 1, start: 7, end: 11 },
        { id: 0, start: 17, end: 26 },
        { id: 2, start: 26, end: 26 },
      ],
    });
  });

  it('gives terms in the target language, which the model may inflect', async () => {
    stub.script({ translate: () => 'die ⟦0⟧Behausungen⟦/0⟧' });

    const [answer] = await translate(setUp(), [
      {
        text: 'the houses',
        spans: [{ id: 0, kind: 'term', target: 'Behausung', start: 4, end: 10 }],
      },
    ]);

    expect(segmentsIn(stub.requests[0])[0]?.text).toBe('the ⟦0⟧Behausung⟦/0⟧');
    expect(answer).toMatchObject({
      text: 'die Behausungen',
      spans: [{ id: 0, start: 4, end: 15 }],
    });
  });

  it.each([
    ['dropped', 'Das rote Haus von ⟦1/⟧⟦2/⟧'],
    ['doubled', '⟦1/⟧⟦1/⟧⟦0⟧x⟦/0⟧⟦2/⟧'],
    ['crossed', '⟦/0⟧x⟦0⟧⟦1/⟧⟦2/⟧'],
    ['unknown', '⟦0⟧x⟦/0⟧⟦1/⟧⟦2/⟧⟦7/⟧'],
    ['broken', '⟦0⟧x⟦/0⟧⟦1/⟧⟦2/⟧⟦'],
    ['empty', ' '],
  ])('asks once more when a mark is %s, and says so', async (_fault, wrong) => {
    stub.script({ translate: () => wrong }, { translate: ({ text }) => text });

    const [answer] = await translate(setUp(), [MARKED]);

    expect(answer).toMatchObject({ kind: 'translated', text: 'The red house of Acme' });
    expect(stub.requests).toHaveLength(2);
    expect(systemPromptIn(stub.requests[1])).toContain('marks were missing');
  });

  it('gives up on a segment whose marks are wrong twice, not on the others', async () => {
    stub.script({ translate: ({ id, text }) => (id === 0 ? 'no marks' : text) });

    const answers = await translate(setUp(), [MARKED, unmarked('Good.')]);

    expect(answers.map(({ kind }) => kind)).toEqual(['unplaced', 'translated']);
    expect(stub.requests.map((request) => segmentsIn(request).length)).toEqual([2, 1]);
  });

  it('does not write marks into a text that holds their signs', async () => {
    const [answer] = await translate(setUp(), [{ ...MARKED, text: '⟦0⟧ red house of Acme' }]);

    expect(answer).toEqual({ kind: 'unplaced' });
    expect(stub.requests).toHaveLength(0);
  });
});

describe('ChatEngine, with a server that misbehaves', () => {
  const unavailable = { code: 'engine_unavailable', status: 503 };

  it.each<[string, ChatAnswer]>([
    ['no JSON', { content: 'Here you are: Das Haus.' }],
    ['half of it', { content: '{"translations": [{"id": 0' }],
    ['another shape', { content: '{"answer": 42}' }],
    ['too few', { content: '{"translations": []}' }],
    ['another id', { content: '{"translations": [{"id": 9, "text": "x"}]}' }],
    ['a wrong type', { content: '{"translations": [{"id": 0, "text": 7}, null]}' }],
  ])('asks once more for %s, then says that it is unavailable', async (_fault, wrong) => {
    stub.script(wrong, shout);
    await expect(translateTexts(setUp(), EN_DE, ['house'])).resolves.toEqual(['HOUSE']);

    stub.script(wrong);
    await expect(translateTexts(setUp(), EN_DE, ['house'])).rejects.toMatchObject(unavailable);
  });

  it('takes JSON out of a fence', async () => {
    stub.script({ content: '```json\n{"translations": [{"id": 0, "text": "Haus"}]}\n```' });

    await expect(translateTexts(setUp(), EN_DE, ['house'])).resolves.toEqual(['Haus']);
  });

  it.each([429, 408, 500, 502, 503])(
    'tries again after %i, with growing pauses',
    async (status) => {
      stub.script({ status }, { status }, shout);

      await expect(translateTexts(setUp(), EN_DE, ['house'])).resolves.toEqual(['HOUSE']);
      expect(pauses).toEqual([500, 1000]);
    },
  );

  it.each([
    ['7', 7000],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
    ['soon', 500],
  ])('waits as long as Retry-After: %s says', async (retryAfter, pause) => {
    stub.script({ status: 429, headers: { 'retry-after': retryAfter } }, shout);

    await translateTexts(setUp(), EN_DE, ['house']);

    expect(pauses).toEqual([pause]);
  });

  it('says that it is busy after three times 429', async () => {
    stub.script({ status: 429 });

    await expect(translateTexts(setUp(), EN_DE, ['house'])).rejects.toMatchObject({
      code: 'engine_overloaded',
      status: 503,
    });
    expect(stub.requests).toHaveLength(3);
  });

  it.each([401, 403, 404])('does not try again after %i', async (status) => {
    stub.script({ status });

    await expect(translateTexts(setUp(), EN_DE, ['house'])).rejects.toMatchObject(unavailable);
    expect(stub.requests).toHaveLength(1);
  });

  it.each<[string, ChatAnswer]>([
    ['breaks the connection', { handle: (response) => void response.destroy() }],
    ['answers without JSON', { handle: (response) => void response.end('<html>') }],
    ['answers without a message', { handle: (response) => void response.end('{"choices":[]}') }],
  ])('tries again when the server %s', async (_fault, wrong) => {
    stub.script(wrong, shout);

    await expect(translateTexts(setUp(), EN_DE, ['house'])).resolves.toEqual(['HOUSE']);
  });

  it('does not follow redirects with its key', async () => {
    stub.script({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });

    await expect(translateTexts(setUp(), EN_DE, ['house'])).rejects.toMatchObject(unavailable);
  });

  it('refuses an answer without end', async () => {
    stub.script({
      handle: (response) => {
        const part = 'x'.repeat(1024 * 1024);
        const write = () => {
          while (!response.destroyed && response.write(part));
        };
        response.on('drain', write);
        write();
      },
    });

    await expect(translateTexts(setUp(), EN_DE, ['house'])).rejects.toMatchObject(unavailable);
  });

  it('gives up after the time-out', async () => {
    stub.script({ handle: () => undefined });

    await expect(translateTexts(setUp({ timeoutMs: 50 }), EN_DE, ['house'])).rejects.toMatchObject({
      code: 'engine_timeout',
      status: 503,
    });
  });

  it('stops when its caller has gone', async () => {
    const gone = new AbortController();
    stub.script({ handle: () => gone.abort(new Error('caller gone')) });

    await expect(translateTexts(setUp(), EN_DE, ['house'], gone.signal)).rejects.toThrow(
      'caller gone',
    );
  });

  it('stops when it is closed', async () => {
    const engine = setUp();
    stub.script({ handle: () => void engine.close() });

    await expect(translateTexts(engine, EN_DE, ['house'])).rejects.toMatchObject(unavailable);
  });

  it('asks nobody for a while after five failures, then tries one', async () => {
    const engine = setUp({ concurrency: 1 });
    const attempt = () => translateTexts(engine, EN_DE, ['house']);
    stub.script({ status: 401 });
    for (let failure = 0; failure < 5; failure += 1) {
      expect(engine.state().status).toBe('up');
      await expect(attempt()).rejects.toMatchObject(unavailable);
    }

    await expect(attempt()).rejects.toMatchObject(unavailable);
    expect(stub.requests).toHaveLength(5);
    expect(engine.state()).toMatchObject({ status: 'down' });

    clock.advance(30_000);
    await expect(attempt()).rejects.toMatchObject(unavailable);
    await expect(attempt()).rejects.toMatchObject(unavailable);
    expect(stub.requests).toHaveLength(6);

    clock.advance(30_000);
    stub.script(shout);
    await expect(attempt()).resolves.toEqual(['HOUSE']);
    expect(engine.state()).toMatchObject({ status: 'up' });
    await expect(attempt()).resolves.toEqual(['HOUSE']);
  });

  it.each([400, 413, 422])('refuses a text for which the server answers %i', async (status) => {
    const engine = setUp();
    stub.script({ status });

    for (let time = 0; time < 6; time += 1) {
      await expect(translateTexts(engine, EN_DE, ['too long'])).rejects.toMatchObject({
        code: 'engine_refused',
        status: 400,
      });
    }

    expect(stub.requests).toHaveLength(6);
    expect(engine.state().status).toBe('up');
    stub.script(shout);
    await expect(translateTexts(engine, EN_DE, ['house'])).resolves.toEqual(['HOUSE']);
  });

  it('asks in halves for a batch that the server refuses as a whole', async () => {
    stub.script({ status: 400 }, shout);

    await expect(translateTexts(setUp(), EN_DE, ['one', 'two', 'three'])).resolves.toEqual([
      'ONE',
      'TWO',
      'THREE',
    ]);
    expect(stub.requests.map((request) => segmentsIn(request).length)).toEqual([3, 2, 1]);
  });

  it('does not count a caller who leaves as a failure', async () => {
    const engine = setUp();
    for (let time = 0; time < 6; time += 1) {
      const gone = new AbortController();
      stub.script({ handle: () => gone.abort(new Error('gone')) });
      await expect(translateTexts(engine, EN_DE, ['x'], gone.signal)).rejects.toThrow('gone');
    }

    expect(engine.state().status).toBe('up');
  });

  it('knows the answers of a segment by its id, whatever their order', async () => {
    stub.script({
      content: JSON.stringify({
        translations: [
          { id: 1, text: 'zwei' },
          { id: 0, text: 'eins' },
        ],
      }),
    });

    const answers = await translate(setUp(), [unmarked('one'), unmarked('two')]);

    expect(answers.map(textOfAnswer)).toEqual(['eins', 'zwei']);
  });
});
