import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@sextant/platform-testing';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Contract } from 'ethers';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { Indexers } from '../../src/chain/indexer/indexers.js';
import { Rpc } from '../../src/chain/rpc/rpc.js';
import { deployContracts } from '../../src/chain/contracts/deploy.js';
import { ACCOUNT_KEYS, SIGNER_KEY } from '../anvil.js';
import { silentObserver } from '../silent-observer.js';
import { startService, type StartedService } from '../started-service.js';
import { Wallet } from 'ethers';

describe('the indexer', () => {
  let service: StartedService;
  const chainId = 11155111;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.close());

  it('takes back a mint that a reorganization of 2 blocks undoes, and sees it again', async () => {
    const { client, chain } = service;
    const wallet = chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'REORG');
    const { authorization } = await client.call('signoffMetadata', request);
    await chain.send('anvil_mine', ['0x2']);
    const contract = new Contract(chain.contracts.ipnft, contractInterface(), wallet);
    const mint = async () => {
      const values = [wallet.address, ipnftId, request.tokenURI, 'REORG', authorization];
      const sent = (await contract.getFunction('mintReservation')(...values, {
        value: 10n ** 15n,
      })) as { wait(): Promise<unknown> };
      await sent.wait();
    };
    const untilState = (state: string) =>
      client.until(
        'flow',
        { ipnftId, chainId },
        ({ flows }) => (flows as { state: string }[])[0]?.state === state,
      );
    await mint();
    await untilState('MINT_SEEN');

    await chain.send('anvil_reorg', [2, []]);

    await untilState('SIGNED_OFF');
    expect(await client.codeOf('ipnft', { id: ipnftId, chainId })).toBe('NOT_FOUND');
    // The symbol stays the tenant's: it was taken by the sign-off.
    expect(await client.call('symbolAvailable', { symbol: 'REORG', chainId })).toMatchObject({
      available: false,
    });
    await mint();
    await untilState('MINT_SEEN');
    expect(await client.codeOf('ipnft', { id: ipnftId, chainId })).toBe('none');
    const events = await service.database.query<{ step: string }>(
      `SELECT event -> 'data' ->> 'step' AS step FROM outbox WHERE key = '${chainId}/${ipnftId}' ORDER BY sequence`,
    );
    expect(events.map(({ step }) => step).slice(-4)).toEqual([
      'SIGNED_OFF',
      'MINT_SEEN',
      'SIGNED_OFF',
      'MINT_SEEN',
    ]);
  });

  it('waits while a chain is shorter than what it has read, and sees other blocks at the same height', async () => {
    const { client, chain } = service;
    const snapshot = await chain.send('evm_snapshot');
    const ipnftId = await client.reserve(chain.wallet(2));
    await client.until('reservation', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);

    await chain.send('evm_revert', [snapshot]);
    const [indexer] = service.running.app.get(Indexers).all;
    expect(await indexer?.step()).toBe(false);
    expect(await client.codeOf('reservation', { id: ipnftId, chainId })).toBe('none');
    await chain.send('anvil_mine', ['0x1']);

    await client.until('reservation', { id: ipnftId, chainId }, ({ isSuccess }) => !isSuccess);
  });

  it('flags a symbol on the chain that was not the one signed off, and takes symbols minted elsewhere', async () => {
    const { client, chain } = service;
    const wallet = chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'GOOD');
    const { authorization } = await client.call('signoffMetadata', request);
    const contract = new Contract(chain.contracts.ipnft, contractInterface(), wallet);
    const values = [wallet.address, ipnftId, request.tokenURI, 'OTHERSYMBOL', authorization];
    await contract.getFunction('mintReservation')(...values, { value: 10n ** 15n });

    const { flows } = await client.until(
      'flow',
      { ipnftId, chainId },
      (answer) => (answer['flows'] as { state: string }[])[0]?.state === 'MINT_SEEN',
    );

    expect(flows).toMatchObject([{ warning: expect.stringContaining('OTHERSYMBOL') }]);
    expect(await client.call('symbolAvailable', { symbol: 'othersymbol', chainId })).toMatchObject({
      available: false,
    });
  });

  it('lists what is there, in pages', async () => {
    const { client, chain } = service;
    await client.mint(chain.wallet(1), 'PAGEA');
    const last = await client.mint(chain.wallet(1), 'PAGEB');
    await client.until('ipnft', { id: last, chainId }, ({ isSuccess }) => isSuccess);

    const first = await client.call('ipnfts', { chainId, first: 1 });
    const second = await client.call('ipnfts', { chainId, first: 100, after: first['cursor'] });

    expect(first['ipnfts']).toHaveLength(1);
    expect((second['ipnfts'] as { tokenId: string }[]).at(-1)?.tokenId).toBe(last);
    expect(second['cursor']).toBeNull();
    expect(await client.codeOf('ipnfts', { chainId, first: 2, after: 'forged' })).toBe(
      'INVALID_INPUT',
    );
    const flows = await client.call('flows', { first: 1 });
    expect(await client.codeOf('ipnfts', { chainId, after: flows['cursor'] })).toBe(
      'INVALID_INPUT',
    );
    expect(await client.codeOf('ipnfts', { chainId, first: 101 })).toBe('INVALID_INPUT');
  });

  it('refuses tokenizing by a stranger, with a wrong signature, and twice', async () => {
    const { client, chain } = service;
    const owner = chain.wallet(1);
    const ipnftId = await client.mint(owner, 'TOKENS');
    await client.until(
      'flow',
      { ipnftId, chainId },
      (answer) => (answer['flows'] as { state: string }[])[0]?.state === 'MINT_SEEN',
    );
    const { agreementCid } = await client.call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol: 'TOK', title: 'Tokens' }),
    });
    const { message } = await client.call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
    const prepare =
      (from: Wallet, change: object = {}) =>
      async () => {
        const termsSignature = await from.signMessage(String(message));
        return client.call('prepareTokenize', {
          ipnftId,
          chainId,
          agreementCid,
          from: from.address,
          tokenAmount: '1000',
          tokenSymbol: 'TOK',
          termsSignature,
          ...change,
        });
      };

    expect((await prepare(chain.wallet(2))()).error?.code).toBe('MUST_CONTROL_IPNFT');
    expect(
      (await prepare(owner, { termsSignature: await owner.signMessage('other') })()).error?.code,
    ).toBe('INVALID_TERMS_SIGNATURE');
    expect((await prepare(owner, { tokenAmount: '0' })()).error?.code).toBe('INVALID_INPUT');
    const prepared = await prepare(owner)();
    const sent = await owner.sendTransaction({
      to: String(prepared['to']),
      data: String(prepared['data']),
    });
    await sent.wait();

    expect((await prepare(owner)()).error?.code).toBe('ALREADY_TOKENIZED');
    const again = {
      agreementData: JSON.stringify({ ipnftId, symbol: 'TOK', title: 'Tokens', chainId }),
    };
    expect(await client.codeOf('generateIptMembershipAgreement', again)).toBe('ALREADY_TOKENIZED');
  });

  it('refuses a membership agreement without a chain that is certain', async () => {
    const { client } = service;
    const codeOf = (data: object) =>
      client.codeOf('generateIptMembershipAgreement', { agreementData: JSON.stringify(data) });

    expect(await codeOf({ ipnftId: '424242', symbol: 'A', title: 'A' })).toBe('INVALID_INPUT');
    expect(await codeOf({ ipnftId: '1', symbol: 'A-', title: 'A', chainId })).toBe('INVALID_INPUT');
    expect(await codeOf({ ipnftId: '1', symbol: 'A', chainId })).toBe('INVALID_INPUT');
    expect(await codeOf({ ipnftId: '1', symbol: 'A', title: 'A', chainId: 5 })).toBe(
      'INVALID_INPUT',
    );
  });

  it('finds contracts that are there already instead of deploying them again', async () => {
    const { chain } = service;

    const again = await deployContracts({
      rpcUrl: chain.rpcUrl,
      deployerKey: ACCOUNT_KEYS[0],
      signer: new Wallet(SIGNER_KEY).address,
    });

    expect(again).toEqual(chain.contracts);
  });
});

