import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import {
  startLibreTranslateStub,
  type LibreTranslateStub,
} from '../../../test/libretranslate-stub.js';
import { direction, translateTexts } from '../../../test/ports.js';
import type { MarkedText } from '../../text/marked-text.js';
import { LibreTranslateEngine, type LibreTranslateOptions } from './libretranslate-engine.js';

const EN_ES = direction('en', 'es');

let stub: LibreTranslateStub;
const engines: LibreTranslateEngine[] = [];
const warnings: string[] = [];

beforeEach(async () => {
  stub = await startLibreTranslateStub();
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  warnings.length = 0;
  await stub.close();
});

async function setUp(options: Partial<LibreTranslateOptions> = {}): Promise<LibreTranslateEngine> {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const engine = await LibreTranslateEngine.connect(
    {
      baseUrl: stub.baseUrl,
      apiKey: 'libre-key',
      timeoutMs: 5000,
      concurrency: 2,
      timing: { clock, jitter: () => 0, pause: () => Promise.resolve() },
      ...options,
    },
    { info: () => undefined, warn: (event) => warnings.push(event) },
  );
  engines.push(engine);
  return engine;
}

const pairsOf = (engine: LibreTranslateEngine) =>
  engine.directions().map(({ source, target }) => `${source}>${target}`);

describe('LibreTranslate', () => {
  it('offers what the server has, with the variants by their names', async () => {
    const engine = await setUp();

    expect(pairsOf(engine)).toEqual(['en>es', 'en>zh-Hans', 'es>en']);
    await translateTexts(engine, direction('en', 'zh-Hans'), ['house']);
    expect(stub.requests).toEqual([
      { q: ['house'], source: 'en', target: 'zh-Hans', format: 'text', api_key: 'libre-key' },
    ]);
  });

  it('takes up languages that come later', async () => {
    const engine = await setUp({ lookEveryMs: 10 });

    stub.languages = [...stub.languages, { code: 'fr', targets: ['en'] }];

    while (!pairsOf(engine).includes('fr>en')) await new Promise((next) => setTimeout(next, 10));
    expect(engine.state()).toMatchObject({ status: 'up', pairs: 4 });
  });

  it('sends texts in requests of the size that a server takes', async () => {
    const engine = await setUp();
    const texts = Array.from({ length: 60 }, (_none, at) => `house ${at}`);

    const answers = await translateTexts(engine, EN_ES, texts);

    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
    expect(stub.requests.map(({ q }) => q.length)).toEqual([25, 25, 10]);
  });

  it('halves what is refused as a whole, and says when one text alone is', async () => {
    const engine = await setUp();
    const texts = [1500, 1500, 10].map((length) => 'a'.repeat(length));

    const answers = await translateTexts(engine, EN_ES, texts);

    expect(answers.map(({ length }) => length)).toEqual([1500, 1500, 10]);
    await expect(translateTexts(engine, EN_ES, ['a'.repeat(2001)])).rejects.toMatchObject({
      code: 'engine_refused',
    });
  });

  it('follows tags, keeps protected content and places terms', async () => {
    const engine = await setUp();
    const segment: MarkedText = {
      text: 'A <b> & house x of it',
      spans: [
        { id: 1, kind: 'tag', start: 0, end: 13 },
        { id: 2, kind: 'term', target: 'finca', start: 8, end: 13, parent: 1 },
        { id: 3, kind: 'protected', start: 14, end: 15 },
        { id: 4, kind: 'tag', start: 21, end: 21 },
      ],
    };

    const answers = await engine.translate({ ...EN_ES, segments: [segment], options: {} });

    expect(stub.requests[0]).toMatchObject({
      format: 'html',
      q: [
        '<span id="1">A &lt;b&gt; &amp; <span id="2">finca</span></span> <code id="3">x</code> of it<code id="4"></code>',
      ],
    });
    expect(answers).toEqual([
      {
        kind: 'translated',
        text: 'A <B> & FINCA x OF IT',
        spans: [
          { id: 2, start: 8, end: 13 },
          { id: 1, start: 0, end: 13 },
          { id: 3, start: 14, end: 15 },
          { id: 4, start: 21, end: 21 },
        ],
      },
    ]);
  });

  it.each([
    ['loses an element', '<span id="1">CASA'],
    ['doubles one', '<span id="1">A</span><span id="1">B</span>'],
    ['adds one', '<b>A</b><span id="1">A</span>'],
    ['declares entities', '<!DOCTYPE a [<!ENTITY e "x">]><span id="1">A</span>'],
  ])('cannot place spans when the server %s', async (_what, written) => {
    const engine = await setUp();
    const segment: MarkedText = { text: 'casa', spans: [{ id: 1, kind: 'tag', start: 0, end: 4 }] };
    stub.translateHtml = () => written;

    const answers = await engine.translate({ ...EN_ES, segments: [segment], options: {} });

    expect(answers).toEqual([{ kind: 'unplaced' }]);
  });

  it('leaves a sign that the model has no word for as it is', async () => {
    const engine = await setUp();
    stub.translate = () => '';

    expect(await translateTexts(engine, EN_ES, ['👩‍🚀'])).toEqual(['👩‍🚀']);
  });

  it('starts without the server and is up when it comes', async () => {
    stub.status = 503;

    const engine = await setUp({ lookEveryMs: 10, breaker: { failures: 5, pauseMs: 0 } });

    expect(engine.state()).toEqual({
      status: 'down',
      message: 'The LibreTranslate server does not answer.',
      broken: [],
    });
    while (stub.asked < 3) await new Promise((next) => setTimeout(next, 10));
    expect(warnings).toEqual(['engine.unreachable']);
    stub.status = undefined;
    while (engine.state().status === 'down') await new Promise((next) => setTimeout(next, 10));
    expect(await translateTexts(engine, EN_ES, ['house'])).toEqual(['HOUSE']);
  });

  it.each([
    [500, 'engine_unavailable'],
    [403, 'engine_unavailable'],
    [429, 'engine_overloaded'],
  ])('tells of %s as %s', async (status, code) => {
    const engine = await setUp();
    stub.status = status;

    await expect(translateTexts(engine, EN_ES, ['house'])).rejects.toMatchObject({ code });
  });
});
