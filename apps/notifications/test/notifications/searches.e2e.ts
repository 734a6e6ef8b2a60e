import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom, systemClock } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';
import { newCreationId } from '../../src/access/object-id.js';
import { person } from '../people.js';
import { start, type Answer, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

const LIST = '/api/notifications?type=received';
/** Of a school year of a teacher: 10 MB. */
const TEXTS = 500;
const SENTENCES = 'The second class visits the museum of natural history. '.repeat(364);

async function fill({ stored }: Running, name: string): Promise<void> {
  for (let number = 0; number < TEXTS; number += 1) {
    const createdAt = new Date(systemClock.nowMs() - number * 1000);
    await stored.storage.notifications.addReceived({
      id: newCreationId(createdAt.getTime(), secureRandom),
      key: `${name}-${number}`,
      academyId: 'academy-1',
      recipients: [person(name)],
      content: {
        ...{ title: `Visit ${number}`, description: `${number} ${SENTENCES}` },
        ...{ notificationType: 'newPost', autoDeleteOnCheck: false },
      },
      createdAt,
    });
  }
}

describe.each(STORAGES)('searches on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('of one person', () => {
    let running: Running;

    beforeAll(async () => {
      running = await start({ open });
      await fill(running, 'teacher');
    });
    afterAll(() => running.close());

    const search = (words: string) =>
      running.as('teacher').call('GET', `${LIST}&q=${encodeURIComponent(words)}`);

    it('find what is there', async () => {
      const { status, body } = await search('visit 499');

      expect([status, body.notifications.map(({ title }) => title)]).toEqual([200, ['Visit 499']]);
    });

    it('do not make requests of others fail, sixty at once', async () => {
      const searches = Array.from({ length: 60 }, () => search('no such words'));
      const open60 = new Set([Promise.all(searches)]);
      void Promise.all(searches).finally(() => open60.clear());

      const others: Answer[] = [];
      while (open60.size > 0) others.push(await running.as('other').call('GET', LIST));
      const answers = await Promise.all(searches);

      expect(others.filter(({ status }) => status !== 200)).toEqual([]);
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
      expect(answers.filter(({ status }) => status !== 200)).toEqual(refused);
      expect(refused.length).toBeGreaterThan(30);
      expect(refused[0]?.body).toEqual({ message: 'TOO_MANY_SEARCHES' });
      expect(refused[0]?.headers.get('retry-after')).toBe('1');
    });
  });
});

describe('a search that takes too long', () => {
  it('is ended by PostgreSQL, and says so', async () => {
    const running = await start();
    const url = running.stored.env['DATABASE_URL'] ?? '';
    const locking = await new DataSource({ type: 'postgres', url }).initialize();
    const lock = locking.createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE notification');

    const answer = await running.as('teacher').call('GET', `${LIST}&q=words`);
    await lock.rollbackTransaction();
    await locking.destroy();
    const again = await running.as('teacher').call('GET', `${LIST}&q=words`);
    await running.close();

    expect([answer.status, answer.body]).toEqual([422, { message: 'SEARCH_TOO_SLOW' }]);
    expect(again.status).toBe(200);
  });
});
