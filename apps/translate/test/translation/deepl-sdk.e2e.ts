import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { startChatStub, systemPromptIn } from '../chat-stub.js';
import {
  AUTH_KEY,
  startTranslate,
  sdkOptions,
  type RunningTranslate,
} from '../running-translate.js';

let running: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  running = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
});

afterAll(() => running.close());

describe('deepl-node, pointed at this service', () => {
  it('translates a text', async () => {
    const result = await client.translateText('The house is big.', 'en', 'es');

    expect(result).toMatchObject({
      text: 'La casa es grande.',
      detectedSourceLang: 'en',
      billedCharacters: 17,
    });
  });

  it('translates many texts with detection', async () => {
    const results = await client.translateText(
      ['The house is big and the garden is full of flowers.', 'The dog eats in the kitchen.'],
      null,
      'es',
    );

    expect(results.map(({ detectedSourceLang }) => detectedSourceLang)).toEqual(['en', 'en']);
  });

  it('sends parameters of its caller, which may override others', async () => {
    const extraRequestParameters = { target_lang: 'es', example_extra_param: 'true' };
    const result = await client.translateText('The house is big.', 'en', 'ca', {
      extraRequestParameters,
    });

    expect(result.text).toBe('La casa es grande.');
    await expect(
      client.translateText('a', 'en', 'ca', { extraRequestParameters: { formalty: 'more' } }),
    ).rejects.toThrow("Parameter 'formalty' is not supported.");
  });

  it('lists languages', async () => {
    const sources = await client.getSourceLanguages();
    const targets = await client.getTargetLanguages();

    expect(sources.map(({ code }) => code)).toContain('en');
    expect(targets.map(({ code }) => code)).toContain('pt-BR');
  });

  it('reports a wrong key as an authorization error', async () => {
    const stranger = new deepl.DeepLClient('wrong', sdkOptions(running));

    await expect(stranger.translateText('a', 'en', 'es')).rejects.toThrow(deepl.AuthorizationError);
  });

  it('reports an unsupported language with the message of the service', async () => {
    await expect(client.translateText('a', 'en', 'ja')).rejects.toThrow(
      "Value for 'target_lang' not supported.",
    );
  });

  it('translates XML and HTML with its tag options', async () => {
    const xml = await client.translateText(
      '<p>The <b>red</b> house of <x>Acme</x><par/>The dog</p>',
      'en',
      'es',
      {
        tagHandling: 'xml',
        tagHandlingVersion: 'v2',
        outlineDetection: false,
        splittingTags: ['par'],
        nonSplittingTags: ['b'],
        ignoreTags: ['x'],
      },
    );
    const html = await client.translateText('<h1>The <i>white</i> house</h1>', 'en', 'es', {
      tagHandling: 'html',
    });

    expect(xml.text).toBe('<p>La casa <b>roja</b> de <x>Acme</x><par/>El perro</p>');
    expect(html.text).toBe('<h1>La casa <i>blanca</i></h1>');
  });

  it('passes on sentence splitting, formatting and the model type', async () => {
    const result = await client.translateText('the house\nthe dog', 'en', 'es', {
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      modelType: 'prefer_quality_optimized',
      formality: 'prefer_more',
    });

    expect(result).toMatchObject({
      text: 'la casa\nel perro',
      modelTypeUsed: 'latency_optimized',
    });
  });

  it.each<[string, deepl.TranslateTextOptions, string]>([
    ['formality', { formality: 'more' }, "Target language 'ES' doesn't support formality."],
    [
      'instructions',
      { customInstructions: ['x'] },
      "Parameter 'custom_instructions' is not supported",
    ],
    ['a style rule', { styleRule: 'some-id' }, "Parameter 'style_id' is not supported"],
    ['quality', { modelType: 'quality_optimized' }, "Value 'quality_optimized' for 'model_type'"],
  ])('reports that %s cannot be honoured', async (_what, options, message) => {
    await expect(client.translateText('a', 'en', 'es', options)).rejects.toThrow(message);
  });

  it('reports a glossary that is not there', async () => {
    await expect(
      client.translateText('a', 'en', 'es', { glossary: 'no-such-glossary' }),
    ).rejects.toThrow(/not found/i);
  });

  it('passes on what this service adds', async () => {
    const result = await client.translateText('The blorx.', 'en', 'es', {
      extraRequestParameters: { show_applied_terms: '1', show_provenance: '1' },
    });

    expect(result.text).toBe('El blorx.');
  });

  it('reaches a chat server for what Apertium cannot do', async () => {
    const chat = await startChatStub();
    const withChat = await startTranslate({ CHAT_BASE_URL: chat.baseUrl });
    const formal = new deepl.DeepLClient(AUTH_KEY, sdkOptions(withChat));
    try {
      const result = await formal.translateText(['You are here.', 'Stay.'], null, 'de', {
        formality: 'more',
        context: 'A letter',
        customInstructions: ['Be brief'],
        modelType: 'quality_optimized',
      });

      expect(result).toMatchObject([
        { text: 'YOU ARE HERE.', detectedSourceLang: 'en', modelTypeUsed: 'quality_optimized' },
        { text: 'STAY.' },
      ]);
      expect(systemPromptIn(chat.requests[0])).toMatch(/formally[^]*Be brief/);
    } finally {
      await withChat.close();
      await chat.close();
    }
  });
});
