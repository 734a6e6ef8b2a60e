import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContractFactory, type Wallet } from 'ethers';
import { getIntrospectionQuery } from 'graphql';
import { startService, type StartedService } from './started-service.js';

const chainId = 11155111;

describe('attacks on queries', () => {
  let service: StartedService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  const messageOf = async (query: string): Promise<{ status: number; message: string }> => {
    const { status, body } = await service.client.post({ query });
    const { errors = [] } = body as { errors?: { message: string }[] };
    return { status, message: errors.map(({ message }) => message).join('\n') };
  };

  it('a query that is right but for its 50 levels is refused for its depth', async () => {
    const levels = (count: number) =>
      `{ ${'... { '.repeat(count)} __typename ${'}'.repeat(count)} }`;

    expect(await messageOf(levels(50))).toEqual({
      status: 400,
      message: 'The query is nested more than 10 levels deep.',
    });
    expect((await messageOf(levels(5))).status).toBe(200);
  });

  it('50 levels of introspection are refused too, but what explorers ask is answered', async () => {
    const deep = `{ __schema { types { ofType ${'{ ofType '.repeat(50)} { name } ${'}'.repeat(50)} } } }`;

    expect((await messageOf(deep)).message).toContain('nested more than');
    expect(await messageOf(getIntrospectionQuery())).toEqual({ status: 200, message: '' });
  });

  it('fragments that spread each other 30^9 times are looked at once', async () => {
    const spreads = (name: string) => `...${name} `.repeat(30);
    const fragments = Array.from(
      { length: 9 },
      (_, index) =>
        `fragment f${index} on Query { ${index < 8 ? spreads(`f${index + 1}`) : '__typename'} }`,
    );

    expect(await messageOf(`{ ${spreads('f0')} } ${fragments.join(' ')}`)).toEqual({
      status: 400,
      message: expect.stringMatching(/nodes|levels|costs/),
    });
  });

  it('1 MB of the same field is refused for its tokens, before it is validated', async () => {
    const { status, message } = await messageOf(`{ ${'__typename '.repeat(90_000)} }`);

    expect(status).toBe(400);
    expect(message).toContain('more that 1000 tokens');
  });

  it('40 lists of 100 are refused for their cost', async () => {
    const lists = Array.from(
      { length: 40 },
      (_, index) => `a${index}: ipnfts(chainId: ${chainId}, first: 100) { isSuccess }`,
    );

    expect((await messageOf(`{ ${lists.join(' ')} }`)).message).toMatch(/costs \d+/);
  });

  it('a list without a length costs what its default length does, and with one in a variable too', async () => {
    const lists = (argument: string) =>
      Array.from(
        { length: 36 },
        (_, index) =>
          `a${index}: ipnfts(chainId: ${chainId}${argument}) { isSuccess cursor error { code message retryable } }`,
      ).join(' ');

    expect((await messageOf(`{ ${lists('')} }`)).message).toMatch(/costs \d+/);
    const query = `query ($n: Int) { ${lists(', first: $n')} }`;
    const statusWith = async (n: number) =>
      (await service.client.post({ query, variables: { n } })).status;
    expect([await statusWith(1), await statusWith(100), await statusWith(1)]).toEqual([
      200, 400, 200,
    ]);
  });

  it('variables are checked for every request of a document that is known', async () => {
    const query = `query ($chainId: Int!) { symbolAvailable(symbol: "A", chainId: $chainId) { isSuccess } }`;
    const statusWith = async (value: unknown) =>
      (await service.client.post({ query, variables: { chainId: value } })).status;

    expect([await statusWith(chainId), await statusWith('x'), await statusWith(1)]).toEqual([
      200, 400, 200,
    ]);
  });

  describe('a contract as the minter', () => {
    let wallet: Wallet;

    beforeAll(() => {
      wallet = service.chain.wallet(1);
    });

    /** @param code creation code of a contract that answers nothing that makes sense */
    const deploy = async (code: string): Promise<string> => {
      const contract = await new ContractFactory([], code, wallet).deploy();
      await contract.waitForDeployment();
      return await contract.getAddress();
    };

    it.each([
      ['that runs into an invalid instruction', '0x60fe60005360016000f3'],
      ['that burns all gas', '0x635b5f565f6000526004601cf3'],
      ['that reverts', '0x635f5ffd006000526004601cf3'],
      ['that answers nothing', '0x63000000006000526004601cf3'],
    ])('%s has not signed, and no endpoint rests for it', async (_name, code) => {
      const minter = await deploy(code);
      const ipnftId = await service.client.reserve(wallet);
      const { request } = await service.client.prepareSignOff(wallet, ipnftId, `AT${ipnftId}`);
      const forged = { ...request, minter };

      const codes = [];
      for (let count = 0; count < 4; count += 1) {
        codes.push(await service.client.codeOf('signoffMetadata', forged));
      }

      expect(codes).toEqual(Array(4).fill('INVALID_TERMS_SIGNATURE'));
      expect(await service.client.codeOf('signoffMetadata', request)).toBe('none');
    });
  });
});
