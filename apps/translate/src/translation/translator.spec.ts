import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { parseLanguage } from '../languages/language.js';
import type { LanguageDetector } from '../languages/language-detector.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
} from '../engines/translation-engine.js';
import { CurrentRoutes } from './routes/current-routes.js';
import { Translator } from './translator.js';
import { noDetector, offered, OWNER, translatorParts } from '../../test/ports.js';

const PAIRS = 'en>es es>en es>pt es>pt-BR fr>es es>ca ca>es gl>pt';

/** Writes the target in front of each text, and remembers what it was asked for. */
class MarkingEngine implements TranslationEngine {
  readonly name = 'marking';
  readonly calls: string[][] = [];
  failFor: string | undefined;
  #directions = offered(PAIRS);

  directions(): readonly EngineDirection[] {
    return this.#directions;
  }

  async translate(request: EngineRequest): Promise<readonly EngineAnswer[]> {
    const { source, target, segments, signal } = request;
    this.calls.push([`${source}>${target}`, ...segments.map(({ text }) => text)]);
    if (this.failFor === source) throw new Error('engine down');
    await setImmediate();
    signal?.throwIfAborted();
    return segments.map(({ text }) => ({
      kind: 'translated',
      text: `${target}:${text}`,
      spans: [],
    }));
  }

