import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { programPools } from '../../../test/program-pools.js';
import { SherpaModels } from './sherpa-models.js';
import { SherpaSpeaker } from './sherpa-speaker.js';

describe('SherpaSpeaker', () => {
  let folder: string;
  let speaker: SherpaSpeaker;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-sherpa-'));
    mkdirSync(join(folder, 'vits'));
    for (const file of ['model.onnx', 'tokens.txt']) writeFileSync(join(folder, 'vits', file), '');
    const logger = { error: () => undefined, info: () => undefined, warn: () => undefined };
    const options = { processes: 1, maxWaiting: 1, pools: programPools(), logger };
    const models = new SherpaModels(folder, options);
    await models.read();
    speaker = new SherpaSpeaker(models, () => Promise.reject(new Error('there is no clone')));
  });
  afterEach(async () => {
    await speaker.close();
    rmSync(folder, { recursive: true });
  });

  it('says that a model is being loaded, and when to come again', () => {
    expect(speaker.whyWaiting('vits#0')).toMatchObject({
      code: 'engine_loading',
      status: 503,
      headers: { 'Retry-After': '5' },
    });
  });

  it('says nothing of models that are not there', () => {
    expect(speaker.whyWaiting('other#0')).toBeUndefined();
  });
});
