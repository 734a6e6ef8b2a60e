import { systemClock } from '@sextant/platform-runtime/clock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { loadConfig } from '@sextant/platform-runtime/config';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { concat, getAddress, Wallet, ZeroAddress, zeroPadValue } from 'ethers';
import { safeContracts, type TestSafe } from '../../development/safe.mjs';
import { iptGraphql } from '../../src/app.js';
import { contractInterface } from '../../src/chain/contracts/contracts.js';
import { ConfiguredChains } from '../../src/chain/indexer/configured-chains.js';
import { keySigner } from '../../src/chain/keys/signing-keys.js';
import { configuredRelayers } from '../../src/relayer/rpc/rpc-relayers.js';
import { IptClient } from '../client.js';
import { SIGNER_KEY } from '../anvil.js';
import {
  codeOf,
  ETHER,
  FEE,
  fund,
  relay,
  relayed,
  relayedTransaction,
  RELAYER,
  RELAYER_KEY,
  relaying,
  signedRequest,
  untilState,
} from '../relayed-safes.js';
import { silentObserver } from '../silent-observer.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const KEY = `RELAYER_KEY_${chainId}`;

describe('what is not relayed', () => {
  let service: StartedService;
  let client: IptClient;
  let owners: readonly [Wallet, Wallet];
  let make: Awaited<ReturnType<typeof safeContracts>>;
  let safe: TestSafe;
  let other: RunningApp | undefined;

  beforeAll(async () => {
    service = await startService({ env: relaying(chainId) });
    ({ client } = service);
    owners = [service.chain.wallet(0), service.chain.wallet(1)];
    make = await safeContracts(owners[0]);
    safe = await newSafe();
    await fund(service.chain, RELAYER, ETHER);
  });

  afterEach(async () => {
    await other?.close();
    other = undefined;
  });

  afterAll(() => service.close());

  const newSafe = async (members: readonly string[] = owners.map(({ address }) => address)) => {
    const made = await make(members, members.length);
    await fund(service.chain, made.address, ETHER);
    return made;
  };
  const sign = (wish: Parameters<typeof signedRequest>[3] = {}, of = safe) =>
    signedRequest(service.chain, of, owners, wish);
  const withSettings = async (settings: Record<string, string>): Promise<IptClient> => {
    other = await startApp(iptGraphql, { ...service.env, ...settings });
    return new IptClient(other.url, client.apiKey, service.chain);
  };
  /** What the start opens. */
  const relayersOf = async (settings: Record<string, string>) => {
    const rest = { ...service.env };
    Reflect.deleteProperty(rest, KEY);
    const config = loadConfig(iptGraphql.settings, { argv: [], env: { ...rest, ...settings } });
    const logger = silentLogger;
    const chains = new ConfiguredChains(config, config, silentObserver, logger, systemClock);
    const signer = await keySigner(config, config, logger);
    return await configuredRelayers(chains, signer, config, config, logger);
  };
  const refusalOf = async (request: object, by = client) => {
    const { error } = await relay(by, request);
    return error;
  };
  const count = async () =>
    Number(
      (
        await service.database.query<{ count: string }>('SELECT count(*) FROM relayed_transactions')
      )[0]?.count,
    );

  it('one for which there is no relayer', async () => {
    const none = await startApp(iptGraphql, { ...service.env, [KEY]: undefined as never });
    other = none;
    const without = new IptClient(none.url, client.apiKey, service.chain);

    expect(await codeOf(without, await sign())).toBe('RELAYER_DISABLED');
  });

  it('anything, by the key that authorizes mints', async () => {
    await expect(relayersOf({ [KEY]: SIGNER_KEY })).rejects.toThrow(
      'the relayer needs one of its own',
    );
  });

  it('anything, with two keys, or one that cannot be opened', async () => {
    const file = { [`RELAYER_KEYSTORE_${chainId}`]: '/nowhere.json' };
    await expect(relayersOf({ ...file, [KEY]: RELAYER_KEY })).rejects.toThrow(
      `${KEY} and RELAYER_KEYSTORE_${chainId} are both set: set one.`,
    );
    await expect(relayersOf(file)).rejects.toThrow(
      `RELAYER_KEYSTORE_${chainId} cannot be opened with RELAYER_PASSWORD_${chainId}`,
    );
  });

  it('one of a plain account, whose owner has to send it', async () => {
    const plain = { ...safe, address: Wallet.createRandom().address };

    expect(await codeOf(client, await sign({}, plain))).toBe('RELAY_PLAIN_ACCOUNT');
  });

  it('one of a contract that is no Safe', async () => {
    const contract = { ...safe, address: getAddress(service.chain.contracts.tokenizer) };

    expect(await codeOf(client, await sign({ nonce: 0n }, contract))).toBe('RELAY_NOT_A_SAFE');
  });

  it.each([
    ['another contract', () => ({ to: owners[1].address })],
    ['another function', () => ({ data: contractInterface().encodeFunctionData('pause') })],
    ['a function without its arguments', () => ({ data: '0x60d5be8d' })],
    ['a function of the other contract', () => ({ to: service.chain.contracts.tokenizer })],
    ['another value', () => ({ value: FEE + 1n })],
    ['no value', () => ({ value: 0n })],
  ])('a call of %s', async (_what, wish) => {
    expect(await codeOf(client, await sign(wish()))).toBe('RELAY_CALL_NOT_ALLOWED');
  });

  it('a delegated call', async () => {
    expect(await codeOf(client, { ...(await sign()), operation: 1 })).toBe(
      'RELAY_CALL_NOT_ALLOWED',
    );
  });

  it('signatures of a wrong owner, of too few, of another transaction, or of the relayer', async () => {
    const stranger = service.chain.wallet(3);
    const wrong = await signedRequest(service.chain, safe, [owners[0], stranger]);
    const few = await signedRequest(service.chain, safe, [owners[0]]);
    const otherwise = { ...(await sign()), baseGas: '90001' };
    const ofRelayer = await newSafe([RELAYER]);
    const byRelayer = {
      ...(await sign({}, ofRelayer)),
      // Whoever executes counts as having approved: the relayer must not be made to sign that way.
      signatures: concat([zeroPadValue(RELAYER, 32), zeroPadValue('0x', 32), '0x01']),
    };

    for (const request of [wrong, few, otherwise, byRelayer]) {
      expect(await codeOf(client, request)).toBe('RELAY_SIGNATURES_INVALID');
    }
  });

  it('a nonce of the past, one of the far future, and one that is under way', async () => {
    const own = await newSafe();
    await own.execute(owners, { to: owners[0].address, data: '0x' });

    expect(await codeOf(client, await sign({ nonce: 0n }, own))).toBe('RELAY_NONCE_USED');
    expect(await codeOf(client, await sign({ nonce: 22n }, own))).toBe('INVALID_INPUT');
    await relayed(client, await sign({ nonce: 5n }, own));
    expect(await codeOf(client, await sign({ nonce: 5n, baseGas: 90_002n }, own))).toBe(
      'RELAY_NONCE_TAKEN',
    );
  });

  it('what the Safe pays nothing or too little for, with what is missing', async () => {
    const free = await refusalOf(await sign({ gasPrice: 0n }));
    const little = await refusalOf(await sign({ baseGas: 1000n }));
    const poor = await newSafe();
    await fund(service.chain, poor.address, FEE + 1n);

    expect(free).toMatchObject({ code: 'RELAY_FEE_TOO_LOW', retryable: false });
    expect(free?.message).toMatch(/^gasPrice is 0 wei, and \d+ wei less than the chain asks for/);
    expect(little?.code).toBe('RELAY_FEE_TOO_LOW');
    expect(little?.message).toMatch(/\d+ wei are missing\. Raise baseGas by \d+\.$/);
    const raise = BigInt(/baseGas by (\d+)/.exec(little?.message ?? '')?.[1] ?? 0);
    expect(await refusalOf(await sign({}, poor))).toMatchObject({
      code: 'RELAY_FEE_TOO_LOW',
      message: expect.stringMatching(/The Safe cannot pay .* up to \d+ wei are missing/),
    });
    // What is said suffices.
    expect(await codeOf(client, await sign({ baseGas: 1000n + raise + 500n }))).toBe('none');
  });

  it('another token or receiver than the relayer gets its fee in', async () => {
    for (const wish of [{ gasToken: owners[0].address }, { refundReceiver: owners[0].address }]) {
      expect(await codeOf(client, await sign(wish, await newSafe()))).toBe('INVALID_INPUT');
    }
    const toRelayer = await sign({ refundReceiver: RELAYER }, await newSafe());
    expect(await codeOf(client, toRelayer)).toBe('none');
  });

  it('a call that would fail within the Safe, and pay all the same', async () => {
    const mint = contractInterface().encodeFunctionData('mintReservation', [
      ...[owners[0].address, 4711n, 'ipfs://x', 'X', '0x12'],
    ]);
    const failing = await refusalOf(await sign({ data: mint }, await newSafe()));
    const starving = await sign({ safeTxGas: 10_000n }, await newSafe());

    expect(failing?.code).toBe('RELAY_WOULD_FAIL');
    expect(failing?.message).toContain('NotOwningReservation(4711)');
    expect(await codeOf(client, starving)).toBe('RELAY_WOULD_FAIL');
    const greedy = await sign({ safeTxGas: 5_000_000n }, await newSafe());
    expect(await codeOf(client, greedy)).toBe('RELAY_WOULD_FAIL');
  });

  it('an owner that burns gas before the Safe counts it', async () => {
    // Counts down from 8,192, then answers ERC-1271's magic value.
    const code = '0x6120005b6001900380600357631626ba7e60e01b60005260206000f3';
    const burner = '0x00000000000000000000000000000000000b0b0b';
    await service.chain.send('anvil_setCode', [burner, code]);
    const own = await newSafe([burner]);
    const signatures = concat([
      ...[zeroPadValue(burner, 32), zeroPadValue('0x41', 32), '0x00', zeroPadValue('0x', 32)],
    ]);
    const burning = { ...(await sign({}, own)), signatures };
    const paid = { ...(await sign({ baseGas: 320_000n }, own)), signatures };

    expect(await refusalOf(burning)).toMatchObject({
      code: 'RELAY_FEE_TOO_LOW',
      message: expect.stringContaining('are missing'),
    });
    expect(await codeOf(client, paid)).toBe('none');
  });

  it('a guard that burns gas for the relayer alone, and nothing for who asks otherwise', async () => {
    // Burns in checkTransaction when its msgSender is the origin; answers 1 to all else, such as ERC-165.
    const code =
      '0x60643610601d5761014435321415601d576120005b60019003806014575b600160005260206000f3';
    const guard = '0x00000000000000000000000000000000006a6a6a';
    await service.chain.send('anvil_setCode', [guard, code]);
    const own = await newSafe();
    const setGuard = own.contract.interface.encodeFunctionData('setGuard', [guard]);
    await own.execute(owners, { to: own.address, data: setGuard });

    expect(await codeOf(client, await sign({}, own))).toBe('RELAY_FEE_TOO_LOW');
    expect(await codeOf(client, await sign({ baseGas: 320_000n }, own))).toBe('none');
  });

  it.each([
    // Error(string) with nothing behind it.
    ['no words at all', '0x6308c379a060e01b60005260046000fd', 'refuses it without a reason'],
    // Error("insufficient funds"), as a node says it of an account.
    [
      'the words of a node',
      `0x6308c379a060e01b6000526020600452601260245271${Buffer.from('insufficient funds').toString('hex')}60701b60445260646000fd`,
      'The Safe refuses it: insufficient funds.',
    ],
    // Counts down from 2^32.
    ['nothing, for as long as it may', '0x6401000000005b600190038060065700', 'without a reason'],
  ])('a guard that answers with %s', async (_what, code, message) => {
    const guard = Wallet.createRandom().address;
    await service.chain.send('anvil_setCode', [guard, '0x600160005260206000f3']);
    const own = await newSafe();
    const setGuard = own.contract.interface.encodeFunctionData('setGuard', [guard]);
    await own.execute(owners, { to: own.address, data: setGuard });
    await service.chain.send('anvil_setCode', [guard, code]);

    expect(await refusalOf(await sign({}, own))).toMatchObject({
      code: 'RELAY_WOULD_FAIL',
      message: expect.stringContaining(message),
    });
  });

  it('another transaction with the same key; the same is the same, however often it comes', async () => {
    const own = await newSafe();
    const request = await sign({}, own);
    const before = await count();

    const same = await Promise.all(Array.from({ length: 6 }, () => relayed(client, request)));
    await untilState(client, same[0]?.id ?? '', 'MINED');
    const again = await relayed(client, request);
    const another = {
      ...(await sign({}, await newSafe())),
      idempotencyKey: request.idempotencyKey,
    };

    expect(new Set([...same, again].map(({ id }) => id)).size).toBe(1);
    expect(again.state).toBe('MINED');
    expect(await count()).toBe(before + 1);
    expect(await codeOf(client, another)).toBe('IDEMPOTENCY_KEY_REUSED');
    // Keys are a tenant's own.
    const stranger = await service.clientOf('stranger');
    expect(await codeOf(stranger, another)).toBe('none');
  });

  it('to whom it is not: other tenants, and keys without the scope', async () => {
    const { id } = await relayed(client, await sign({}, await newSafe()));
    const stranger = await service.clientOf('other');
    const tokenizer = await service.clientOf('acme', { scopes: ['tokenize'] });
    const elsewhere = await service.clientOf('acme', { chains: [1] });

    expect(await relayedTransaction(stranger, id)).toBeNull();
    expect(await relayedTransaction(elsewhere, id)).toBeNull();
    expect(await codeOf(tokenizer, await sign())).toBe('FORBIDDEN');
    expect(await codeOf(elsewhere, await sign())).toBe('FORBIDDEN');
  });

  it('more than a tenant may have under way', async () => {
    const tenant = await service.clientOf('flood');
    const own = await newSafe();
    const limited = await withSettings({ [`RELAYER_MAX_PENDING_${chainId}`]: '2' });
    const flood = new IptClient(limited.url, tenant.apiKey, service.chain);
    const requests = [];
    for (let nonce = 1n; nonce < 7n; nonce += 1n) requests.push(await sign({ nonce }, own));

    const codes = await Promise.all(requests.map((request) => codeOf(flood, request)));

    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'QUOTA_EXCEEDED'),
      ...['none', 'none'],
    ]);
    expect(await codeOf(limited, await sign({ nonce: 8n }, await newSafe()))).toBe('none');
  });

  it('what the relayer cannot pay for, or must not offer; the service is ready all the same', async () => {
    const cheap = await withSettings({ [`RELAYER_MAX_FEE_WEI_${chainId}`]: '1' });
    expect(await refusalOf(await sign({}, await newSafe()), cheap)).toMatchObject({
      code: 'RELAYER_FEES_TOO_HIGH',
      retryable: true,
    });
    await other?.close();
    const poor = await withSettings({ [KEY]: Wallet.createRandom().privateKey });
    const request = await sign({}, await newSafe());

    expect(await refusalOf(request, poor)).toMatchObject({
      code: 'RELAYER_UNFUNDED',
      retryable: true,
    });
    expect((await fetch(`${poor.url}/health/ready`)).status).toBe(200);
    const metrics = async () => (await fetch(`${poor.url}/metrics`)).text();
    // It counts once its first look is over.
    while (!(await metrics()).includes('ipt_relayer_balance_ether{')) {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await metrics()).toMatch(
      /ipt_relayer_balance_ether\{chain="11155111",account="0x\w+"[^}]*\} 0/,
    );
  });

  it('what is malformed', async () => {
    const good = await sign();
    for (const wrong of [
      { safeTxGas: '-1' },
      { gasPrice: '1e9' },
      { nonce: String(2n ** 256n) },
      { data: '0x123' },
      { signatures: 'signed' },
      { signatures: `0x${'12'.repeat(8193)}` },
      { idempotencyKey: '' },
      { idempotencyKey: 'x'.repeat(256) },
      { safe: ZeroAddress },
      { gasPrice: null },
    ]) {
      expect(await codeOf(client, { ...good, ...wrong })).toBe('INVALID_INPUT');
    }
  });
});
