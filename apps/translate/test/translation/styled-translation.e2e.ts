import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChatEngine } from '../../src/engines/chat/chat-engine.js';
import { Translator } from '../../src/translation/translator.js';
import { startChatStub, systemPromptIn, type ChatStub } from '../chat-stub.js';
import { MemoryStyleRules, noDetector, OWNER, tag, translatorParts } from '../ports.js';

let chat: ChatStub;
let engine: ChatEngine;
let translator: Translator;

beforeAll(async () => {
  chat = await startChatStub();
  engine = new ChatEngine({
    baseUrl: chat.baseUrl,
    model: 'm',
    timeoutMs: 5000,
    concurrency: 1,
    languages: ['en', 'de', 'pt', 'pt-BR'].map(tag),
  });
  const styleRules = new MemoryStyleRules([
    {
      id: 'german',
      language: tag('de'),
      configuredRules: { punctuation: { quotation_mark: 'use_guillemets' } },
      prompts: ['Write for children'],
    },
    { id: 'portuguese', language: tag('pt'), configuredRules: {}, prompts: ['Be brief'] },
  ]);
  translator = new Translator(...translatorParts([engine], noDetector, { styleRules }));
});

afterAll(async () => {
  await engine.close();
  await chat.close();
});

const translate = (styleId: string, targetLang: string, owner = OWNER) =>
  translator.translate({
    owner,
    texts: ['The house.'],
    sourceLang: 'EN',
    targetLang,
    options: { styleId },
  });

describe('a style rule list', () => {
  it('reaches the engine', async () => {
    const [translation] = await translate('german', 'DE');

    expect(translation).toMatchObject({ text: 'THE HOUSE.', modelType: 'quality_optimized' });
    expect(systemPromptIn(chat.requests.at(-1))).toMatch(
      /Style, punctuation: quotation mark: use guillemets\.\nInstruction: Write for children/,
    );
  });

  it('serves the variants of its language', async () => {
    await translate('portuguese', 'PT-BR');

    expect(systemPromptIn(chat.requests.at(-1))).toContain('Be brief');
  });

  it('of another language is refused', async () => {
    await expect(translate('portuguese', 'DE')).rejects.toMatchObject({
      status: 400,
      message: 'Style rule language does not match the translate request target language',
    });
  });

  it.each([
    ['that is not there', 'none', OWNER],
    ['of another owner', 'german', 'stranger'],
  ])('%s is not found', async (_what, styleId, owner) => {
    await expect(translate(styleId, 'DE', owner)).rejects.toMatchObject({ status: 404 });
  });
});
