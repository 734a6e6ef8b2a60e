import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import {
  receivedRecord,
  sentRecord,
  type Creation,
} from '../../src/notifications/creation/creation.js';
import { newCreationId, recordId } from '../../src/access/object-id.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import { people, person } from '../people.js';

let number = 0;
const unique = (name: string) => `${name}-${(number += 1)}`;

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
const readerOf = (user: string, academyId: string) => ({ user, academyId });

function creationOf(change: Partial<Creation> = {}): Creation {
  const id = newCreationId(at(0).getTime(), secureRandom);
  return {
    ...{ id, key: id, academyId: 'academy-1', sender: person('sender'), recipients: [] },
    content: { title: 'Title', notificationType: 'direct', autoDeleteOnCheck: true },
    createdAt: at(0),
    ...change,
  };
}

describe.each(STORAGES)('records on $name', ({ open: openStorage, isThere }) => {
  (isThere ? describe : describe.skip)('as the port promises', () => {
    let opened: TestStorage;
    let storage: Storage;

    beforeAll(async () => {
      opened = await openStorage();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());

    it.each([1, 3000])(
      'of people who were not known are bound to an academy (%i)',
      async (count) => {
        const owner = person(unique('bound'));
        const others = people(count - 1, unique('other'));
        const recipients = [...others, { ...owner, boundTo: 'academy-2' }];
        const creation = creationOf({ recipients });
        await storage.creations.begin(creation, at(60));
        await storage.notifications.addReceived(creation);
        await storage.notifications.addSent(creation);
        const list = (academyId: string) =>
          storage.notifications.list({
            ...readerOf(owner.user, academyId),
            ...{ type: 'received' as const, limit: 9 },
          });

        const elsewhere = await storage.notifications.checkAll(
          readerOf(owner.user, 'academy-1'),
          at(50),
        );
        const found = await storage.notifications.find(recordId(creation.id, count));
        const sent = await storage.notifications.find(creation.id);

        expect(await list('academy-1')).toEqual([]);
        expect(await list('academy-2')).toHaveLength(1);
        expect(elsewhere).toEqual({ checkedCount: 0, deletedCount: 0 });
        expect(found).toEqual(receivedRecord(creation, count - 1));
        expect(found?.boundTo).toBe('academy-2');
        expect(sent).toEqual(sentRecord(creation));
        expect(JSON.stringify(sent)).not.toContain('academy-2');
        const own = readerOf(owner.user, 'academy-2');
        expect((await storage.notifications.checkAll(own, at(50))).deletedCount).toBe(1);
      },
    );

    it('of unchecked and of sent records is by age, and theirs alone', async () => {
      const sender = person(unique('sender'));
      const [open, seen] = [person(unique('open')), person(unique('seen'))];
      const of = (year: number) => Date.UTC(year, 5, 1);
      const make = async (year: number) => {
        const id = newCreationId(of(year), secureRandom);
        const content = { ...creationOf().content, autoDeleteOnCheck: false };
        const createdAt = new Date(of(year));
        const rest = { sender, recipients: [open, seen], content, createdAt };
        const creation = creationOf({ id, key: id, ...rest });
        await storage.notifications.addReceived(creation);
        await storage.notifications.addSent(creation);
        await storage.notifications.check(recordId(id, 2), seen.user, at(1));
        return id;
      };
      const [old, fresh] = [await make(2018), await make(2021)];
      const there = async () =>
        Promise.all(
          [old, fresh].flatMap((id) =>
            [0, 1, 2].map(async (index) => {
              const found = await storage.notifications.find(recordId(id, index));
              return found !== undefined;
            }),
          ),
        );
      const before = new Date(of(2019));
      const none = { removedBefore: new Date(0) };

      await storage.notifications.sweep({ ...none, uncheckedBefore: before });
      const withoutUnchecked = await there();
      await storage.notifications.sweep({ ...none, sentBefore: before });

      expect(withoutUnchecked).toEqual([true, false, true, true, true, true]);
      expect(await there()).toEqual([false, false, true, true, true, true]);
    });
  });
});
