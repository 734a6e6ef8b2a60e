import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TestSafe } from '../../development/safe.mjs';
import { KilledRelayer } from '../killed-relayer.js';
import { relayed, untilState } from '../relayed-safes.js';
import type { Fate } from '../rpc-proxy.js';

/** A busy machine starts processes slowly. */
jest.setTimeout(240_000);

describe('a relayer that is killed', () => {
  let relayer: KilledRelayer;
  const safes: TestSafe[] = [];

  beforeAll(async () => {
    relayer = await KilledRelayer.make();
  });

  afterAll(async () => {
    await relayer.kill();
    // Nor did any of them send more later.
    await relayer.expectOneEach(safes);
    await relayer.close();
  });

  it.each<[string, string, Fate]>([
    ['before it has signed', 'eth_getTransactionCount', 'hold'],
    ['after it has signed, before anybody got it', 'eth_sendRawTransaction', 'hold'],
    ['after a node took it, before it knows', 'eth_sendRawTransaction', 'hold the answer'],
  ])('%s sends exactly one transaction', async (_when, method, fate) => {
    const safe = await relayer.newSafe();
    safes.push(safe);
    const request = await relayer.request(safe);
    const before = await relayer.running();
    relayer.proxy.let(method, fate);
    const asked = relayer.proxy.count(method);
    const { id } = await relayed(before, request);
    while (relayer.proxy.count(method) === asked) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    if (fate === 'hold the answer') {
      while ((await safe.contract.getFunction('nonce')()) !== 1n) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }

    await relayer.kill();
    relayer.proxy.let(method, 'pass');
    await relayer.letClaimsEnd();
    const after = await relayer.start();

    // Whoever was answered nothing asks again, and gets the same.
    expect((await relayed(after, request)).id).toBe(id);
    await untilState(after, id, 'MINED');
    await relayer.expectOneEach(safes);
  });
});
