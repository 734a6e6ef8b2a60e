import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { AUTH_KEY, startTranslate, type RunningTranslate } from './running-translate.js';

let running: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  running = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, { serverUrl: running.url, maxRetries: 0 });
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

  it('lists languages', async () => {
    const sources = await client.getSourceLanguages();
    const targets = await client.getTargetLanguages();

    expect(sources.map(({ code }) => code)).toContain('en');
    expect(targets.map(({ code }) => code)).toContain('pt-BR');
  });

  it('reports a wrong key as an authorization error', async () => {
    const stranger = new deepl.DeepLClient('wrong', { serverUrl: running.url, maxRetries: 0 });

    await expect(stranger.translateText('a', 'en', 'es')).rejects.toThrow(deepl.AuthorizationError);
  });

  it('reports an unsupported language with the message of the service', async () => {
    await expect(client.translateText('a', 'en', 'ja')).rejects.toThrow(
      "Value for 'target_lang' not supported.",
    );
  });
});
