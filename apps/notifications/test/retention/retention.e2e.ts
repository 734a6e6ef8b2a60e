import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import { newCreationId, recordId } from '../../src/access/object-id.js';
import { person } from '../people.js';
import { start, until, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

const DAY = 86_400_000;

describe.each(STORAGES)('retention on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('as it is configured', () => {
    let running: Running;

    beforeAll(async () => {
      running = await start({ open });
    });
    afterAll(() => running.close());

    /** What is so many days old: a checked record, a used event and a dead letter. */
    async function keep(days: number) {
      const { notifications, events, deadLetters } = running.stored.storage;
      const at = new Date(Date.now() - days * DAY);
      const owner = person(`reader-${days}`);
      const id = newCreationId(at.getTime(), secureRandom);
      await notifications.addReceived({
        ...{ id, key: `k-${days}`, academyId: 'academy-1', recipients: [owner], createdAt: at },
        content: { title: 'T', notificationType: 'newPost', autoDeleteOnCheck: false },
      });
      await notifications.check(recordId(id, 1), owner.user, at);
      await events.remember(`event:${days}`, at);
      await deadLetters.bury({ id: `letter-${days}`, at, reason: 'r', event: '{}' });
      return async () => [
        (await notifications.find(recordId(id, 1))) !== undefined,
        await events.has(`event:${days}`),
        (await deadLetters.find(`letter-${days}`)) !== undefined,
      ];
    }

    it('forgets what is older, and nothing else', async () => {
      const young = await keep(1);
      const old = await keep(3);
      const days = { CHECKED_RETENTION_DAYS: '2', EVENT_MEMORY_DAYS: '2', DEAD_LETTER_DAYS: '2' };

      const other = await start({ beside: running, env: days });
      await until(async () => !(await old()).includes(true));
      await other.close();

      expect(await young()).toEqual([true, true, true]);
    });
  });
});
