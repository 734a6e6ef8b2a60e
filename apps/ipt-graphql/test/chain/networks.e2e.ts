import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startApp,
  testDatabase,
  type RunningApp,
  type TestDatabase,
} from '@sextant/platform-testing';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { Contract } from 'ethers';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { iptGraphql } from '../../src/app.js';
import { SCOPES } from '../../src/access/caller.js';
import { startChain, type TestChain } from '../anvil.js';
import { IptClient } from '../client.js';
import { environment } from '../started-service.js';

const NETWORKS = [
  ['Base', 8453],
  ['Optimism', 10],
  ['Polygon', 137],
  ['Gnosis', 100],
] as const;

const keyOf = (chainId: number): string => `0x${String(chainId).padStart(64, '7')}`;

describe('several networks at once', () => {
  let database: TestDatabase;
  let running: RunningApp;
  const chains = new Map<number, TestChain>();
  const clients = new Map<number, IptClient>();
  const authorizations = new Map<number, { ipnftId: string; values: readonly unknown[] }>();

  beforeAll(async () => {
    database = await testDatabase();
    for (const [, chainId] of NETWORKS) {
      chains.set(chainId, await startChain(chainId, { signerKey: keyOf(chainId) }));
    }
    const environments = [...chains.values()].map((chain) => ({
      ...environment(chain, database.url),
      [`SIGNER_KEY_${chain.chainId}`]: keyOf(chain.chainId),
    }));
    running = await startApp(iptGraphql, Object.assign({}, ...environments) as never);
    const { secret } = await running.app
      .get(ApiKeys)
      .create({ owner: 'acme', label: 'test', scopes: Object.values(SCOPES) });
    for (const chain of chains.values()) {
      clients.set(chain.chainId, new IptClient(running.url, secret, chain));
    }
  });
  afterAll(async () => {
    await running.close();
    await Promise.all([...chains.values()].map((chain) => chain.close()));
    await database.drop();
  });

  const on = (chainId: number): { chain: TestChain; client: IptClient } => {
    const [chain, client] = [chains.get(chainId), clients.get(chainId)];
    if (chain === undefined || client === undefined) throw new Error(`No chain ${chainId}.`);
    return { chain, client };
  };
  const mint = async (chainId: number, values: readonly unknown[]): Promise<boolean> => {
    const { chain } = on(chainId);
    const contract = new Contract(chain.contracts.ipnft, contractInterface(), chain.wallet(1));
    const sent = contract.getFunction('mintReservation')(...values, { value: 10n ** 15n });
    return await (sent as Promise<{ wait(): Promise<unknown> }>)
      .then((transaction) => transaction.wait())
      .then(
        () => true,
        () => false,
      );
  };

  it.each(NETWORKS)('signs off on %s (%i), by a key of its own', async (_name, chainId) => {
    const { chain, client } = on(chainId);
    const wallet = chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'SAME');
    const { authorization, error } = await client.call('signoffMetadata', request);
    expect(error).toBeNull();
    // The first of each: ids are the same everywhere.
    expect(ipnftId).toBe('1');
    authorizations.set(chainId, {
      ipnftId,
      values: [wallet.address, ipnftId, request.tokenURI, 'SAME', authorization],
    });
  });

  it('signed for no other network', async () => {
    for (const [, chainId] of NETWORKS) {
      for (const [other, { values }] of authorizations) {
        if (other !== chainId) expect(await mint(chainId, values)).toBe(false);
      }
    }
  });

  it.each(NETWORKS)('sees on %s (%i) what happened there', async (_name, chainId) => {
    const { client } = on(chainId);
    const { ipnftId = '', values = [] } = authorizations.get(chainId) ?? {};
    expect(await client.codeOf('ipnft', { id: ipnftId, chainId })).toBe('NOT_FOUND');

    expect(await mint(chainId, values)).toBe(true);

    const { ipnft } = await client.until(
      'ipnft',
      { id: ipnftId, chainId },
      (answer) => answer.isSuccess,
    );
    expect(ipnft).toMatchObject({
      id: `${chainId}/1`,
      tokenId: '1',
      chainId,
      symbol: 'SAME',
      flags: [],
    });
  });
});
