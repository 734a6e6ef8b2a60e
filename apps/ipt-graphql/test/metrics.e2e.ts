import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { DataSource } from 'typeorm';
import { FlowProgress } from '../src/chain/indexer/flow-progress.js';
import { Indexer } from '../src/chain/indexer/indexer.js';
import type { LogReader } from '../src/chain/indexer/log-reader.js';
import { PostgresFlows } from '../src/flows/postgres-flows.js';
import { silentObserver } from './silent-observer.js';
import { startService, type StartedService } from './started-service.js';

const chainId = 11155111;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

describe('/metrics', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService({ chainOf: (rpcUrl) => `${NOWHERE},${rpcUrl}` });
  });

  afterAll(() => service.close());

  /** The value of a sample; `undefined` when it is not there. */
  const sample = async (name: string, labels: Record<string, string | number> = {}) => {
    const page = await (await fetch(`${service.running.url}/metrics`)).text();
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const line = page
      .split('\n')
      .find((each) => each.startsWith(name) && wanted.every((label) => each.includes(label)));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('counts operations by their outcome, sign-offs and prints', async () => {
    const { client, chain } = service;
    const wallet = chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'METER');
    for (let count = 0; count < 3; count += 1) await client.call('signoffMetadata', request);
    await client.call('signoffMetadata', { ...request, to: 'x' });

    const operation = 'signoffMetadata';
    const count = 'ipt_operation_seconds_count';
    expect(await sample(count, { operation, outcome: 'success' })).toBe(3);
    expect(await sample(count, { operation, outcome: 'INVALID_INPUT' })).toBe(1);
    expect(await sample('ipt_signoffs_total', { chain: chainId, kind: 'new' })).toBe(1);
    expect(await sample('ipt_signoffs_total', { chain: chainId, kind: 'repeated' })).toBe(2);
    expect(await sample('ipt_pdf_seconds_count')).toBe(1);
    expect(await sample('ipt_pdf_seconds_sum')).toBeGreaterThan(0.001);
  });

  it('shows endpoints that rest, and what became of calls', async () => {
    const at = (endpoint: number) => ({ chain: chainId, endpoint });

    expect(await sample('ipt_rpc_endpoint_awake', at(0))).toBe(0);
    expect(await sample('ipt_rpc_endpoint_awake', at(1))).toBe(1);
    expect(
      await sample('ipt_rpc_calls_total', { ...at(0), outcome: 'failed' }),
    ).toBeGreaterThanOrEqual(3);
    expect(
      await sample('ipt_rpc_calls_total', { ...at(1), outcome: 'answered' }),
    ).toBeGreaterThanOrEqual(3);
  });

  it('counts the blocks that are read after each window', async () => {
    const blocks: number[] = [];
    const block = (tag: number | string) => {
      const number = typeof tag === 'number' ? tag : tag === 'latest' ? 4999 : 0;
      return Promise.resolve({ number, hash: `0x${number}` });
    };
    const indexer = new Indexer({
      chainId: 1,
      reader: {
        block,
        events: () => Promise.resolve({ events: [], refused: [] }),
      } as unknown as LogReader,
      source: service.running.app.get(DataSource),
      progress: new FlowProgress(service.running.app.get(PostgresFlows)),
      logger: silentLogger,
      observer: { ...silentObserver, indexed: (_chain, at) => blocks.push(at) },
      ...{ fromBlock: 0, pollMs: 1000, finalityDepth: 64 },
    });

    while (await indexer.step());

    expect([...new Set(blocks)]).toEqual([-1, 1999, 3999, 4999]);
  });

  it('shows how far the indexer is behind, and reorganizations', async () => {
    const { client, chain } = service;
    const untilSample = async (name: string, isThere: (value: number | undefined) => boolean) => {
      const lateMs = Date.now() + 10_000;
      while (!isThere(await sample(name, { chain: chainId }))) {
        if (Date.now() > lateMs) throw new Error(`${name} is not as expected.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await untilSample('ipt_indexer_lag_blocks', (lag) => lag === 0);
    await untilSample('ipt_token_indexer_lag_blocks', (lag) => lag === 0);
    expect(await sample('ipt_token_indexer_behind_seconds', { chain: chainId })).toBeLessThan(30);
    const looked = await sample('ipt_indexer_looked_timestamp_seconds', { chain: chainId });
    expect(Math.abs(Date.now() / 1000 - Number(looked))).toBeLessThan(30);

    const ipnftId = await client.reserve(chain.wallet(2));
    await client.until('reservation', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);
    await chain.send('anvil_reorg', [1, []]);
    await untilSample('ipt_reorganizations_total', (count) => count === 1);
  });
});