describe('an RPC with several endpoints', () => {
  const servers: Server[] = [];
  let asked: string[] = [];

  const endpoint = async (name: string, answer: (method: string) => unknown): Promise<string> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as {
          id: number;
          method: string;
        };
        asked.push(`${name} ${method}`);
        const result = answer(method);
        if (result === 'silence') return;
        const { status = 200, answer: body = result } = result as {
          status?: number;
          answer?: object;
        };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(body as object) }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const good = (method: string) => ({ result: method === 'eth_chainId' ? '0x1' : '0x2a' });
  const rpcOf = (urls: readonly string[], clock = new FakeClock('2026-01-01T00:00:00Z')) =>
    new Rpc({
      chainId: 1,
      urls,
      timeoutMs: 150,
      clock,
      logger: silentLogger,
      observer: silentObserver,
    });

  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('asks the next when one is down, hangs, or is on another chain', async () => {
    const hanging = await endpoint('hanging', () => 'silence');
    const foreign = await endpoint('foreign', (method) => ({
      result: method === 'eth_chainId' ? '0x5' : '0xbad',
    }));
    const working = await endpoint('working', good);

    expect(
      await rpcOf(['http://127.0.0.1:1', hanging, foreign, working]).send('eth_call', []),
    ).toBe('0x2a');
  });

  it('checks the chain once, and again after a failure', async () => {
    asked = [];
    let isDown = false;
    const flaky = await endpoint('flaky', (method) => (isDown ? 'silence' : good(method)));
    const rpc = rpcOf([flaky]);
    await rpc.send('eth_call', []);
    await rpc.send('eth_call', []);
    isDown = true;
    await expect(rpc.send('eth_call', [])).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    isDown = false;
    await rpc.send('eth_call', []);

    expect(asked.filter((line) => line.includes('eth_chainId'))).toHaveLength(2);
  });

  it('lets one rest that failed three times, for ten seconds', async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const dead = await endpoint('dead', () => 'silence');
    const working = await endpoint('spare', good);
    const rpc = rpcOf([dead, working], clock);
    for (let round = 0; round < 3; round += 1) await rpc.send('eth_call', []);
    asked = [];
    await rpc.send('eth_call', []);
    expect(asked).toEqual(['spare eth_call']);
    clock.advance(10_001);
    await rpc.send('eth_call', []);

    expect(asked).toContain('dead eth_chainId');
  });

  it.each([
    ['401 with -32600', 401, { error: { code: -32600, message: 'Must be authenticated!' } }],
    [
      '-32000, a block that it has not yet',
      200,
      { error: { code: -32000, message: 'header not found' } },
    ],
    ['-32601, a method that it lacks', 200, { error: { code: -32601, message: 'not available' } }],
    ['-32603 without a reason', 200, { error: { code: -32603, message: 'Internal error' } }],
    ['a code of its own', 200, { error: { code: 19, message: 'Temporary internal error' } }],
    ['no result', 200, { result: null }],
    ['429 in a page', 429, '<html>Too many</html>'],
    ['503 with a revert in it', 503, { error: { code: 3, message: 'execution reverted' } }],
  ])('asks the next when one answers %s', async (_what, status, answer) => {
    const troubled = await endpoint('troubled', (method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { status, answer },
    );
    const working = await endpoint('working', good);

    expect(await rpcOf([troubled, working]).send('eth_call', [])).toBe('0x2a');
  });

  it('takes a block for absent when no node has it, not when one has not got it yet', async () => {
    const behind = await endpoint('behind', (method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { result: null },
    );
    const found = { number: '0x2a', hash: `0x${'1'.repeat(64)}` };
    const working = await endpoint('working', (method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { result: found },
    );
    const block = (urls: readonly string[]) =>
      rpcOf(urls).send('eth_getBlockByNumber', ['0x2a'], { isAbsent: true });

    expect(await block([behind, working])).toEqual(found);
    expect(await block([behind, behind])).toBeNull();
  });

  it('does not believe an endpoint that has moved to another chain since', async () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    let chain = '0x1';
    const moving = await endpoint('moving', (method) => ({
      result: method === 'eth_chainId' ? chain : '0xbad',
    }));
    const rpc = rpcOf([moving, await endpoint('working', good)], clock);
    expect(await rpc.send('eth_call', [])).toBe('0xbad');
    chain = '0x5';
    clock.advance(30_001);

    expect(await rpc.send('eth_call', [])).toBe('0x2a');
  });

  it.each([
    { code: -32602, message: 'invalid argument 0' },
    { code: -32000, message: 'insufficient funds for gas * price + value' },
    { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' },
  ])('takes $code $message for what every node would say', async (error) => {
    asked = [];
    const refusing = await endpoint('refusing', (method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { error },
    );

    const sent = rpcOf([refusing, await endpoint('other', good)]).send('eth_call', []);

    await expect(sent).rejects.toMatchObject({ name: 'RpcError' });
    expect(asked.some((line) => line.startsWith('other'))).toBe(false);
  });

  it('passes on what a node refuses, without asking another', async () => {
    asked = [];
    const reverting = await endpoint('reverting', (method) =>
      method === 'eth_chainId'
        ? { result: '0x1' }
        : { error: { code: 3, message: 'execution reverted', data: '0x1234' } },
    );
    const other = await endpoint('other', good);

    await expect(rpcOf([reverting, other]).send('eth_call', [])).rejects.toMatchObject({
      revertData: '0x1234',
    });
    expect(asked.some((line) => line.startsWith('other'))).toBe(false);
  });
});
