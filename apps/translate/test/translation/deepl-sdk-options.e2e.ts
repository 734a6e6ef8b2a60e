import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { startChatStub, systemPromptIn, type ChatStub } from '../chat-stub.js';
import {
  AUTH_KEY,
  startTranslate,
  sdkOptions,
  type RunningTranslate,
} from '../running-translate.js';

let chat: ChatStub;
let running: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  chat = await startChatStub();
  running = await startTranslate({ CHAT_BASE_URL: chat.baseUrl });
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
});

afterAll(async () => {
  await running.close();
  await chat.close();
});

const entries = (object: Record<string, string>) => new deepl.GlossaryEntries({ entries: object });

describe('deepl-node, translating with what it has stored', () => {
  it('applies a glossary of version 2', async () => {
    const glossary = await client.createGlossary('v2', 'en', 'es', entries({ house: 'edificio' }));

    const result = await client.translateText('The white houses are big.', 'en', 'es', {
      glossary,
    });

    expect(result.text).toBe('Los edificios blancos son grandes.');
  });

  it('applies glossaries of version 3, the first one first', async () => {
    const dictionary = (object: Record<string, string>) => ({
      sourceLangCode: 'en' as const,
      targetLangCode: 'es' as const,
      entries: entries(object),
    });
    const one = await client.createMultilingualGlossary('one', [dictionary({ house: 'morada' })]);
    const two = await client.createMultilingualGlossary('two', [
      dictionary({ house: 'edificio', dog: 'can' }),
    ]);

    const result = await client.translateText('The dog of the house.', 'en', 'es', {
      glossaryIds: [one.glossaryId, two.glossaryId],
    });

    expect(result.text).toBe('El can de la morada.');
  });

  it('makes a glossary without dictionaries, and fills it later', async () => {
    const { glossaryId, dictionaries } = await client.createMultilingualGlossary('empty', []);
    expect(dictionaries).toEqual([]);

    await client.updateMultilingualGlossaryDictionary(glossaryId, {
      sourceLangCode: 'en',
      targetLangCode: 'es',
      entries: entries({ dog: 'can' }),
    });

    const translated = await client.translateText('The dog.', 'en', 'es', { glossary: glossaryId });
    expect(translated.text).toBe('El can.');
  });

  it('applies a change of a glossary at once', async () => {
    const glossary = await client.createGlossary('old', 'en', 'es', entries({ dog: 'can' }));
    const before = await client.translateText('The dog.', 'en', 'es', { glossary });
    await client.updateMultilingualGlossaryDictionary(glossary.glossaryId, {
      sourceLangCode: 'en',
      targetLangCode: 'es',
      entries: entries({ dog: 'chucho' }),
    });

    const after = await client.translateText('The dog.', 'en', 'es', { glossary });

    expect([before.text, after.text]).toEqual(['El can.', 'El chucho.']);
  });

  it('reports glossaries that do not fit', async () => {
    const glossary = await client.createGlossary('v2', 'en', 'es', entries({ house: 'edificio' }));

    await expect(
      client.translateText('x', 'es', 'ca', { glossary: glossary.glossaryId }),
    ).rejects.toThrow(/Bad request, message: No dictionary found for language pair/);
    await expect(
      client.translateText('x', 'en', 'es', { glossary: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toThrow(/not found/i);
  });

  it('follows a style rule list', async () => {
    const styleRule = await client.createStyleRule({
      name: 'letters',
      language: 'de',
      custom_instructions: [{ label: 'short', prompt: 'Write short sentences' }],
    });

    const result = await client.translateText('The house.', 'en', 'de', { styleRule });

    expect(result.text).toBe('THE HOUSE.');
    expect(systemPromptIn(chat.requests.at(-1))).toContain('Instruction: Write short sentences');
    await expect(client.translateText('x', 'en', 'es', { styleRule })).rejects.toThrow(
      'Style rule language does not match the translate request target language',
    );
  });

  it('uses a memory, above its threshold only', async () => {
    const unit = (source: string, target: string) =>
      `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
    const upload = await running.request('POST', '/v3/translation_memories?name=letters', {
      body: `<tmx version="1.4"><header srclang="en"/><body>${unit('The house is big and old.', 'La casona.')}</body></tmx>`,
      headers: { 'content-type': 'application/xml' },
    });
    const { translation_memory_id: translationMemory } = (await upload.json()) as {
      translation_memory_id: string;
    };
    const translate = async (text: string, translationMemoryThreshold: number) =>
      (
        await client.translateText(text, 'en', 'es', {
          translationMemory,
          translationMemoryThreshold,
        })
      ).text;

    expect(await translate('The house is big and old.', 100)).toBe('La casona.');
    expect(await translate('The house is big and old!', 75)).toBe('¡La casona!');
    expect(await translate('The house is big and old!', 100)).toMatch(/^¡La casa es grande/);
  });
});
