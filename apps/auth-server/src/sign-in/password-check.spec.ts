import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { Sealer } from '../keys/sealer.js';
import type { Passwords } from '../passwords/passwords.js';
import type { User, Users } from '../users/user.js';
import { PasswordCheck } from './password-check.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a refusal asks of the stores. */
async function refused(username: string | undefined, typed: string, key = 'a') {
  const places: string[] = [];
  const madeUp: unknown[] = [];
  const users = {
    foreignHashAt: (place: string) => {
      places.push(place);
      return Promise.resolve('theirs');
    },
  };
  const passwords = { makeUp: (...given: unknown[]) => Promise.resolve(void madeUp.push(given)) };
  const sealer = {
    derive: (purpose: string) => createHmac('sha256', key).update(purpose).digest(),
  };
  const check = new PasswordCheck(
    users as unknown as Users,
    passwords as unknown as Passwords,
    sealer as unknown as Sealer,
  );
  const found =
    username === undefined ? undefined : { user: { username } as User, passwordHash: 'ours' };
  await check.refuse(found, typed, 'wrong');
  return { places, madeUp };
}

describe('a refusal', () => {
  it('looks for a hash of another system whoever it is about', async () => {
    const [known, unknown] = [await refused('ada', 'ada'), await refused(undefined, 'nobody')];

    expect(known.madeUp).toEqual([['ours', 'wrong', 'theirs']]);
    expect(unknown.madeUp).toEqual([[undefined, 'wrong', 'theirs']]);
    for (const { places } of [known, unknown]) expect(places[0]).toMatch(UUID);
  });

  it('finds the same one for an account by each of its names, and for an unknown name each time', async () => {
    const { places } = await refused('Ada', 'ada@example.org');

    expect((await refused('Ada', 'ADA')).places).toEqual(places);
    expect((await refused(undefined, 'ada')).places).toEqual(places);
    expect((await refused(undefined, 'alan')).places).not.toEqual(places);
  });

  it('finds another one where the key is another', async () => {
    const { places } = await refused(undefined, 'ada');

    expect((await refused(undefined, 'ada', 'b')).places).not.toEqual(places);
  });
});
