import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { concat, Contract, id, MaxUint256, toBeHex, Wallet, zeroPadValue } from 'ethers';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { eventArgument, type Answer } from '../client.js';
import { emitterCode } from '../emitter.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

interface Sent {
  wait(): Promise<unknown>;
}
interface Connection {
  readonly edges: readonly {
    readonly node: { readonly holder: string; readonly amountWei: string };
  }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
  readonly totalCount: number | null;
  readonly error: { readonly code: string } | null;
}

const QUERY = `query ($address: String, $chainId: Int, $first: Int, $after: String, $last: Int, $before: String) {
  result: ipTokenHolderConnection(address: $address, chainId: $chainId, first: $first, after: $after, last: $last, before: $before) {
    edges { node { holder amountWei } cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount
    isSuccess error { code message } } }`;

describe('holders of the tokens of an IP-NFT', () => {
  let service: StartedService;
  let owner: Wallet;
  let token: string;

  beforeAll(async () => {
    service = await startService();
    owner = service.chain.wallet(1);
    const ipnftId = await service.client.mint(owner, 'HOLD');
    token = await tokenized(ipnftId, 'HLD', 1000n);
  });
  afterAll(() => service.close());

  const tokenized = async (ipnftId: string, symbol: string, amount: bigint): Promise<string> => {
    const { client } = service;
    const agreement = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol, title: 'Tokens', chainId }),
    });
    const { agreementCid } = agreement;
    const terms = await client.call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
    const call: Answer = await client.call('prepareTokenize', {
      ...{ ipnftId, chainId, agreementCid, from: owner.address, tokenSymbol: symbol },
      tokenAmount: amount.toString(),
      termsSignature: await owner.signMessage(String(terms['message'])),
    });
    expect(call.error).toBeNull();
    const sent = await owner.sendTransaction({
      to: String(call['to']),
      data: String(call['data']),
    });
    return String(eventArgument(await sent.wait(), 'TokensCreated', 'tokenContract'));
  };
  const transfer = async (from: Wallet, to: string, amount: bigint): Promise<void> => {
    const contract = new Contract(token, artifactOf('IPToken').abi as never, from);
    const sent = (await contract.getFunction('transfer')(to, amount)) as Sent;
    await sent.wait();
  };
  const ask = async (variables: Readonly<Record<string, unknown>> = {}): Promise<Connection> => {
    const { body } = await service.client.post({
      query: QUERY,
      variables: { address: token, chainId, ...variables },
    });
    return (body as { data: { result: Connection } }).data.result;
  };
  const holders = ({ edges }: Connection) =>
    edges.map(({ node }) => [node.holder, node.amountWei] as const);
  /** The index follows the chain: until it says so, or half a minute has passed. */
  const untilHeld = async (wanted: readonly (readonly [string, string])[]): Promise<void> => {
    const lateMs = Date.now() + 30_000;
    while (JSON.stringify(holders(await ask())) !== JSON.stringify(wanted)) {
      if (Date.now() > lateMs) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(holders(await ask())).toEqual(wanted);
  };
  const second = '0x1111111111111111111111111111111111111111';
  const other = (): string => service.chain.wallet(2).address;

  it('are who made them, at first', async () => {
    await untilHeld([[owner.address, '1000']]);

    expect(await ask()).toMatchObject({ totalCount: 1, error: null });
  });

  it('are those whom they went to, with the most first, and nobody who has none left', async () => {
    await transfer(owner, other(), 600n);
    await transfer(owner, owner.address, 5n);
    await transfer(service.chain.wallet(2), second, 100n);
    await untilHeld([
      [other(), '500'],
      [owner.address, '400'],
      [second, '100'],
    ]);

    await transfer(owner, second, 400n);
    // Of as many, by address.
    await untilHeld([second, other()].toSorted().map((holder) => [holder, '500'] as const));
    expect(await ask()).toMatchObject({ totalCount: 2 });
  });

  it('come in pages', async () => {
    const one = await ask({ first: 1 });
    expect(one).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: false } });

    const two = await ask({ first: 1, after: one.pageInfo.endCursor });

    expect(two).toMatchObject({ pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect([...holders(one), ...holders(two)]).toEqual(holders(await ask()));
  });

  it('come in pages from the end, too', async () => {
    const last = await ask({ last: 1 });
    const former = await ask({ last: 1, before: last.pageInfo.startCursor });

    expect(last).toMatchObject({ pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect(former).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    expect([...holders(former), ...holders(last)]).toEqual(holders(await ask()));
  });

  it('are told on behind transfers of nobody, which the token of a stranger may log', async () => {
    const { chain } = service;
    const [dirty, clean] = [toBeHex(MaxUint256, 32), zeroPadValue(owner.address, 32)];
    const code = await chain.send('eth_getCode', [token, 'latest']);
    await chain.send('anvil_setCode', [token, emitterCode(3)]);
    for (const [from, to] of [
      [dirty, clean],
      [clean, dirty],
    ] as const) {
      const data = concat([id('Transfer(address,address,uint256)'), from, to, toBeHex(1, 32)]);
      await (await owner.sendTransaction({ to: token, data })).wait();
    }
    await chain.send('anvil_setCode', [token, code]);

    const before = holders(await ask());
    await transfer(chain.wallet(2), owner.address, 100n);
    await untilHeld([
      [second, '500'],
      [other(), '400'],
      [owner.address, '100'],
    ]);
    await transfer(owner, other(), 100n);
    await untilHeld(before);
  });

  it('are as before when a reorganization undoes a transfer', async () => {
    const before = holders(await ask());
    await service.chain.send('anvil_mine', ['0x2']);
    await transfer(service.chain.wallet(2), second, 250n);
    await untilHeld([
      [second, '750'],
      [other(), '250'],
    ]);

    await service.chain.send('anvil_reorg', [2, []]);

    await untilHeld(before);
  });

  it('of other tokens are others', async () => {
    const ipnftId = await service.client.mint(owner, 'HOLD2');
    const former = token;
    token = await tokenized(ipnftId, 'HL2', 77n);
    await untilHeld([[owner.address, '77']]);
    token = former;
  });

  it('are found by an index that began before they were followed', async () => {
    const before = holders(await ask());
    // All at once, as they are in a database of before.
    await service.database.query(
      'DELETE FROM token_cursors; DELETE FROM token_transfers; DELETE FROM token_balances',
    );

    await untilHeld(before);
  });

  it('are found when the token itself was overlooked, once its blocks are final', async () => {
    const before = holders(await ask());
    await service.database.query(
      `DELETE FROM token_transfers WHERE token = '${token}'; DELETE FROM token_balances WHERE token = '${token}';
       DELETE FROM chain_events WHERE args ->> 'tokenContract' = '${token}'`,
    );

    await service.chain.send('anvil_mine', ['0x60']);

    await untilHeld(before);
  });

  it('are those that the contract itself tells', async () => {
    const contract = new Contract(token, artifactOf('IPToken').abi as never, owner);
    for (const [holder, amount] of holders(await ask())) {
      expect(String(await contract.getFunction('balanceOf')(holder))).toBe(amount);
    }
  });

  it.each([
    ['NOT_FOUND', { address: '0x2222222222222222222222222222222222222222' }],
    ['INVALID_INPUT', { address: 'token' }],
    ['INVALID_INPUT', { address: null }],
    ['INVALID_INPUT', { chainId: 5 }],
    ['INVALID_INPUT', { after: 'nothing' }],
    ['INVALID_INPUT', { first: 101 }],
  ])('are refused with %s for %o', async (code, variables) => {
    const answer = await ask(variables);

    expect(answer).toMatchObject({ edges: [], error: { code }, totalCount: null });
  });
});
