import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import type { DeadLetter } from '../../src/delivery/dead-letter-store.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
const letterOf = (id: string, change: Partial<DeadLetter> = {}): DeadLetter => ({
  id,
  at: at(1),
  reason: 'r',
  event: '{"value":"{}"}',
  ...change,
});

describe.each(STORAGES)('dead letters on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('as the port promises', () => {
    let opened: TestStorage;
    let letters: Storage['deadLetters'];

    beforeAll(async () => {
      opened = await open();
      letters = opened.storage.deadLetters;
    });
    afterAll(() => opened.close());
    beforeEach(async () => {
      while ((await letters.sweep(at(59))) > 0);
    });

    const ids = async (query: Parameters<typeof letters.list>[0]) =>
      (await letters.list(query)).map(({ id }) => id);

    it('are kept each once, with the newest reason', async () => {
      await letters.bury(letterOf('a'));
      await letters.bury(letterOf('a', { at: at(3), reason: 'again' }));

      expect(await letters.count()).toBe(1);
      expect(await letters.list({ limit: 10 })).toEqual([
        { id: 'a', at: at(3), reason: 'again', event: '{"value":"{}"}' },
      ]);
    });

    it('are listed in pages, the newest first, also those of one moment', async () => {
      for (const id of ['a', 'b', 'c']) await letters.bury(letterOf(id, { at: at(2) }));
      await letters.bury(letterOf('d', { at: at(1) }));
      await letters.bury(letterOf('e', { at: at(3) }));

      expect(await ids({ limit: 3 })).toEqual(['e', 'a', 'b']);
      expect(await ids({ limit: 3, after: { at: at(2), id: 'b' } })).toEqual(['c', 'd']);
      expect(await ids({ limit: 3, after: { at: at(1), id: 'd' } })).toEqual([]);
    });

    it('are listed in part, and whole when one is asked for', async () => {
      const event = 'x'.repeat(100_000);
      await letters.bury(letterOf('a', { event }));

      const [listed] = await letters.list({ limit: 1 });

      expect(listed?.event).toBe('x'.repeat(4096));
      expect((await letters.find('a'))?.event).toBe(event);
      expect(await letters.find('b')).toBeUndefined();
    });

    it('are removed one by one', async () => {
      await letters.bury(letterOf('a'));
      await letters.bury(letterOf('b'));

      expect(await letters.remove('a')).toBe(true);
      expect(await letters.remove('a')).toBe(false);
      expect(await ids({ limit: 10 })).toEqual(['b']);
    });

    it('are forgotten when they are old', async () => {
      await letters.bury(letterOf('old', { at: at(1) }));
      await letters.bury(letterOf('new', { at: at(5) }));

      expect(await letters.sweep(at(5))).toBe(1);
      expect(await ids({ limit: 10 })).toEqual(['new']);
    });
  });
});
