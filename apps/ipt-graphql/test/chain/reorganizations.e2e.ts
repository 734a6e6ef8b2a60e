import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IndexedChain, placesOf } from '../indexed-chain.js';
import { SimulatedChain, type Faults } from '../simulated-chain.js';
import { startService, type StartedService } from '../started-service.js';

describe('the index of a chain', () => {
  let service: StartedService;
  let chain: SimulatedChain;
  let index: IndexedChain;
  let faults: () => Faults;
  let reorganizations = 0;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    chain = new SimulatedChain(200);
    reorganizations = 0;
    faults = () => ({});
    index = new IndexedChain(service, {
      urls: [await chain.endpoint(() => faults())],
      finalityDepth: 20,
      observer: { reorganized: () => (reorganizations += 1) },
    });
  });
  afterEach(async () => {
    chain.close();
    await index.forget();
  });

  it.each([1, 2, 19, 20, 21, 64, 150, 200])(
    'is that of the chain after a reorganization of %i blocks',
    async (depth) => {
      await index.follow();
      chain.reorganize(depth);

      await index.follow();

      expect(await index.stored()).toEqual(placesOf(chain.logs));
      expect(reorganizations).toBe(1);
    },
  );

  it('is that of the chain after any blocks and reorganizations, also those between two looks', async () => {
    const change = fc.oneof(
      fc.record({ grow: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ reorganize: fc.integer({ min: 1, max: 120 }) }),
      fc.constant({ look: true }),
    );
    for (const changes of fc.sample(fc.array(change, { maxLength: 12 }), {
      numRuns: 15,
      seed: 18,
    })) {
      for (const each of changes) {
        if ('grow' in each) chain.grow(each.grow);
        else if ('reorganize' in each) chain.reorganize(each.reorganize);
        else await index.indexer.step();
      }

      await index.follow();

      expect(await index.stored()).toEqual(placesOf(chain.logs));
    }
  });

  it('takes blocks for final that are deep enough, of a chain that has no names for them', async () => {
    await index.follow();

    expect(await index.cursor()).toEqual({ safe: 189, finalized: 179 });
  });

  it('takes the word of the chain for what is final, however deep', async () => {
    chain.finalized = 120;
    await index.follow();
    expect(await index.cursor()).toEqual({ safe: 120, finalized: 120 });

    // A node that was started anew does not know it yet, and one that is behind knows less.
    chain.finalized = undefined;
    chain.grow(1);
    await index.follow();
    expect(await index.cursor()).toEqual({ safe: 120, finalized: 120 });
    chain.finalized = 100;
    await index.follow();
    expect(await index.cursor()).toEqual({ safe: 120, finalized: 120 });
  });

  it('has nothing final that a reorganization undid', async () => {
    chain.finalized = 190;
    await index.follow();

    chain.finalized = 100;
    chain.reorganize(50);
    await index.follow();

    expect((await index.cursor()).finalized).toBeLessThanOrEqual(150);
    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('keeps what a node that lags eight blocks has not got, and waits for it', async () => {
    await index.follow();
    faults = () => ({ blocksBehind: 8 });

    expect(await index.indexer.step()).toBe(false);

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(reorganizations).toBe(0);
  });

  it('takes nothing back while every other answer is of a node that lags', async () => {
    let count = 0;
    const lagging = () => ({ blocksBehind: (count += 1) % 3 === 0 ? 0 : 8 });
    await index.follow();

    for (let round = 0; round < 40; round += 1) {
      const before = await index.stored();
      chain.grow(1);
      faults = lagging;
      await index.indexer.step();
      expect((await index.stored()).slice(0, before.length)).toEqual(before);
    }

    expect(reorganizations).toBe(0);
    faults = () => ({});
    await index.follow();
    chain.finalized = chain.height;
    await index.follow();
    await index.lookAgain();
    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('sees a reorganization at a node that lags, by another hash at the same height', async () => {
    await index.follow();
    chain.reorganize(30);
    faults = () => ({ blocksBehind: 8 });

    await index.follow();

    expect(await index.stored()).toEqual(placesOf(chain.logs.slice(0, -8)));
    expect(reorganizations).toBe(1);
  });
});
