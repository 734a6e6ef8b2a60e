import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { AbiCoder, concat, dataSlice, hexlify, toBeHex, zeroPadValue } from 'ethers';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { contractInterface } from '../src/chain/contracts/contracts.js';
import { FlowProgress } from '../src/chain/indexer/flow-progress.js';
import { Indexer } from '../src/chain/indexer/indexer.js';
import { LogReader } from '../src/chain/indexer/log-reader.js';
import { Rpc } from '../src/chain/rpc/rpc.js';
import { PostgresFlows } from '../src/flows/postgres-flows.js';
import { systemClock } from '@sextant/platform-runtime/clock';
import { emitterCode } from './emitter.js';
import { silentObserver } from './silent-observer.js';
import { startService, type StartedService } from './started-service.js';

/** Contracts that log their calldata: the topics, then the data. One for each count of topics. */
const EMITTERS: Readonly<Record<number, string>> = {
  2: '0x00000000000000000000000000000000000e1002',
  3: '0x00000000000000000000000000000000000e1003',
  4: '0x00000000000000000000000000000000000e1004',
};
const BATCH = 250;

interface Log {
  readonly topics: readonly string[];
  readonly data: string;
}

const contracts = contractInterface();
const topicOf = (name: string): string => contracts.getEvent(name)?.topicHash ?? '';
const word = (value: bigint): string => zeroPadValue(toBeHex(value), 32);

const id = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(word);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => zeroPadValue(bytes, 32));
const text = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => Buffer.from(value)),
  fc
    .constantFrom('\0', 'A\0B', '\u202eGPJ', '"}', '\\u0000', '\ufeffX', "'; DROP TABLE flows;--")
    .map((value) => Buffer.from(value)),
  fc
    .constantFrom([0xff, 0xfe], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80])
    .map((bytes) => Uint8Array.from(bytes)),
);
const texts = (count: number) => fc.array(text, { minLength: count, maxLength: count });
const encode = (types: readonly string[], values: readonly unknown[]): string =>
  AbiCoder.defaultAbiCoder().encode(types, values);

const reserved = fc
  .tuple(address, id)
  .map(([who, token]): Log => ({ topics: [topicOf('Reserved'), who, token], data: '0x' }));
const transfer = fc.tuple(address, address, id).map(([from, to, token]): Log => ({
  topics: [topicOf('Transfer'), from, to, token],
  data: '0x',
}));
const minted = fc.tuple(address, id, texts(2)).map(([who, token, [uri, symbol]]): Log => ({
  topics: [topicOf('IPNFTMinted'), who, token],
  data: encode(['bytes', 'bytes'], [uri, symbol]),
}));
const tokenized = fc
  .tuple(address, id, id, texts(3))
  .map(([who, token, amount, [cid, name, symbol]]): Log => ({
    topics: [topicOf('TokensCreated'), token, token, who],
    data: encode(
      ['address', 'uint256', 'bytes', 'bytes', 'bytes'],
      [dataSlice(who, 12), amount, cid, name, symbol],
    ),
  }));
/** The name of an event, and not its shape. */
const broken = fc.oneof(
  fc.tuple(minted, fc.nat({ max: 300 })).map(([log, length]): Log => ({
    ...log,
    data: dataSlice(log.data, 0, Math.min(length, (log.data.length - 2) / 2)),
  })),
  fc.tuple(id, id, fc.uint8Array({ maxLength: 200 })).map(([a, b, data]): Log => ({
    topics: [topicOf('IPNFTMinted'), a, b],
    data: hexlify(data),
  })),
  fc.tuple(address, id).map(([who, token]): Log => ({
    topics: [topicOf('TokensCreated'), who],
    data: token,
  })),
);
const anyLog = fc.oneof(
  reserved,
  transfer,
  { arbitrary: minted, weight: 3 },
  { arbitrary: tokenized, weight: 3 },
  broken,
);

/** @param count of logs that strangers' contracts write */
export function describeHostileLogs(count: number): void {
  describe('logs that anybody wrote into the events of the contracts', () => {
    let service: StartedService;

    beforeAll(async () => {
      service = await startService();
      for (const [topics, at] of Object.entries(EMITTERS)) {
        await service.chain.send('anvil_setCode', [at, emitterCode(Number(topics))]);
      }
    });

    afterAll(() => service.close());

    const emit = async (logs: readonly Log[]): Promise<void> => {
      const { chain } = service;
      const from = chain.wallet(2).address;
      await chain.send('evm_setAutomine', [false]);
      const first = await chain.provider.getTransactionCount(from);
      for (let start = 0; start < logs.length; start += BATCH) {
        await Promise.all(
          logs.slice(start, start + BATCH).map(({ topics, data }, index) => {
            const to = EMITTERS[topics.length];
            const call = {
              from,
              to,
              data: concat([...topics, data]),
              gas: '0x30d40',
              nonce: toBeHex(first + start + index),
            };
            return chain.send('eth_sendTransaction', [call]);
          }),
        );
        for (let pending = 1; pending > 0;) {
          await chain.send('anvil_mine', ['0x1']);
          const status = (await chain.send('txpool_status')) as { pending: string };
          pending = Number(status.pending);
        }
      }
      await chain.send('evm_setAutomine', [true]);
    };

    it(`are all indexed, or refused one by one: ${count}`, async () => {
      const logs = fc.sample(anyLog, { numRuns: count, seed: 18 });
      await emit(logs);
      const chainId = 1;
      const refusedReasons: string[] = [];
      const rpc = new Rpc({
        ...{ chainId: service.chain.chainId, urls: [service.chain.rpcUrl], timeoutMs: 60_000 },
        ...{ clock: systemClock, logger: silentLogger, observer: silentObserver },
      });
      const indexer = new Indexer({
        ...{ chainId, fromBlock: 0, pollMs: 1000, finalityDepth: 64, logger: silentLogger },
        reader: new LogReader(rpc, contracts, Object.values(EMITTERS)),
        source: service.running.app.get(DataSource),
        progress: new FlowProgress(service.running.app.get(PostgresFlows)),
        observer: { ...silentObserver, refused: () => refusedReasons.push('') },
      });

      while (await indexer.step());

      const counted = async (table: string): Promise<number> => {
        const rows = await service.database.query<{ count: string }>(
          `SELECT count(*) FROM ${table} WHERE chain_id = ${chainId}`,
        );
        return Number(rows[0]?.count);
      };
      const [events, refused] = [await counted('chain_events'), await counted('chain_refusals')];
      expect(events + refused).toBe(count);
      // Those that were made to have the right shape, at least.
      expect(events).toBeGreaterThan(count * 0.8);
      expect(refused).toBe(refusedReasons.length);
      expect(refused).toBeGreaterThan(0);
      expect(await indexer.step()).toBe(false);
    });
  });
}
