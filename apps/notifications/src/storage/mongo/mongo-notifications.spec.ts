import { describe, expect, it } from '@jest/globals';
import { MongoNotificationStore } from './mongo-notifications.js';

/** Collections that note which time a question may take, and answer with an error. */
function fixture(error: Error & { readonly code?: number }) {
  const asked: number[] = [];
  const question = {
    sort: () => question,
    limit: () => question,
    lean: () => question,
    maxTimeMS: (ms: number) => {
      asked.push(ms);
      return question;
    },
    catch: (onRejected: (reason: unknown) => unknown) => Promise.reject(error).catch(onRejected),
  };
  const model = { find: () => question };
  const store = new MongoNotificationStore(model as never, {} as never);
  const query = { user: '0'.repeat(24), academyId: 'a', type: 'received', limit: 1 } as const;
  return { asked, list: (more = {}) => store.list({ ...query, ...more }) };
}

describe('a search on MongoDB', () => {
  it('has four seconds, and is told from other failures', async () => {
    const { asked, list } = fixture(Object.assign(new Error('operation exceeded'), { code: 50 }));

    await expect(list({ text: 'words' })).rejects.toMatchObject({ code: 'search_too_slow' });

    expect(asked).toEqual([4000]);
  });

  it('that fails otherwise fails as all else', async () => {
    const { list } = fixture(new Error('away'));

    await expect(list({ text: 'words' })).rejects.toThrow('away');
  });

  it('alone is limited', async () => {
    const { asked, list } = fixture(new Error('away'));

    await expect(list()).rejects.toThrow('away');

    expect(asked).toEqual([]);
  });
});
