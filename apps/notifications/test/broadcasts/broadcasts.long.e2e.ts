import { describe, expect, it } from '@jest/globals';
import { recordId } from '../../src/access/object-id.js';
import { unique } from '../events.js';
import { people, person } from '../people.js';
import { start, until, type Answer } from '../running.js';
import { STORAGES } from '../storages.js';

const AUDIENCES = '/api/notifications/audiences';

interface Job {
  readonly id: string;
  readonly state: string;
  readonly recipients: number;
  readonly counts: { readonly read: number };
}
const jobOf = ({ body }: Answer) => (body as unknown as { readonly job: Job }).job;

describe.each(STORAGES)('a message to a whole academy on $name', ({ name, open, isThere }) => {
  (isThere ? it : it.skip)('reaches everybody once, and tells who has read it', async () => {
    const count = name === 'PostgreSQL' ? 100_000 : 10_000;
    const running = await start({ open });
    const { storage } = running.stored;
    const academyId = unique('academy');
    const all = people(count, 'member');
    for (let from = 0; from < count; from += 1000) {
      await storage.people.remember(
        all.slice(from, from + 1000).map((one) => ({ ...one, academyId })),
        new Date(),
      );
    }
    const boss = running.as('boss', { roles: ['admin'], academyId });
    const read = async (id: string) => jobOf(await boss.call('GET', `${AUDIENCES}/${id}`));

    const startedMs = performance.now();
    const { id } = jobOf(
      await boss.call('POST', AUDIENCES, {
        ...{ audience: { academy: true }, title: 'Holidays', description: 'They begin today.' },
      }),
    );
    await until(async () => (await read(id)).state === 'done', 600_000);
    const sentMs = performance.now() - startedMs;

    const reader = { academyId };
    for (let index = 0; index < count; index += 1000) {
      const { user } = all[index] ?? person('');
      await storage.notifications.checkAll({ ...reader, user }, new Date());
    }
    const askedMs = performance.now();
    const job = await read(id);
    const countedMs = performance.now() - askedMs;

    expect(job.recipients).toBe(count);
    expect(job.counts.read).toBe(count / 1000);
    const stored = await storage.jobs.find(id);
    const parts = stored?.creations ?? [];
    const named = await Promise.all(parts.map((one) => storage.creations.find(one)));
    const users = named.flatMap((one) => (one?.recipients ?? []).map(({ user }) => user));
    expect([users.length, new Set(users).size]).toEqual([count, count]);
    expect(await storage.notifications.find(recordId(parts[0] ?? '', 1))).toBeDefined();
    process.stdout.write(
      `an academy of ${count} on ${name}: sent in ${(sentMs / 1000).toFixed(1)} s, counted in ${countedMs.toFixed(0)} ms\n`,
    );
    await running.close();
  });
});
