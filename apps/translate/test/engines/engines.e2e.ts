import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApertiumEngine } from '../../src/engines/apertium/apertium-engine.js';
import { ChatEngine } from '../../src/engines/chat/chat-engine.js';
import { LibreTranslateEngine } from '../../src/engines/libretranslate/libretranslate-engine.js';
import { OnnxEngine } from '../../src/engines/onnx/onnx-engine.js';
import { PhrasebookEngine } from '../../src/engines/phrasebook/phrasebook-engine.js';
import { ENGINE_FACTORIES } from '../../src/configured-engines/configured-engines.module.js';
import { startChatStub } from '../chat-stub.js';
import { describeEngine, type EngineUnderTest } from '../engine-contract.js';
import { startLibreTranslateStub } from '../libretranslate-stub.js';
import { direction, tag } from '../ports.js';
import { tinyModels } from '../tiny-models.js';
import { startTranslate, type Answer } from '../running-translate.js';

const silent = { info: () => undefined, warn: () => undefined };
const EN_ES = direction('en', 'es');
const HOUSE = 'The house is big.';

const STARTS: Readonly<Record<string, () => Promise<EngineUnderTest>>> = {
  async onnx() {
    const folder = tinyModels();
    const engine = new OnnxEngine(
      { folder, threads: 1, mostLoaded: 2, mostWaiting: 5000, timeoutMs: 60_000 },
      silent,
    );
    const close = async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    };
    return Promise.resolve({ engine, direction: EN_ES, text: HOUSE, close });
  },
  async apertium() {
    const engine = new ApertiumEngine({}, silent);
    return Promise.resolve({
      engine,
      direction: EN_ES,
      text: HOUSE,
      close: () => engine.close(),
    });
  },
  async libretranslate() {
    const stub = await startLibreTranslateStub();
    const engine = await LibreTranslateEngine.connect(
      { baseUrl: stub.baseUrl, apiKey: 'libre-key', timeoutMs: 5000, concurrency: 2 },
      silent,
    );
    const close = async () => {
      await engine.close();
      await stub.close();
    };
    return { engine, direction: EN_ES, text: HOUSE, close };
  },
  async chat() {
    const stub = await startChatStub();
    const engine = new ChatEngine({
      baseUrl: stub.baseUrl,
      model: 'm',
      timeoutMs: 5000,
      concurrency: 2,
      languages: ['en', 'es'].map(tag),
    });
    const close = async () => {
      await engine.close();
      await stub.close();
    };
    return { engine, direction: EN_ES, text: HOUSE, close };
  },
  async phrasebook() {
    const folder = await mkdtemp(join(tmpdir(), 'phrases-'));
    await writeFile(join(folder, 'a.tsv'), `en\tes\n${HOUSE}\tLa finca es grande.\n`);
    const engine = await PhrasebookEngine.load(folder, 80);
    return { engine, direction: EN_ES, text: HOUSE, close: () => rm(folder, { recursive: true }) };
  },
};

it('tests every kind of engine that there is', () => {
  const names = ENGINE_FACTORIES.map(({ name }) => name.replace(/Factory$/, '').toLowerCase());

  expect(Object.keys(STARTS)).toEqual(names);
});

for (const [name, start] of Object.entries(STARTS)) describeEngine(name, start);

describe('with a neural model beside Apertium', () => {
  it('the model translates, rules where speed is asked for, and each is told', async () => {
    const folder = tinyModels();
    const running = await startTranslate({ ONNX_MODELS_DIR: folder, ONNX_THREADS: '1' });
    const first = async (body: object) => {
      const languages = { source_lang: 'EN', target_lang: 'ES', show_provenance: true };
      const answer = await running.translate({ text: [HOUSE], ...languages, ...body });
      return ((await answer.json()) as Answer).translations[0];
    };
    const engineOf = (translation: Awaited<ReturnType<typeof first>>) =>
      translation?.provenance?.find(({ origin }) => origin === 'engine');

    const usual = await first({});
    const fast = await first({ model_type: 'latency_optimized' });
    const other = await first({
      source_lang: 'ES',
      target_lang: 'CA',
      text: ['La casa es grande.'],
    });
    const back = await first({
      source_lang: 'ES',
      target_lang: 'EN',
      text: ['La casa es grande.'],
    });
    await running.close();
    await rm(folder, { recursive: true });

    expect(engineOf(usual)).toMatchObject({ engine: 'onnx' });
    expect(usual).not.toHaveProperty('fluent_with');
    expect(engineOf(fast)).toMatchObject({ engine: 'apertium' });
    expect(fast).toMatchObject({
      model_type_used: 'latency_optimized',
      fluent_with: 'npm run models -- add en-es',
    });
    expect(engineOf(other)).toMatchObject({ engine: 'apertium' });
    expect(other).not.toHaveProperty('fluent_with');
    expect(back).toMatchObject({ fluent_with: 'npm run models -- add es-en' });
  });
});

describe('without Apertium', () => {
  it('another engine does all the work, and glossaries match what is written', async () => {
    const stub = await startLibreTranslateStub();
    const running = await startTranslate({
      APERTIUM_ENABLED: 'false',
      LIBRETRANSLATE_URL: `${stub.baseUrl}/`,
      LIBRETRANSLATE_API_KEY: 'libre-key',
    });
    const { glossary_id } = await created(
      running.request('POST', '/v2/glossaries', {
        body: {
          name: 'houses',
          source_lang: 'en',
          target_lang: 'es',
          entries_format: 'tsv',
          entries: 'house\tfinca',
        },
      }),
    );

    const answer = await running.translate({
      text: ['The house and the houses of {name}.'],
      source_lang: 'EN',
      target_lang: 'ES',
      glossary_id,
      show_provenance: true,
    });
    const ready = (await (await running.get('/health/ready')).json()) as { checks: object };
    await running.close();
    await stub.close();

    expect(((await answer.json()) as Answer).translations[0]).toMatchObject({
      text: 'THE FINCA AND THE HOUSES OF {name}.',
      provenance: expect.arrayContaining([
        expect.objectContaining({ origin: 'engine', engine: 'libretranslate' }),
      ]),
    });
    expect(Object.keys(ready.checks)).not.toContain('apertium');
    expect(ready.checks).toMatchObject({
      libretranslate: { status: 'up', engine: 'up', modelTypes: ['quality_optimized'], pairs: 3 },
    });
  });

  it('and without any other it does not start', async () => {
    await expect(startTranslate({ APERTIUM_ENABLED: 'false' })).rejects.toThrow(
      'APERTIUM_ENABLED is false, and no other engine is configured.',
    );
  });
});

const created = async (response: Promise<Response>): Promise<{ glossary_id: string }> =>
  (await (await response).json()) as { glossary_id: string };
