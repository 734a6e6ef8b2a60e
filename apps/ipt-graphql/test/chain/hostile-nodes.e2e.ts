import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RpcLog } from '../../src/chain/contracts/event-decoder.js';
import { IndexedChain, placesOf } from '../indexed-chain.js';
import { SimulatedChain, type Faults } from '../simulated-chain.js';
import { startService, type StartedService } from '../started-service.js';

type Logs = readonly RpcLog[];
const MIB = 1024 * 1024;
const OTHER = '0x00000000000000000000000000000000000bad01';

/** The first log is another. */
const first = (change: object) => (logs: Logs) =>
  logs.map((log, index) => (index === 0 ? { ...log, ...change } : log));

describe('a node whose answers are none', () => {
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
    faults = {};
    const urls = [await chain.endpoint(() => faults), await chain.endpoint()];
    index = new IndexedChain(service, { urls });
  });
  afterEach(async () => {
    chain.close();
    await index.forget();
  });

  it.each<[what: string, mangle: (logs: Logs) => unknown]>([
    ['no list', () => ({})],
    ['a text', () => 'logs'],
    ['a list of nothing', () => [null]],
    ['a log without topics', first({ topics: undefined })],
    ['a log of no contract', first({ address: '0x1' })],
    ['a log of another contract', first({ address: OTHER })],
    ['a log of another event', first({ topics: [`0x${'1'.repeat(64)}`] })],
    ['a log of no block', first({ blockNumber: null })],
    ['a log of a block that was not asked for', first({ blockNumber: '0x1000' })],
    ['a log whose place is no number', first({ logIndex: 'x' })],
    ['a log without a transaction', first({ transactionHash: null })],
    ['a log whose data is no data', first({ data: 'x' })],
    ['a log twice', (logs) => [...logs, ...logs.slice(0, 1)]],
  ])('is passed by where its logs are %s', async (_what, mangle) => {
    faults = {
      mangles: (result, method) => (method === 'eth_getLogs' ? mangle(result as Logs) : result),
    };

    await index.follow();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it.each<[what: string, change: object]>([
    ['without a number', { number: undefined }],
    ['of a number beyond all', { number: '0xffffffffffffffffffff' }],
    ['without a hash', { hash: undefined }],
    ['whose hash is none', { hash: '0x12' }],
  ])('is passed by where its blocks are %s', async (_what, change) => {
    faults = {
      mangles: (result, method) =>
        method === 'eth_getBlockByNumber' ? { ...(result as object), ...change } : result,
    };

    await index.follow();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
  });

  it('is asked for less where its answer has no end, and is not read on', async () => {
    faults = { endlessAbove: 20 };
    index = new IndexedChain(service, { urls: [await chain.endpoint(() => faults)] });

    for (let looks = 0; looks < 100 && (await index.stored()).length < 40; looks += 1) {
      // A refused look throws; the next one asks for fewer blocks.
      await index.indexer.step().catch(() => undefined);
    }

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(chain.longest).toBeGreaterThan(64 * MIB);
    expect(chain.longest).toBeLessThan(80 * MIB);
  });

  it('has refusals of a megabyte, of which little is kept', async () => {
    faults = { refuses: { code: -32000, message: 'x'.repeat(MIB) } };
    index = new IndexedChain(service, { urls: [await chain.endpoint(() => faults)] });

    const error = (await index.indexer.step().catch((thrown: unknown) => thrown)) as Error;

    expect((error.cause as Error).message).toHaveLength(1000);
  });
});
