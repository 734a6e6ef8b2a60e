import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { TestSafe } from '../../development/safe.mjs';
import { KilledRelayer } from '../killed-relayer.js';
import { relay, untilRelayed } from '../relayed-safes.js';

jest.setTimeout(900_000);

const KILLS = 20;

describe('a relayer that is killed again and again, at any instruction', () => {
  let relayer: KilledRelayer;

  beforeAll(async () => {
    relayer = await KilledRelayer.make();
  });

  afterAll(() => relayer.close());

  it('sends exactly one transaction of each Safe', async () => {
    const safes: TestSafe[] = [];
    const requests: object[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const client = await relayer.start();
      for (let each = 0; each < 3; each += 1) {
        const safe = await relayer.newSafe();
        safes.push(safe);
        requests.push(await relayer.request(safe));
      }
      const answers = requests.slice(-3).map((request) => relay(client, request).catch(() => 0));
      await new Promise((resolve) => setTimeout(resolve, (kill * 400) / KILLS));
      await relayer.kill();
      await Promise.all(answers);
      await relayer.letClaimsEnd();
    }
    const last = await relayer.start();
    for (const request of requests) {
      const { relayedTransaction } = await relay(last, request);
      const { id } = relayedTransaction as { id: string };
      await untilRelayed(last, id, ({ state }) => state === 'MINED' || state === 'FINALIZED');
    }

    await relayer.expectOneEach(safes);
  });
});
