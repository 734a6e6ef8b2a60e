import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { startOf } from '@sextant/platform-testing';
import { AbiCoder, concat, toUtf8Bytes, type Wallet } from 'ethers';
import { DataSource } from 'typeorm';
import type { IndexedEvent } from '../../src/chain/contracts/event-decoder.js';
import { FlowProgress } from '../../src/chain/indexer/flow-progress.js';
import { PostgresEvents } from '../../src/chain/indexer/postgres-events.js';
import { PostgresFlows } from '../../src/flows/postgres-flows.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const MINT = contractInterface().getFunction('mintReservation');

/** What is not text as ethers would write it: bytes are encoded as strings are. */
function mintCall(
  to: string,
  {
    id,
    uri,
    symbol,
    authorization,
  }: Record<'id' | 'uri' | 'symbol' | 'authorization', string | Uint8Array>,
): string {
  const types = ['address', 'uint256', 'bytes', 'bytes', 'bytes'];
  const values = [to, id, uri, symbol, authorization];
  return concat([MINT?.selector ?? '', AbiCoder.defaultAbiCoder().encode(types, values)]);
}

describe('events that strangers wrote', () => {
  let service: StartedService;
  let wallet: Wallet;

  beforeAll(async () => {
    service = await startService();
    wallet = service.chain.wallet(1);
  });

  afterAll(() => service.close());

  /** A mint on the chain; the deployed contract does not bind the symbol to the authorization. */
  const mint = async (signedOff: string, symbol: Uint8Array): Promise<string> => {
    const { client, chain } = service;
    const id = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, id, signedOff);
    const { authorization } = await client.call('signoffMetadata', request);
    const uri = toUtf8Bytes(request.tokenURI);
    const data = mintCall(wallet.address, {
      ...{ id, uri, symbol },
      authorization: String(authorization),
    });
    const sent = await wallet.sendTransaction({
      to: chain.contracts.ipnft,
      data,
      value: 10n ** 15n,
      gasLimit: 29_000_000n,
    });
    expect((await sent.wait())?.status).toBe(1);
    return id;
  };

  it.each([
    [
      'NOUTFA',
      'bytes that are not UTF-8',
      Uint8Array.of(0xff, 0xfe, 0xfd, 0xfc),
      '\ufffd\ufffd\ufffd\ufffd',
    ],
    ['NOUTFB', 'a NUL', toUtf8Bytes('A\0B'), 'A\ufffdB'],
    ['NOUTFC', 'half of a pair', Uint8Array.of(0x41, 0xed, 0xa0, 0x80), 'A\ufffd\ufffd\ufffd'],
    ['NOUTFD', 'text that turns around', toUtf8Bytes('\u202eEVIL\u202c'), '\ufffdEVIL\ufffd'],
    ['NOUTFE', 'twenty thousand bytes', new Uint8Array(20_000).fill(0x5a), 'Z'.repeat(256)],
  ])(
    '%s: a symbol of %s is shown replaced and flagged',
    async (signedOff, _what, symbol, shown) => {
      const id = await mint(signedOff, symbol);

      const { ipnft } = await service.client.until(
        'ipnft',
        { id, chainId },
        ({ isSuccess }) => isSuccess,
      );

      expect(ipnft).toMatchObject({ symbol: shown, replacedTexts: ['symbol'] });
      const [kept] = await service.database.query<{ bytes: Buffer }>(
        `SELECT bytes FROM chain_texts WHERE field = 'symbol' ORDER BY block_number DESC LIMIT 1`,
      );
      expect(kept?.bytes.equals(symbol)).toBe(true);
      // The next of everybody is seen too.
      const next = await service.client.reserve(wallet);
      await service.client.until(
        'reservation',
        { id: next, chainId },
        ({ isSuccess }) => isSuccess,
      );
    },
  );

  it('leaves text as it is that is only unusual', async () => {
    const id = await mint('PLAIN', toUtf8Bytes('ΔΩ-é 👩‍🔬'));

    const { ipnft } = await service.client.until(
      'ipnft',
      { id, chainId },
      ({ isSuccess }) => isSuccess,
    );

    expect(ipnft).toMatchObject({ symbol: 'ΔΩ-é 👩‍🔬', replacedTexts: [] });
  });

  it('are listed for operators', () => {
    const env = { ...process.env, DATABASE_URL: service.database.url };
    const lines = execFileSync(
      process.execPath,
      [...startOf('ipt-graphql'), 'events', '--chain', String(chainId)],
      {
        env,
      },
    )
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

    expect(lines).toHaveLength(5);
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{
          kind: 'replaced',
          chainId,
          event: 'IPNFTMinted',
          field: 'symbol',
          bytes: '0xfffefdfc',
        },
        contract: service.chain.contracts.ipnft,
      }),
    );
  });

  it('are refused one by one when the database does not take them', async () => {
    const { running } = service;
    const events = new PostgresEvents(7, new FlowProgress(running.app.get(PostgresFlows)));
    const event = (logIndex: number, symbol: string): IndexedEvent => ({
      ...{ blockNumber: 1, blockHash: '0x1', logIndex, transactionHash: '0x2' },
      ...{ name: 'IPNFTMinted', ipnftId: String(logIndex), args: { symbol }, replaced: [] },
    });

    const { refused } = await running.app.get(DataSource).transaction((manager) =>
      events.keep(manager, {
        ...{ refused: [], last: { number: 1, hash: '0x1' } },
        events: [event(0, 'A'), event(1, 'B'), event(2, 'not\0text'), event(3, 'C')],
      }),
    );

    expect(refused.map(({ logIndex }) => logIndex)).toEqual([2]);
    const kept = await service.database.query<{ index: number }>(
      'SELECT log_index AS index FROM chain_events WHERE chain_id = 7 ORDER BY log_index',
    );
    expect(kept.map(({ index }) => index)).toEqual([0, 1, 3]);
  });
});
