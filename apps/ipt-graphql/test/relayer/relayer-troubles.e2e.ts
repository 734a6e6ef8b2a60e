import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { id as topicOf, parseUnits, Wallet } from 'ethers';
import { safeContracts, type TestSafe } from '../../development/safe.mjs';
import { iptGraphql } from '../../src/app.js';
import { IptClient } from '../client.js';
import {
  codeOf,
  ETHER,
  FEE,
  fund,
  relayed,
  RELAYER,
  RELAYER_KEY,
  relaying,
  signedRequest,
  untilRelayed,
  untilState,
} from '../relayed-safes.js';
import { rpcProxy, type RpcProxy } from '../rpc-proxy.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;

/** Blocks come when a test says so. */
describe('a relayed transaction that meets trouble', () => {
  let service: StartedService;
  let proxy: RpcProxy;
  let owners: readonly [Wallet, Wallet];
  let make: Awaited<ReturnType<typeof safeContracts>>;
  let replica: RunningApp | undefined;
  let careless: IptClient;
  let dishonest: IptClient;
  let upright: IptClient;

  beforeAll(async () => {
    let target = '';
    proxy = await rpcProxy(() => target);
    service = await startService({
      env: { ...relaying(chainId), RELAYER_BUMP_SECONDS: '1' },
      chainOf: (rpcUrl) => {
        target = rpcUrl;
        return proxy.url;
      },
    });
    careless = await service.clientOf('careless');
    dishonest = await service.clientOf('dishonest');
    upright = await service.clientOf('upright');
    owners = [service.chain.wallet(0), service.chain.wallet(1)];
    make = await safeContracts(owners[0]);
    await fund(service.chain, RELAYER, ETHER);
  });

  afterEach(async () => {
    proxy.let('eth_sendRawTransaction', 'pass');
    await replica?.close();
    replica = undefined;
    await service.chain.send('evm_setAutomine', [true]);
    await mine();
  });

  afterAll(async () => {
    await service.close();
    await proxy.close();
  });

  const { provider, send } = {
    provider: () => service.chain.provider,
    send: (method: string, params: readonly unknown[] = []) => service.chain.send(method, params),
  };
  const mine = (blocks = 1) => send('anvil_mine', [`0x${blocks.toString(16)}`]);
  const stopBlocks = () => send('evm_setAutomine', [false]);
  const newSafe = async (): Promise<TestSafe> => {
    const safe = await make([owners[0].address, owners[1].address], 2);
    await fund(service.chain, safe.address, ETHER);
    return safe;
  };
  const sign = (safe: TestSafe, wish: Parameters<typeof signedRequest>[3] = {}) =>
    signedRequest(service.chain, safe, owners, wish);
  const submitted = async (client: IptClient, request: object) => {
    const { id } = await relayed(client, request);
    return await untilRelayed(client, id, (found) => found.transactionHash !== null);
  };
  const attemptsOf = async (id: string) =>
    await service.database.query<{ kind: string; hash: string; max_fee_wei: string }>(
      `SELECT kind, hash, max_fee_wei FROM relay_attempts WHERE relay_id = '${id}' ORDER BY sequence`,
    );
  const untilAttempts = async (id: string, isThere: (kinds: readonly string[]) => boolean) => {
    while (!isThere((await attemptsOf(id)).map(({ kind }) => kind))) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  /** As if its time had passed. */
  const letExpire = (id: string) =>
    service.database.query(
      `UPDATE relayed_transactions SET expires_at = now() - interval '1 s' WHERE id = '${id}'`,
    );
  /** The service with other settings in the place of the first, which has none of the relayer. */
  const withSettings = async (settings: Record<string, string>): Promise<IptClient> => {
    await replica?.close();
    replica = await startApp(iptGraphql, { ...service.env, ...settings });
    return new IptClient(replica.url, service.client.apiKey, service.chain);
  };

  it('is sent again for a tenth more with the same nonce, within what the Safe pays', async () => {
    const gasPrice = parseUnits('20', 'gwei');
    const request = await sign(await newSafe(), { gasPrice });
    await stopBlocks();
    const first = await submitted(service.client, request);

    const bumped = await untilRelayed(
      service.client,
      first.id,
      ({ transactionHash }) => transactionHash !== first.transactionHash,
    );
    const before = await provider().getTransactionCount(RELAYER);
    await mine();
    const mined = await untilState(service.client, first.id, 'MINED');

    const attempts = await attemptsOf(first.id);
    expect(attempts.length).toBeGreaterThan(1);
    const [one, two] = attempts.map(({ max_fee_wei }) => BigInt(max_fee_wei));
    expect((two ?? 0n) * 10n).toBeGreaterThanOrEqual((one ?? 0n) * 11n);
    for (const { max_fee_wei, kind } of attempts) {
      expect(BigInt(max_fee_wei)).toBeLessThanOrEqual(gasPrice);
      expect(kind).toBe('EXECUTE');
    }
    expect(attempts.map(({ hash }) => hash)).toContain(mined.transactionHash);
    expect(mined.transactionHash).not.toBe(first.transactionHash);
    expect(bumped.state).toBe('SUBMITTED');
    expect(await provider().getTransactionCount(RELAYER)).toBe(before + 1);
    const metrics = await (await fetch(`${service.running.url}/metrics`)).text();
    expect(metrics).toMatch(
      /ipt_relayer_bumps_total\{chain="11155111",kind="execute"[^}]*\} [1-9]/,
    );
  });

  it('is sent again when the node has dropped it', async () => {
    const request = await sign(await newSafe());
    await stopBlocks();
    const first = await submitted(service.client, request);
    await send('anvil_dropAllTransactions');

    const sent = proxy.count('eth_sendRawTransaction');
    while (proxy.count('eth_sendRawTransaction') < sent + 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await mine();

    expect(await untilState(service.client, first.id, 'MINED')).toMatchObject({ reason: null });
  });

  it('waits while no node takes it, and is sent when one does', async () => {
    const request = await sign(await newSafe());
    const before = await provider().getTransactionCount(RELAYER);
    proxy.let('eth_sendRawTransaction', 'fail');
    const first = await submitted(service.client, request);
    expect(first.state).toBe('SUBMITTED');
    expect(await provider().getTransactionCount(RELAYER)).toBe(before);
    proxy.let('eth_sendRawTransaction', 'pass');

    expect(await untilState(service.client, first.id, 'MINED')).toMatchObject({ reason: null });
    expect(await provider().getTransactionCount(RELAYER)).toBe(before + 1);
  });

  it('is SUBMITTED again when a reorganization takes it out, and MINED again after', async () => {
    const request = await sign(await newSafe());
    await mine();
    const { id } = await relayed(service.client, request);
    await untilState(service.client, id, 'MINED');
    await stopBlocks();
    await send('anvil_reorg', [2, []]);
    await send('anvil_dropAllTransactions');

    const out = await untilState(service.client, id, 'SUBMITTED');
    await mine();

    expect(out).toMatchObject({ blockNumber: null, reason: null });
    expect(await untilState(service.client, id, 'MINED')).toMatchObject({ reason: null });
  });

  it("is REPLACED when another transaction takes the Safe's nonce, and holds up nobody", async () => {
    const [safe, other] = [await newSafe(), await newSafe()];
    const [request, behind] = [await sign(safe), await sign(other)];
    await stopBlocks();
    proxy.let('eth_sendRawTransaction', 'fail');
    const first = await submitted(service.client, request);
    const second = await submitted(service.client, behind);
    await send('evm_setAutomine', [true]);
    await safe.execute(owners, { to: owners[0].address, data: '0x' });
    // Seen before anything of it can be sent.
    const lastKind = async () => (await attemptsOf(first.id)).at(-1)?.kind;
    for (let looks = 0; looks < 600 && (await lastKind()) !== 'CANCEL'; looks += 1) await sleep(50);
    proxy.let('eth_sendRawTransaction', 'pass');

    expect(await untilState(service.client, first.id, 'FAILED')).toMatchObject({
      reason: 'REPLACED',
    });
    expect(await untilState(service.client, second.id, 'MINED')).toMatchObject({ reason: null });
    expect(await lastKind()).toBe('CANCEL');
  });

  it('is UNPAID when it got stuck and the Safe was drained: nobody offers more for it', async () => {
    const safe = await newSafe();
    const request = await sign(safe);
    await stopBlocks();
    const first = await submitted(service.client, request);
    await fund(service.chain, safe.address, 0n);

    await untilAttempts(first.id, (kinds) => kinds.at(-1) === 'CANCEL');
    await mine();

    expect(await untilState(service.client, first.id, 'FAILED')).toMatchObject({
      reason: 'UNPAID',
    });
    expect(await safe.contract.getFunction('nonce')()).toBe(0n);
  });

  it('is UNPAID when it got stuck and a guard answers with what nobody can read', async () => {
    const guard = Wallet.createRandom().address;
    await send('anvil_setCode', [guard, '0x600160005260206000f3']);
    const safe = await newSafe();
    const setGuard = safe.contract.interface.encodeFunctionData('setGuard', [guard]);
    await safe.execute(owners, { to: safe.address, data: setGuard });
    const request = await sign(safe);
    await stopBlocks();
    const first = await submitted(service.client, request);
    // Error(string) without a string.
    await send('anvil_setCode', [guard, '0x6308c379a060e01b60005260046000fd']);

    await untilAttempts(first.id, (kinds) => kinds.at(-1) === 'CANCEL');
    await mine();

    expect(await untilState(service.client, first.id, 'FAILED')).toMatchObject({
      reason: 'UNPAID',
    });
  });

  it('is UNDERPRICED when fees rise above what its Safe pays and others wait behind it', async () => {
    const [cheap, dear] = [
      await sign(await newSafe(), { gasPrice: parseUnits('4', 'gwei') }),
      await sign(await newSafe(), { gasPrice: parseUnits('150', 'gwei') }),
    ];
    await stopBlocks();
    const first = await submitted(service.client, cheap);
    const second = await submitted(service.client, dear);
    await send('anvil_setNextBlockBaseFeePerGas', [`0x${parseUnits('30', 'gwei').toString(16)}`]);
    await mine();

    await untilAttempts(first.id, (kinds) => kinds.at(-1) === 'CANCEL');
    await untilAttempts(second.id, (kinds) => kinds.length > 1);
    await mine();

    expect(await untilState(service.client, first.id, 'FAILED')).toMatchObject({
      reason: 'UNDERPRICED',
    });
    expect(await untilState(service.client, second.id, 'MINED')).toMatchObject({ reason: null });
    await send('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
  });

  it('gets another nonce when somebody else has used its nonce for good', async () => {
    const safe = await newSafe();
    const request = await sign(safe);
    proxy.let('eth_sendRawTransaction', 'fail');
    const first = await submitted(service.client, request);
    const same = new Wallet(RELAYER_KEY, provider());
    await (await same.sendTransaction({ to: same.address })).wait();
    proxy.let('eth_sendRawTransaction', 'pass');
    const lost = async () =>
      (
        await service.database.query<{ lost_block: string | null }>(
          `SELECT lost_block FROM relayed_transactions WHERE id = '${first.id}'`,
        )
      )[0]?.lost_block;
    while ((await lost()) === null) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await safe.contract.getFunction('nonce')()).toBe(0n);
    await mine(128);

    const mined = await untilState(service.client, first.id, 'MINED');

    expect(mined.transactionHash).not.toBe(first.transactionHash);
    expect(await safe.contract.getFunction('nonce')()).toBe(1n);
  });

  it('is EXPIRED when no block takes it in time: its nonce goes to an empty transaction', async () => {
    await service.running.close();
    const client = await withSettings({ RELAYER_EXPIRE_SECONDS: '7200' });
    const request = await sign(await newSafe());
    await stopBlocks();
    const first = await submitted(client, request);
    const hours = Date.parse(first.expiresAt) - Date.parse(first.createdAt);
    expect(Math.round(hours / 3_600_000)).toBe(2);

    await letExpire(first.id);
    await untilAttempts(first.id, (kinds) => kinds.at(-1) === 'CANCEL');
    await mine();

    expect(await untilState(client, first.id, 'FAILED')).toMatchObject({ reason: 'EXPIRED' });
  });

  it('has failed when the Safe is drained before its block; a tenant may do that so often a day', async () => {
    const all = await withSettings({
      [`RELAYER_MAX_LOSSES_${chainId}`]: '1',
      RELAYER_BUMP_SECONDS: '3600',
    });
    const client = new IptClient(all.url, careless.apiKey, service.chain);
    const safe = await newSafe();
    const [request, next] = [await sign(safe), await sign(await newSafe())];
    await stopBlocks();
    const first = await submitted(client, request);
    // As a module would do it: no transaction of the Safe's own.
    await fund(service.chain, safe.address, 0n);
    await mine();

    expect(await untilState(client, first.id, 'FAILED')).toMatchObject({ reason: 'REVERTED' });
    expect(await codeOf(client, next)).toBe('QUOTA_EXCEEDED');
    const patient = await withSettings({ [`RELAYER_MAX_LOSSES_${chainId}`]: '2' });
    const later = new IptClient(patient.url, careless.apiKey, service.chain);
    expect(await codeOf(later, next)).toBe('none');
  });

  it('is a loss where what the Safe says that it has paid has not come, alone in its block or not', async () => {
    const all = await withSettings({
      [`RELAYER_MAX_LOSSES_${chainId}`]: '2',
      RELAYER_BUMP_SECONDS: '3600',
    });
    const liar = new IptClient(all.url, dishonest.apiKey, service.chain);
    const other = new IptClient(all.url, upright.apiKey, service.chain);
    // Says ExecutionSuccess of 1 ether to everybody, and pays nothing.
    const code = `0x670de0b6b3a764000060005260007f${topicOf('ExecutionSuccess(bytes32,uint256)').slice(2)}60206000a2600160005260206000f3`;
    const safes = [await newSafe(), await newSafe(), await newSafe()];
    const requests = await Promise.all(safes.map((safe) => sign(safe)));
    const next = await sign(await newSafe());
    await stopBlocks();
    const first = await submitted(liar, requests[0] ?? {});
    await send('anvil_setCode', [safes[0]?.address, code]);
    await mine();
    await untilState(liar, first.id, 'MINED');
    // Beside an honest one, whose tenant bears it once.
    const second = await submitted(liar, requests[1] ?? {});
    const honest = await submitted(other, requests[2] ?? {});
    await send('anvil_setCode', [safes[1]?.address, code]);
    await mine();
    await untilState(liar, second.id, 'MINED');
    await untilState(other, honest.id, 'MINED');

    expect(await codeOf(liar, next)).toBe('QUOTA_EXCEEDED');
    expect(await codeOf(other, next)).toBe('none');
  });

  it('waits for its turn when its nonce is a later one, and expires there', async () => {
    const client = await withSettings({});
    const safe = await newSafe();
    const later = await relayed(client, await sign(safe, { nonce: 1n }));
    expect(later.state).toBe('QUEUED');
    const never = await relayed(client, await sign(safe, { nonce: 7n }));
    const now = await relayed(client, await sign(safe, { nonce: 0n }));

    await untilState(client, now.id, 'MINED');
    await untilState(client, later.id, 'MINED');
    await letExpire(never.id);
    expect(await untilState(client, never.id, 'FAILED')).toMatchObject({
      reason: 'EXPIRED',
      transactionHash: null,
    });
    expect(await provider().getBalance(safe.address)).toBeLessThan(ETHER - 2n * FEE);
  });
});
