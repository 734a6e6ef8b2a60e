import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp } from '@sextant/platform-testing';
import { iptGraphql } from '../../src/app.js';
import { IndexedChain, placesOf } from '../indexed-chain.js';
import { SimulatedChain, type Faults } from '../simulated-chain.js';
import { startService, type StartedService } from '../started-service.js';

describe('a quorum of two endpoints of three', () => {
  let service: StartedService;
  let chain: SimulatedChain;
  let index: IndexedChain;
  let faults: [Faults, Faults, Faults];
  const disagreed = new Set<number>();

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    faults = [{}, {}, {}];
    disagreed.clear();
    chain = new SimulatedChain(100);
    const endpoints = ([0, 1, 2] as const).map((place) => chain.endpoint(() => faults[place]));
    index = new IndexedChain(service, {
      urls: await Promise.all(endpoints),
      quorum: 2,
      observer: {
        rpcCall: (_chain, place, outcome) => {
          if (outcome === 'disagreed') disagreed.add(place);
        },
      },
    });
  });
  afterEach(async () => {
    chain.close();
    await index.forget();
  });

  it.each<[string, Faults]>([
    ['leaves logs out', { gives: ({ blockNumber }) => Number(blockNumber) % 2 === 0 }],
    ['has another chain of the same id', { isOnFork: true }],
  ])('outvotes one that %s, and names it', async (_what, fault) => {
    faults = [fault, {}, {}];

    await index.follow();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect([...disagreed]).toEqual([0]);
  });

  it('takes the newest block that two have, and is not held up by one that is behind', async () => {
    faults = [{ blocksBehind: 40 }, {}, { blocksBehind: 2 }];

    await index.follow();
    expect(await index.stored()).toEqual(placesOf(chain.logs.slice(0, 98)));

    faults = [{}, {}, { refuses: { code: -32000, message: 'busy' } }];
    await index.follow();
    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('is no reason to take a block back that one of two has not', async () => {
    await index.follow();
    faults = [{ blocksBehind: 5 }, {}, { refuses: { code: -32000, message: 'busy' } }];

    expect(await index.indexer.step()).toBe(false);

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('believes nobody when all differ, or one is left', async () => {
    faults = [{ isOnFork: true }, {}, { gives: () => false }];
    await expect(index.indexer.step()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    const refuses = { code: -32000, message: 'busy' };
    faults = [{ refuses }, {}, { refuses }];
    await expect(index.indexer.step()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });

    expect(await index.stored()).toEqual([]);
  });

  it('follows a reorganization that two tell of', async () => {
    await index.follow();
    chain.reorganize(30);
    faults = [{ blocksBehind: 50 }, {}, {}];

    await index.follow();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('is refused at start when there are fewer endpoints', async () => {
    const env = { ...service.env, [`RPC_QUORUM_${service.chain.chainId}`]: '2' };

    await expect(startApp(iptGraphql, env)).rejects.toThrow(/RPC_QUORUM_/);
  });

  it('signs off as one endpoint does: what contracts answer is agreed on too', async () => {
    const quorate = await startService({
      chainOf: (rpcUrl) => `${rpcUrl},${rpcUrl}/,http://127.0.0.1:1`,
      env: { RPC_QUORUM_11155111: '2' },
    });
    const { client } = quorate;
    const wallet = quorate.chain.wallet(1);
    const ipnftId = await client.mint(wallet, 'QUORUM');
    await client.until('ipnft', { id: ipnftId, chainId: 11155111 }, ({ isSuccess }) => isSuccess);
    const { request } = await client.prepareSignOff(wallet, '424242', 'NOBODYS');
    expect(await client.codeOf('signoffMetadata', request)).toBe('MUST_CONTROL_IPNFT');
    await quorate.close();
  });
});
