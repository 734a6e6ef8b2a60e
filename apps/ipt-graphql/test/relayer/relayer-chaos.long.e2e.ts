import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type RunningApp } from '@sextant/platform-testing';
import { parseUnits } from 'ethers';
import fc from 'fast-check';
import { safeContracts, type TestSafe } from '../../development/safe.mjs';
import { iptGraphql } from '../../src/app.js';
import { IptClient } from '../client.js';
import {
  ETHER,
  fund,
  relayed,
  RELAYER,
  relaying,
  signedRequest,
  untilRelayed,
} from '../relayed-safes.js';
import { rpcProxy, type Fate, type RpcProxy } from '../rpc-proxy.js';
import { startService, type StartedService } from '../started-service.js';

jest.setTimeout(600_000);

const chainId = 11155111;
const COURSES = 8;

describe('two replicas on a chain where everything happens', () => {
  let service: StartedService;
  let proxy: RpcProxy;
  let replica: RunningApp;

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
    replica = await startApp(iptGraphql, service.env);
    await fund(service.chain, RELAYER, 100n * ETHER);
  });

  afterAll(async () => {
    await replica.close();
    await service.close();
    await proxy.close();
  });

  it('execute the transaction of each Safe once, and say so', async () => {
    const { chain, client } = service;
    const other = new IptClient(replica.url, client.apiKey, chain);
    const owner = chain.wallet(0);
    const make = await safeContracts(owner);
    const accepted: { id: string; safe: TestSafe }[] = [];
    const safes: TestSafe[] = [];
    for (let count = 0; count < 3 * COURSES; count += 1) {
      const safe = await make([owner.address], 1);
      await fund(chain, safe.address, ETHER);
      safes.push(safe);
    }
    // No reorganization takes those out.
    await chain.send('anvil_mine', ['0x100']);
    const begin = async (by: IptClient) => {
      const safe = safes[accepted.length];
      if (safe === undefined) throw new Error('No Safe is left.');
      const gasPrice = parseUnits('100', 'gwei');
      const request = await signedRequest(chain, safe, [owner], { gasPrice });
      const { id } = await relayed(by, request);
      accepted.push({ id, safe });
    };
    const letSend = (fate: Fate) => {
      proxy.let('eth_sendRawTransaction', fate);
      return Promise.resolve();
    };
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      mine: () => chain.send('anvil_mine', ['0x1']),
      drop: () => chain.send('anvil_dropAllTransactions'),
      takeBack: () => chain.send('anvil_reorg', [2, []]),
      raise: () => chain.send('anvil_setNextBlockBaseFeePerGas', ['0x2540be400']),
      refuse: () => letSend('fail'),
      take: () => letSend('pass'),
      wait: () => new Promise((resolve) => setTimeout(resolve, 400)),
    };
    const names = fc.constantFrom(...Object.keys(steps));
    for (const course of fc.sample(fc.array(names, { minLength: 12, maxLength: 12 }), {
      numRuns: COURSES,
      seed: 18,
    })) {
      await chain.send('evm_setAutomine', [true]);
      await begin(client);
      await begin(other);
      await begin(client);
      await chain.send('anvil_mine', ['0x4']);
      await chain.send('evm_setAutomine', [false]);
      for (const name of course) {
        await steps[name]?.();
        // Some looks of both.
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      await steps['take']?.();
      await chain.send('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
      await steps['mine']?.();
    }
    await chain.send('evm_setAutomine', [true]);
    const mining = setInterval(() => void steps['mine']?.(), 200);

    const ends = await Promise.all(
      accepted.map(({ id }) => untilRelayed(client, id, ({ state }) => state === 'FINALIZED')),
    );
    clearInterval(mining);

    expect(ends.map(({ reason }) => reason)).toEqual(accepted.map(() => null));
    for (const { safe } of accepted) {
      expect(await safe.contract.getFunction('nonce')()).toBe(1n);
    }
    const receipts = await Promise.all(
      ends.map(({ transactionHash }) => chain.provider.getTransaction(transactionHash ?? '')),
    );
    const nonces = receipts.map((each) => each?.nonce ?? -1).toSorted((a, b) => a - b);
    expect(nonces).toEqual(accepted.map((_each, place) => place));
  });
});
