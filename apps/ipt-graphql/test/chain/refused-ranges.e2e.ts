import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IndexedChain, placesOf } from '../indexed-chain.js';
import { SimulatedChain, type Faults } from '../simulated-chain.js';
import { startService, type StartedService } from '../started-service.js';

const refusal = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message },
});

describe('a range of blocks that a node refuses', () => {
  let service: StartedService;
  let chain: SimulatedChain;
  let index: IndexedChain;
  let faults: Faults;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    chain = new SimulatedChain(40);
    chain.finalized = 39;
    faults = {};
    index = new IndexedChain(service, { urls: [await chain.endpoint(() => faults)] });
  });
  afterEach(async () => {
    chain.close();
    await index.forget();
  });

  it.each<[status: number, body: unknown]>([
    [413, refusal(-32614, 'eth_getLogs is limited to a 10,000 range')],
    [413, '<html>Request Entity Too Large</html>'],
    [422, refusal(-32600, 'Unprocessable')],
    [422, ''],
    [400, refusal(-32602, 'Log response size exceeded. Use a smaller block range.')],
    [400, 'Bad Request'],
    [429, refusal(-32005, 'query exceeds max block range 7')],
    [500, refusal(-32603, 'response is too large')],
    [504, ''],
    [200, refusal(-32614, 'eth_getLogs is limited to a 7 range')],
    [200, refusal(-32005, 'limit exceeded')],
    [200, refusal(-32602, 'block range is too wide')],
    [200, refusal(-32000, 'query returned more than 10000 results')],
    [200, refusal(-32701, 'too many logs')],
    [200, refusal(-32008, 'Response is too big')],
  ])('%d %j is asked for in halves, down to what it gives', async (status, body) => {
    faults = { refusesMoreThan: { blocks: 7, status, body } };

    await followed(index);

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('is asked for block by block where a node gives no two', async () => {
    const body = refusal(-32005, 'limit exceeded');
    faults = { refusesMoreThan: { blocks: 1, status: 413, body } };

    await followed(index);
    await index.lookAgain();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('is seldom asked for again, and larger ones are once the node gives them', async () => {
    const body = refusal(-32614, 'eth_getLogs is limited to a 7 range');
    faults = { refusesMoreThan: { blocks: 7, status: 413, body } };
    chain.grow(360);
    chain.finalized = 399;
    await followed(index);
    const refused = chain.ranges.filter((blocks) => blocks > 7).length;
    expect(refused).toBeLessThan(15);

    faults = {};
    chain.grow(1000);
    chain.ranges.length = 0;
    await followed(index);

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(Math.max(...chain.ranges)).toBeGreaterThan(100);
  });
});

/** As the indexer goes on: after a failure it waits, and looks again. */
async function followed({ indexer }: IndexedChain): Promise<void> {
  let failures = 0;
  for (let isMore = true; isMore;) {
    try {
      isMore = await indexer.step();
    } catch (error) {
      failures += 1;
      if (failures > 12) throw error;
    }
  }
}
