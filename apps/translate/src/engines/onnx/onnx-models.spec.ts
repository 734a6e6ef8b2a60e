import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { precisionIn } from './model-precision.js';
import { readModels } from './onnx-models.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-onnx-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLAIN = ['encoder_model', 'decoder_model_merged'];

function place(name: string, config: unknown, record: unknown = {}, parts = PLAIN) {
  const path = join(folder, name);
  mkdirSync(join(path, 'onnx'), { recursive: true });
  for (const part of parts) writeFileSync(join(path, 'onnx', `${part}.onnx`), '');
  const files = { 'config.json': config, 'model.json': record };
  for (const file of ['generation_config.json', 'tokenizer.json', 'tokenizer_config.json']) {
    writeFileSync(join(path, file), '{}');
  }
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(path, file), JSON.stringify(content));
  }
  return { name, path };
}

describe('folders that say of themselves what cannot be', () => {
  it.each<readonly [string, unknown, unknown?]>([
    ['a-kind-of-objects-en-es', { model_type: 'constructor' }],
    ['a-prototype-en-es', { model_type: '__proto__' }],
    ['a-list-en-es', { model_type: ['marian', 'other'] }],
    ['nothing-en-es', null],
    ['odd-pairs-en-es', { model_type: 'marian' }, { pairs: 'en-es' }],
    ['empty-pairs-en-es', { model_type: 'marian' }, { pairs: [null] }],
    ['no-languages-en-es', { model_type: 'marian' }, { pairs: [{ source: '../x', target: '' }] }],
  ])('%s is left out with a reason', (name, config, record = {}) => {
    const { models, unusable } = readModels([place(name, config, record)]);

    expect(models).toEqual([]);
    expect(unusable).toEqual([{ name, reason: expect.stringMatching(/\w/) }]);
  });
});

describe('the precision of a model', () => {
  const marian = { model_type: 'marian' };
  const inPrecisions = (...suffixes: string[]) =>
    suffixes.flatMap((suffix) => PLAIN.map((part) => `${part}${suffix}`));

  it.each([['_quantized'], ['_int8'], ['_uint8'], [''], ['_fp16']])(
    'may be %j, as the hub names its files',
    (suffix) => {
      const model = place(`opus${suffix}-en-fr`, marian, {}, inPrecisions(suffix));

      expect(readModels([model], () => true).models).toHaveLength(1);
      expect(precisionIn(model.path)).toBe(suffix);
    },
  );

  it('is the one that is best on a processor where there are several', () => {
    const { path } = place('several-en-fr', marian, {}, inPrecisions('_fp16', '', '_int8'));

    expect(precisionIn(path)).toBe('_int8');
  });

  it('is the same of both parts, or the model is left out', () => {
    const parts = ['encoder_model_quantized', 'decoder_model_merged'];

    expect(readModels([place('mixed-en-fr', marian, {}, parts)], () => true)).toEqual({
      models: [],
      unusable: [
        {
          name: 'mixed-en-fr',
          reason:
            'there is no onnx/encoder_model.onnx with onnx/decoder_model_merged.onnx of one precision',
        },
      ],
    });
  });
});

describe('models without the package that runs them', () => {
  it('are left out with the command that installs it', () => {
    const model = place('opus-mt-en-de', { model_type: 'marian' });

    expect(readModels([model], () => true).models).toHaveLength(1);
    expect(readModels([model], () => false)).toEqual({
      models: [],
      unusable: [
        {
          name: model.name,
          reason: expect.stringMatching(/npm run extras -- neural \(an image: /),
        },
      ],
    });
  });

  it('are the rule where none is: nobody asks for it', () => {
    expect(readModels([], () => false)).toEqual({ models: [], unusable: [] });
  });
});
