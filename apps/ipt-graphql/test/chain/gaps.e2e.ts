import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IndexedChain, placesOf } from '../indexed-chain.js';
import { SimulatedChain, type Faults } from '../simulated-chain.js';
import { startService, type StartedService } from '../started-service.js';

describe('logs that a node did not give', () => {
  let service: StartedService;
  let chain: SimulatedChain;
  let index: IndexedChain;
  let first: Faults;
  let last: Faults;
  const filled: number[] = [];
  const unconfirmed: number[] = [];

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [first, last] = [{}, {}];
    filled.length = 0;
    unconfirmed.length = 0;
    chain = new SimulatedChain(300);
    chain.finalized = 250;
    index = new IndexedChain(service, {
      urls: [await chain.endpoint(() => first), await chain.endpoint(() => last)],
      observer: {
        gapFilled: (_chain, logs) => filled.push(logs),
        unconfirmed: (_chain, logs) => unconfirmed.push(logs),
      },
    });
  });
  afterEach(async () => {
    chain.close();
    await index.forget();
  });

  it('are found and stored when their blocks are final, from the other end of the list', async () => {
    first = { gives: ({ blockNumber }) => Number(blockNumber) % 3 !== 0 };
    await index.follow();
    expect(await index.stored()).toHaveLength(200);

    await index.lookAgain();

    const isFinal = ({ blockNumber }: { blockNumber: string }) => Number(blockNumber) <= 250;
    const expected = chain.logs.filter((log) => isFinal(log) || first.gives?.(log) === true);
    expect(await index.stored()).toEqual(placesOf(expected));
    expect(filled).toEqual([84]);

    chain.finalized = 299;
    await index.follow();
    await index.lookAgain();
    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(filled).toEqual([84, 16]);
    expect(unconfirmed).toEqual([]);
  });

  it('are not looked for again where they were', async () => {
    await index.follow();
    await index.lookAgain();
    const refuses = { code: -32603, message: 'nobody should ask' };
    [first, last] = [{ refuses }, { refuses }];

    expect(await index.gaps.step()).toBe(false);
  });

  it('are no reason to drop what was there, which is counted', async () => {
    await index.follow();
    last = { gives: ({ blockNumber }) => Number(blockNumber) !== 7 };

    await index.lookAgain();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(unconfirmed).toEqual([1]);
    expect(filled).toEqual([]);
  });

  it('are looked for again in what a reorganization brought', async () => {
    await index.follow();
    await index.lookAgain();
    chain.finalized = 100;
    chain.reorganize(100);
    first = { gives: ({ blockNumber }) => Number(blockNumber) !== 280 };
    await index.follow();
    chain.finalized = 299;
    await index.follow();

    await index.lookAgain();

    expect(await index.stored()).toEqual(placesOf(chain.logs));
    expect(filled).toEqual([1]);
  });

  it('move the flow that waited for them', async () => {
    const { client, chain: real } = service;
    const ipnftId = await client.mint(real.wallet(1), 'GAPPY');
    const chainId = real.chainId;
    const steps = (state: string) => (answer: Readonly<Record<string, unknown>>) =>
      (answer['flows'] as { state: string }[])[0]?.state === state;
    await client.until('flow', { ipnftId, chainId }, steps('MINT_SEEN'));
    await service.database.query(
      `DELETE FROM chain_events WHERE chain_id = ${chainId} AND ipnft_id = '${ipnftId}' AND name = 'IPNFTMinted';
       UPDATE flows SET step = 'SIGNED_OFF' WHERE ipnft_id = '${ipnftId}'`,
    );

    await real.send('anvil_mine', ['0x60']);

    await client.until('flow', { ipnftId, chainId }, steps('MINTED'));
    expect(await client.codeOf('ipnft', { id: ipnftId, chainId })).toBe('none');
  });
});
