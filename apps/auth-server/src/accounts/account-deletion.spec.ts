import { expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { AccountDeletion } from './account-deletion.js';

it('deletes the accounts that can be, though one cannot', async () => {
  const removed: string[] = [];
  const nothing = () => Promise.resolve();
  const parts = [
    { due: () => Promise.resolve(['first', 'stuck', 'last']), hold: nothing },
    {
      signedOut: nothing,
      remove: (id: string) =>
        id === 'stuck' ? Promise.reject(new Error('no')) : Promise.resolve(void removed.push(id)),
    },
    { removeOfAccount: () => Promise.resolve([]) },
    { signedOut: nothing },
    { record: nothing },
    new FakeClock('2026-11-24T10:10:00.000Z'),
    { accountDeletionDays: 30 },
    { run: (work: () => Promise<void>) => work(), afterCommit: (work: () => unknown) => work() },
  ];
  const deletion = new AccountDeletion(
    ...(parts as unknown as ConstructorParameters<typeof AccountDeletion>),
  );

  await expect(deletion.deleteDue()).rejects.toThrow('1 of 3 accounts remain.');
  expect(removed).toEqual(['first', 'last']);
});
