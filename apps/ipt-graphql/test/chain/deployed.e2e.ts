import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, getAddress, Interface } from 'ethers';
import { scratch } from '../anvil.js';
import type { IptClient } from '../client.js';
import {
  BUYER,
  DAO,
  DEPLOYED,
  DEPLOYED_ABI,
  DEPLOYED_EVENTS,
  FIRST_TOKEN,
  SCIENTIST,
  SECOND_TOKEN,
  WRAPPED_TOKEN,
} from '../deployed-events.js';
import { emitterCode } from '../emitter.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 1;

/** A chain as a fork of the main network has it: its id, its block numbers, the contracts' addresses, their events. */
describe('the contracts that are deployed on the main network', () => {
  let service: StartedService;
  let client: IptClient;
  let blocks: readonly number[];

  beforeAll(async () => {
    const abi = new Interface(DEPLOYED_ABI);
    const abiFile = join(scratch(), 'abi.json');
    writeFileSync(abiFile, abi.formatJson());
    service = await startService({
      chainId,
      firstBlock: DEPLOYED.fromBlock - 1,
      env: {
        IPNFT_ADDRESS_1: DEPLOYED.ipnft,
        TOKENIZER_ADDRESS_1: DEPLOYED.tokenizer,
        FROM_BLOCK_1: String(DEPLOYED.fromBlock),
        CONTRACTS_ABI_FILE: abiFile,
      },
    });
    client = service.client;
    const { chain } = service;
    const from = chain.wallet(2).address;
    const sent: number[] = [];
    for (const [contract, event, values] of DEPLOYED_EVENTS) {
      const { topics, data } = abi.encodeEventLog(event, values);
      const to = DEPLOYED[contract];
      await chain.send('anvil_setCode', [to, emitterCode(topics.length)]);
      const call = { from, to, data: concat([...topics, data]), gas: '0x30d40' };
      const hash = (await chain.send('eth_sendTransaction', [call])) as string;
      const receipt = await chain.provider.waitForTransaction(hash);
      expect(receipt?.logs).toHaveLength(1);
      sent.push(receipt?.blockNumber ?? 0);
    }
    blocks = sent;
    await client.until(
      'ipnft',
      { id: '1', chainId },
      ({ ipnft }) => ownerOf(ipnft) === getAddress(BUYER),
    );
  });
  afterAll(() => service.close());

  const ownerOf = (ipnft: unknown) => (ipnft as { owner: string } | null)?.owner;

  it('are read from their own first block on', () => {
    expect(Math.min(...blocks)).toBeGreaterThanOrEqual(DEPLOYED.fromBlock);
  });

  it('have their IP-NFTs, with who owns them now', async () => {
    const { ipnft: sold } = await client.call('ipnft', { id: '1', chainId });
    const { ipnft: kept } = await client.call('ipnft', { id: '2', chainId });

    expect(sold).toMatchObject({ symbol: 'VITA-FAST', tokenUri: 'ipfs://metadata-1', flags: [] });
    expect(kept).toMatchObject({ symbol: 'CRYO', owner: getAddress(SCIENTIST), replacedTexts: [] });
  });

  it('have a life of each, without what says nothing of it', async () => {
    const { ipnft } = await client.call('ipnft', { id: '1', chainId });

    const { history } = ipnft as { history: { kind: string; to: string }[] };
    expect(history.map(({ kind, to }) => [kind, to])).toEqual([
      ['RESERVED', getAddress(SCIENTIST)],
      ['MINTED', getAddress(SCIENTIST)],
      ['TRANSFERRED', getAddress(DAO)],
      ['TOKENIZED', getAddress(DAO)],
      ['TRANSFERRED', getAddress(BUYER)],
    ]);
  });

  it.each([
    ['1', FIRST_TOKEN, 'VITA-FAST', '1000000000000000000000000'],
    ['2', SECOND_TOKEN, 'CRYO', '5000000000000000000'],
    ['3', WRAPPED_TOKEN, 'HAIR', '0'],
  ])(
    'have the tokens of %s, made by whatever version',
    async (ipnftId, address, symbol, amountWei) => {
      const { ipTokens } = await client.call('ipTokens', { ipnftId, chainId });

      expect(ipTokens).toMatchObject([
        {
          address: getAddress(address),
          symbol,
          amountWei,
          agreementCid: `bafkreiagreement${ipnftId}`,
        },
      ]);
    },
  );

  it('have nothing that is not understood', async () => {
    expect(await service.database.query('SELECT * FROM chain_refusals')).toEqual([]);
    expect(service.running.logs.filter(({ msg }) => msg === 'indexer.failed')).toEqual([]);
  });
});
