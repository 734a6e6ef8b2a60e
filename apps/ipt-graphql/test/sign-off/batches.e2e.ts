import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import { PostgresChainIndex } from '../../src/explorer/postgres-chain-index.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

describe('reads of many at once', () => {
  let service: StartedService;
  const ids: string[] = [];

  beforeAll(async () => {
    service = await startService();
    const wallet = service.chain.wallet(1);
    for (let count = 0; count < 3; count += 1) {
      ids.push(await service.client.mint(wallet, `BATCH${count}`));
    }
    await service.client.until('ipnft', { id: ids[2], chainId }, ({ isSuccess }) => isSuccess);
  });

  afterAll(() => service.close());

  it('ask the database once for each kind, and each gets its own', async () => {
    const statements = new PreparedStatements(service.running.app.get(DataSource));
    let asked = 0;
    const counting: Pick<PreparedStatements, 'rows'> = {
      rows: (name, text, values) => {
        asked += 1;
        return statements.rows(name, text, values);
      },
    };
    const index = new PostgresChainIndex(counting as PreparedStatements);

    const [minted, reserved, none] = await Promise.all([
      Promise.all(ids.map((id) => index.ipnft(chainId, id))),
      Promise.all(ids.map((id) => index.reservation(chainId, id))),
      index.ipnft(1, ids[0] ?? ''),
    ]);

    expect(asked).toBe(2);
    expect(minted.map((ipnft) => ipnft?.symbol)).toEqual(['BATCH0', 'BATCH1', 'BATCH2']);
    expect(reserved.map((reservation) => reservation?.tokenId)).toEqual(ids);
    expect(none).toBeUndefined();
  });

  it('answer the tokens of all IP-NFTs of a page', async () => {
    const { client } = service;
    const { agreementCid } = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId: ids[1], symbol: 'BTK', title: 'Shares', chainId }),
    });
    const owner = service.chain.wallet(1);
    const terms = await client.call('getIptTermsMessage', {
      ...{ agreementCid, ipnftId: ids[1], chainId },
    });
    const prepared = await client.call('prepareTokenize', {
      ...{ ipnftId: ids[1], chainId, agreementCid, from: owner.address },
      ...{ tokenAmount: '1000', tokenSymbol: 'BTK' },
      termsSignature: await owner.signMessage(String(terms['message'])),
    });
    const transaction = { to: String(prepared['to']), data: String(prepared['data']) };
    await (await owner.sendTransaction(transaction)).wait();
    await client.until(
      'ipTokens',
      { ipnftId: ids[1], chainId },
      ({ ipTokens }) => (ipTokens as unknown[]).length === 1,
    );

    const { body } = await client.post({
      query: `{ ipnfts(chainId: ${chainId}) { ipnfts { tokenId ipTokens { symbol ipnftId } } } }`,
    });

    expect(body).toMatchObject({
      data: {
        ipnfts: {
          ipnfts: [
            { tokenId: ids[0], ipTokens: [] },
            { tokenId: ids[1], ipTokens: [{ symbol: 'BTK', ipnftId: ids[1] }] },
            { tokenId: ids[2], ipTokens: [] },
          ],
        },
      },
    });
  });
});
