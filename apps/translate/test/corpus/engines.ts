import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { ChatEngine } from '../../src/engines/chat/chat-engine.js';
import { LibreTranslateEngine } from '../../src/engines/libretranslate/libretranslate-engine.js';
import type { TranslationEngine } from '../../src/engines/translation-engine.js';
import { startChatStub } from '../chat-stub.js';
import { startLibreTranslateStub } from '../libretranslate-stub.js';
import { tag } from '../ports.js';

/** An engine of the corpus, with whatever server it asks. */
export interface MeasuredEngine {
  readonly engine: TranslationEngine;
  close(): Promise<void>;
}

const LANGUAGES = ['ca', 'en', 'es', 'fr', 'pt'];
const silent = { info: () => undefined, warn: () => undefined };

/** Every word backwards and in small letters: nothing of it is a word of the source. */
const backwards = (text: string): string =>
  text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, (word) =>
    Array.from(word.toLowerCase()).toReversed().join(''),
  );

export function apertium(): Promise<MeasuredEngine> {
  const engine = new ApertiumEngine({}, silent);
  return Promise.resolve({ engine, close: () => engine.close() });
}

export async function libreTranslate(): Promise<MeasuredEngine> {
  const server = await startLibreTranslateStub();
  server.languages = LANGUAGES.map((code) => ({ code, targets: LANGUAGES }));
  server.translate = backwards;
  const engine = await LibreTranslateEngine.connect(
    { baseUrl: server.baseUrl, apiKey: 'libre-key', timeoutMs: 20_000, concurrency: 4 },
    silent,
  );
  return {
    engine,
    async close() {
      await engine.close();
      await server.close();
    },
  };
}

export async function chat(): Promise<MeasuredEngine> {
  const server = await startChatStub();
  server.script({ translate: ({ text }) => backwards(text) });
  const engine = new ChatEngine({
    baseUrl: server.baseUrl,
    model: 'm',
    timeoutMs: 20_000,
    concurrency: 4,
    languages: LANGUAGES.map(tag),
  });
  return {
    engine,
    async close() {
      await engine.close();
      await server.close();
    },
  };
}
