import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LoadedModels, type ModelHold } from './loaded-models.js';

const never = new AbortController().signal;
let rested: string[] = [];
let onRest = Promise.withResolvers<undefined>();
let models: LoadedModels;
afterEach(() => models.onApplicationShutdown());

function atMost(speechModelsLoaded: number, speechModelIdleSeconds = 0): void {
  rested = [];
  const settings = { speechModelsLoaded, speechModelIdleSeconds };
  models = new LoadedModels(settings, silentLogger, new Metrics('speech'));
}

const hold = (name: string, isKept = false): ModelHold =>
  models.hold(
    { name, isKept: () => isKept },
    {
      rest: () => {
        rested.push(name);
        onRest.resolve(undefined);
        onRest = Promise.withResolvers();
        return Promise.resolve();
      },
    },
  );

const use = async (model: ModelHold): Promise<void> => (await model.use(never))();

describe('models in memory', () => {
  it('make room in the order in which nobody used them', async () => {
    atMost(2);
    const [a, b, c] = [hold('a'), hold('b'), hold('c')];

    for (const model of [a, b, a, c]) await use(model);
    expect(rested).toEqual(['b']);

    await use(b);
    expect(rested).toEqual(['b', 'a']);
  });

  it('make room for the default one last', async () => {
    atMost(2);
    const [kept, a, b] = [hold('kept', true), hold('a'), hold('b')];

    for (const model of [kept, a, b]) await use(model);

    expect(rested).toEqual(['a']);
  });

  it('make no room while they are in use: who comes waits, or leaves', async () => {
    atMost(1);
    const [a, b] = [hold('a'), hold('b')];
    const done = await a.use(never);
    const left = new AbortController();
    const waiting = b.use(never);
    const leaving = b.use(left.signal);

    left.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(rested).toEqual([]);
    done();
    (await waiting)();

    expect(rested).toEqual(['a']);
    await use(a);
    expect(rested).toEqual(['a', 'b']);
  });

  it('give their places back when they are gone, also while they wait for one', async () => {
    atMost(1);
    const [a, b, c] = [hold('a'), hold('b'), hold('c')];
    const done = await a.use(never);
    const waiting = b.use(never);
    b.end();
    (await waiting)();
    a.end();
    await use(c);

    expect(rested).toEqual([]);
    done();
  });

  it('leave it when nobody used them for a while, but for the default one', async () => {
    atMost(9, 0.02);
    const [kept, a, used] = [hold('kept', true), hold('a'), hold('used')];
    await use(kept);
    const done = await used.use(never);
    await use(a);

    while (!rested.includes('a')) await onRest.promise;
    expect(rested).toEqual(['a']);
    done();
    while (!rested.includes('used')) await onRest.promise;

    expect(rested).toEqual(['a', 'used']);
  });
});