  remove(pair: string): void {
    this.#directions = this.#directions.filter(
      ({ source, target }) => `${source}>${target}` !== pair,
    );
  }

  state(): EngineState {
    return { status: 'up', pairs: 1, broken: [] };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Takes the first two letters for the language, such as `fr bonjour`. */
const prefixDetector: LanguageDetector = {
  canDetect: () => true,
  detect(text) {
    const language = parseLanguage(/^[a-z]{2}(?= )/.exec(text)?.[0] ?? '');
    const scores = language === undefined ? [] : [{ language, score: 1 }];
    return { words: 3, letters: language === undefined ? 'none' : 'latin', scores };
  },
};

function setUp() {
  const engine = new MarkingEngine();
  const translator = new Translator(...translatorParts([engine], prefixDetector));
  const texts = async (targetLang: string, list: readonly string[], sourceLang?: string) =>
    (await translator.translate({ owner: OWNER, texts: list, targetLang, sourceLang })).map(
      ({ text }) => text,
    );
  return { engine, translator, texts };
}

describe('Translator', () => {
  it('answers in the order of the texts, whatever their languages', async () => {
    const { translator } = setUp();

    const results = await translator.translate({
      owner: OWNER,
      texts: ['en one', 'fr deux', 'es tres', 'en four'],
      targetLang: 'ES',
    });

    expect(results.map(({ text }) => text)).toEqual([
      'es:en one',
      'es:fr deux',
      'es tres',
      'es:en four',
    ]);
    expect(results.map(({ sourceLanguage }) => sourceLanguage)).toEqual(['en', 'fr', 'es', 'en']);
  });

  it('makes one batch for each source language', async () => {
    const { engine, texts } = setUp();

    await texts('ES', ['en one', 'fr deux', 'en three']);

    expect(engine.calls).toEqual([
      ['en>es', 'en one', 'en three'],
      ['fr>es', 'fr deux'],
    ]);
  });

  it('translates what occurs twice once', async () => {
    const { engine, texts } = setUp();

    const translated = await texts('ES', ['en one\nen one', 'en one'], 'EN');

    expect(engine.calls).toEqual([['en>es', 'en one']]);
    expect(translated).toEqual(['es:en one\nes:en one', 'es:en one']);
  });

  it('goes through a third language, one batch a step', async () => {
    const { engine, texts } = setUp();

    const translated = await texts('PT', ['en one', 'en two'], 'EN');

    expect(engine.calls).toEqual([
      ['en>es', 'en one', 'en two'],
      ['es>pt', 'es:en one', 'es:en two'],
    ]);
    expect(translated).toEqual(['pt:es:en one', 'pt:es:en two']);
  });

  it('uses the variant that is installed, else the plain language', async () => {
    const { texts } = setUp();

    expect(await texts('pt-br', ['x'], 'ES')).toEqual(['pt-BR:x']);
    expect(await texts('PT-PT', ['x'], 'ES')).toEqual(['pt:x']);
    expect(await texts('EN-US', ['x'], 'ES')).toEqual(['en:x']);
  });

  it('keeps line breaks, NUL and the white space at the ends', async () => {
    const { texts } = setUp();

    expect(await texts('ES', [' a \r\n\0b\u2028 12\n'], 'EN')).toEqual([
      ' es:a \r\n\0es:b\u2028 12\n',
    ]);
  });

  it('returns a text of no language unchanged, as one in the target language', async () => {
    const { engine, translator } = setUp();

    const results = await translator.translate({
      owner: OWNER,
      texts: ['42', ''],
      targetLang: 'PT-BR',
    });

    expect(results).toMatchObject([
      { text: '42', sourceLanguage: 'pt', billedCharacters: 2 },
      { text: '', sourceLanguage: 'pt', billedCharacters: 0 },
    ]);
    expect(engine.calls).toEqual([]);
  });

  it('returns a text unchanged when source and target are the same language', async () => {
    const { texts } = setUp();

    expect(await texts('EN-GB', ['colour'], 'EN')).toEqual(['colour']);
  });

  it('bills code points', async () => {
    const { translator } = setUp();

    const [result] = await translator.translate({
      owner: OWNER,
      texts: ['é😀e\u0301\ud800'],
      targetLang: 'ES',
      sourceLang: 'EN',
    });

    expect(result?.billedCharacters).toBe(5);
  });

  it.each([
    ['ES', 'DE', 'source_lang_unsupported'],
    ['ES', 'EN-US', 'source_lang_unsupported'],
    ['ES', '', 'source_lang_unsupported'],
    ['DE', undefined, 'target_lang_unsupported'],
    ['EN-AU', undefined, 'target_lang_unsupported'],
    ['', undefined, 'target_lang_unsupported'],
    ['CA', 'PT', 'pair_unsupported'],
    ['CA', 'GL', 'pair_unsupported'],
  ])('refuses target %p from source %p with %p', async (targetLang, sourceLang, code) => {
    const { translator } = setUp();

    await expect(
      translator.translate({ owner: OWNER, texts: ['x'], targetLang, sourceLang }),
    ).rejects.toMatchObject({ code, status: 400 });
  });

  it('follows the engine when a pair goes away', async () => {
    const { engine, texts } = setUp();
    await texts('ES', ['x'], 'EN');

    engine.remove('en>es');

    await expect(texts('ES', ['x'], 'EN')).rejects.toMatchObject({ code: 'pair_unsupported' });
  });

  it('takes another way when a pair is found broken during the request', async () => {
    const { engine, texts } = setUp();
    const translate = engine.translate.bind(engine);
    engine.translate = (request) => {
      if (request.source !== 'es' || request.target !== 'pt') return translate(request);
      engine.remove('es>pt');
      return Promise.reject(new Error('engine down'));
    };

    await expect(texts('PT', ['x'], 'GL')).resolves.toEqual(['pt:x']);
    await expect(texts('PT', ['x'], 'ES')).rejects.toMatchObject({ code: 'pair_unsupported' });
  });

  it('stops the other groups when one fails', async () => {
    const { engine, texts } = setUp();
    engine.failFor = 'fr';

    await expect(texts('PT', ['en one', 'fr deux'])).rejects.toThrow('engine down');

    expect(engine.calls.map(([pair]) => pair)).toEqual(['en>es', 'fr>es']);
  });

  it('stops between two steps when the caller has gone', async () => {
    const { engine, translator } = setUp();
    const gone = new AbortController();
    const translate = engine.translate.bind(engine);
    engine.translate = (request) => {
      queueMicrotask(() => gone.abort(new Error('caller gone')));
      return translate(request);
    };

    const pending = translator.translate({
      owner: OWNER,
      texts: ['x'],
      targetLang: 'PT',
      sourceLang: 'EN',
      signal: gone.signal,
    });

    await expect(pending).rejects.toThrow('caller gone');
    expect(engine.calls).toHaveLength(1);
  });

  it('lists its languages from the engine', () => {
    const { engine } = setUp();
    const routes = new CurrentRoutes({ all: [engine] }, noDetector);

    expect(routes.now().sources()).toEqual(['ca', 'en', 'es', 'fr', 'gl']);
  });
});
