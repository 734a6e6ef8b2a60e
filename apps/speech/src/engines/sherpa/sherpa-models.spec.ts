import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MachineRefused, ProgramError, type ProgramPool } from '../../programs/program-pool.js';
import type { ProgramPools } from '../../programs/program-pools.js';
import { SherpaModels } from './sherpa-models.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';

let folder: string;
let models: SherpaModels;
const told: string[] = [];
const ready: unknown[] = [];
let heard = Promise.withResolvers<undefined>();
const tell = (event: string): void => {
  told.push(event);
  heard.resolve(undefined);
  heard = Promise.withResolvers();
};
const info = (event: string, { model }: { readonly model?: unknown } = {}): void => {
  if (event === 'model.ready') ready.push(model);
  tell(event);
};
const logger = { error: tell, info, warn: tell };

beforeEach(() => {
  told.length = 0;
  ready.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'sextant-models-'));
  put('voice');
});
afterEach(async () => {
  await models.close();
  rmSync(folder, { recursive: true });
});

function put(name: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'x.onnx'), '');
  writeFileSync(join(folder, name, 'tokens.txt'), '');
}

/** Pools that load as they are told to, one after the other, and then say a word. */
function poolsThat(...failures: readonly (Error | undefined)[]): Pick<ProgramPools, 'create'> {
  const left = [...failures];
  const create = (): Partial<ProgramPool<SherpaJob, SherpaPart>> => {
    const failure = left.shift();
    return {
      isStarted: true,
      start: () => undefined,
      using: (_signal, work) => work(),
      firstReady: () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)),
      run: ({ onPart }) => {
        onPart({ pcm: Int16Array.of(1000), sampleRate: 16_000 });
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
  };
  return { create } as unknown as Pick<ProgramPools, 'create'>;
}

async function tried(pools: Pick<ProgramPools, 'create'>, until: string): Promise<void> {
  models = new SherpaModels(folder, { pools, processes: 1, maxWaiting: 1, logger, retryMs: 5 });
  await models.read();
  models.start();
  while (!told.includes(until)) await heard.promise;
}

describe('a model that is found', () => {
  it('is tried again where the machine had no room for it, and speaks then', async () => {
    const full = new ProgramError("espeak-ng's data cannot be unpacked: Error: ENOSPC: no space");
    const killed = new MachineRefused('');

    await tried(poolsThat(full, killed, undefined), 'model.ready');

    expect(told).toEqual(['model.refused', 'model.refused', 'model.ready']);
    expect(models.states).toEqual({ voice: 'ready' });
    expect(models.voices.map(({ id }) => id)).toEqual(['voice']);
  });

  it('is not tried again where the model is why', async () => {
    await tried(poolsThat(new ProgramError('what(): no such node')), 'model.refused');
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(told).toEqual(['model.refused']);
    expect(models.states).toEqual({ voice: 'refused: it cannot be loaded: no such node' });
  });
});

describe('models that are found together', () => {
  it('are tried in the order of how many wait for them: American voices that may be the default one, other free ones, the rest', async () => {
    rmSync(join(folder, 'voice'), { recursive: true });
    for (const name of ['de_DE-a', 'en_US-b', 'en_US-c']) put(name);
    for (const name of ['de_DE-a', 'en_US-c']) {
      const record = { name, licence: 'public domain', commercialUse: 'allowed', files: [] };
      writeFileSync(join(folder, name, 'model.json'), JSON.stringify(record));
    }

    await tried(poolsThat(), 'model.ready');
    while (ready.length < 3) await heard.promise;

    expect(ready).toEqual(['en_US-c', 'de_DE-a', 'en_US-b']);
  });
});
