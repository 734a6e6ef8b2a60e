import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain, startModelHub, type ModelHub } from '@sextant/platform-testing';
import { startTranslate, type Answer, type RunningTranslate } from '../running-translate.js';
import { TINY_M2M100, TINY_MARIAN } from '../tiny-models.js';

const COMMAND = builtMain('translate', 'models');
const HOUSE = 'The house is big.';

let folder: string;
let hub: ModelHub;
let running: RunningTranslate;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-onnx-'));
  publish(join(folder, 'hub/Xenova/opus-mt-en-es'), TINY_MARIAN);
  publish(join(folder, 'hub/Xenova/m2m100_418M'), TINY_M2M100);
  hub = await startModelHub(join(folder, 'hub'));
  running = await startTranslate({
    APERTIUM_ENABLED: 'false',
    ONNX_MODELS_DIR: join(folder, 'models/translation'),
    ONNX_THREADS: '1',
    ONNX_BEAMS: '2',
  });
});
afterAll(async () => {
  await running.close();
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** As the hub names the files of the models that are published. */
function publish(to: string, model: string): void {
  cpSync(model, to, { recursive: true });
  for (const part of ['encoder_model', 'decoder_model_merged']) {
    renameSync(join(to, `onnx/${part}.onnx`), join(to, `onnx/${part}_quantized.onnx`));
  }
}

/** `npm run models -- ...` as the image has it. */
const models = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { MODELS_DIR: join(folder, 'models'), HF_ENDPOINT: hub.url },
  });

/** Asks again until it holds, for up to a minute. */
async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const until = Date.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (holds(value) || Date.now() > until) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const translated = async (body: object): Promise<Answer['translations'][number] | undefined> => {
  const answer = await running.translate({ source_lang: 'EN', target_lang: 'ES', ...body });
  return ((await answer.json()) as Partial<Answer>).translations?.[0];
};

/** Processes that hold a model. */
const holders = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('model-program'));

describe('neural models of a folder', () => {
  it('tell what to do while there is none, and nothing else translates', async () => {
    const ready = await running.get('/health/ready');

    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain('npm run models -- list');
    const answer = await running.translate({ text: [HOUSE], source_lang: 'EN', target_lang: 'ES' });
    expect(answer.status).toBe(503);
  });

  it('are taken up while the service runs, and translate', async () => {
    const { stdout } = await models('add', 'en-es');
    expect(stdout).toContain('en-es: there');

    const translation = await eventually(
      () => translated({ text: [HOUSE], show_provenance: true }),
      (answer) => answer !== undefined,
    );

    expect(translation).toMatchObject({
      text: 'La casa es grande.',
      provenance: expect.arrayContaining([
        expect.objectContaining({ origin: 'engine', engine: 'onnx' }),
      ]),
    });
    const ready = (await (await running.get('/health/ready')).json()) as { checks: object };
    expect(ready.checks).toMatchObject({
      onnx: { status: 'up', pairs: 1, modelTypes: ['quality_optimized'] },
    });
    const missing = await running.translate({
      text: [HOUSE],
      source_lang: 'EN',
      target_lang: 'DE',
    });
    expect(await missing.text()).toContain(
      'Install the model en-de (npm run models -- add en-de).',
    );
  });

  it('write what an uninterrupted reader expects of numbers, sentences and white space', async () => {
    const translation = await translated({
      text: ['  House 42 is big.\n\nIt costs 900 today.  Not now. '],
    });

    expect(translation?.text).toBe('  Casa 42 es grande.\n\nEllo cuesta 900 hoy.  No ahora. ');
  });

  it('keep placeholders, tags, terms of glossaries and what they have no token for', async () => {
    const { glossary_id } = (await (
      await running.request('POST', '/v2/glossaries', {
        body: {
          name: 'trees',
          source_lang: 'en',
          target_lang: 'es',
          entries_format: 'tsv',
          entries: 'tree\troble',
        },
      })
    ).json()) as { glossary_id: string };

    const [placeholder, tagged, term, sign] = await Promise.all([
      translated({ text: ['The {name} house is big.'] }),
      translated({ text: ['The <b>house</b> is <i>big</i>.'], tag_handling: 'xml' }),
      translated({ text: ['The tree is big.'], glossary_id }),
      translated({ text: ['The house 🏠 is 漢字 now.'] }),
    ]);

    expect(placeholder?.text.split('{name}')).toHaveLength(2);
    expect(tagged?.text).toMatch(/<b>casa<\/b>.*<i>grande<\/i>/i);
    expect(term?.text).toContain('roble');
    expect(sign?.text).toMatch(/🏠.*漢字/);
  });

  it('are loaded again when their process is killed', async () => {
    const before = holders();
    expect(before).toHaveLength(1);
    const many = Array.from({ length: 40 }, (_none, at) => `House ${at} is big.`);
    const underWay = running.translate({ text: many, source_lang: 'EN', target_lang: 'ES' });
    for (const pid of before) process.kill(pid, 'SIGKILL');

    expect([200, 503]).toContain((await underWay).status);
    const again = await eventually(
      () => translated({ text: [HOUSE] }),
      (answer) => answer !== undefined,
    );
    expect(again?.text).toBe('La casa es grande.');
    expect(holders()).not.toEqual(before);
  });

  it('of many languages are told them, and unusable ones are named with the reason', async () => {
    mkdirSync(join(folder, 'models/translation/strange'), { recursive: true });
    writeFileSync(join(folder, 'models/translation/strange/config.json'), '{}');
    await models('add', 'm2m100');

    const known = await eventually(
      async () => (await (await running.get('/health/ready')).json()) as ReadyAnswer,
      ({ checks }) => checks.onnx.pairs > 1,
    );
    const german = await translated({ text: ['The quick dog jumps.'], target_lang: 'DE' });
    const spanish = await translated({ text: [HOUSE] });

    // English, Spanish and German, each to each; one of them twice.
    expect(known.checks.onnx.pairs).toBe(6);
    expect(known.checks.onnx.broken).toEqual([
      {
        name: 'strange',
        directions: [],
        reason: 'there is no generation_config.json, tokenizer.json, tokenizer_config.json',
      },
    ]);
    expect(german?.text).toEqual(expect.any(String));
    // The model for one pair goes before the one for many: the order is that of their names.
    expect(spanish?.text).toBe('La casa es grande.');
  });

  it('are gone when they are removed', async () => {
    await models('remove', 'en-es');
    await models('remove', 'm2m100');

    const gone = await eventually(
      () => running.translate({ text: [HOUSE], source_lang: 'EN', target_lang: 'ES' }),
      ({ status }) => status !== 200,
    );
    expect(gone.status).toBe(503);
  });
});

interface ReadyAnswer {
  readonly checks: {
    readonly onnx: { readonly pairs: number; readonly broken: readonly object[] };
  };
}
