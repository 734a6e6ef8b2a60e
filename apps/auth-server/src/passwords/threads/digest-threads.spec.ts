import { afterAll, describe, expect, it } from '@jest/globals';
import { DigestThreads } from './digest-threads.js';

const threads = new DigestThreads();
afterAll(() => threads.onApplicationShutdown());

describe('a hash that takes many rounds', () => {
  it('lets others be served', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);

    const many = `$6$rounds=100000$saltstring$${'A'.repeat(86)}`;
    expect(await threads.fits(many, 'x'.repeat(512))).toBe(false);
    isOver = true;

    expect(turns).toBeGreaterThan(100);
  });

  it('is checked beside others, each in a thread, which is used again', async () => {
    const stored = '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5';
    const answers = await Promise.all([
      threads.fits(stored, 'Hello world!'),
      threads.fits(stored, 'Hello world'),
    ]);

    expect(answers).toEqual([true, false]);
    expect(await threads.fits(stored, 'Hello world!')).toBe(true);
  });
});
