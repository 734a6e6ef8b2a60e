import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { lookUp } from './lookup.js';

const DICTIONARY = '/usr/share/apertium/apertium-eng-spa/eng-spa.automorf.bin';

/** Processes that this one has started and that still run. */
const children = (): readonly string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/ /).filter(Boolean);

describe('lookUp', () => {
  it('runs four processes at once, however many ask', async () => {
    // Processes of another test file may end while these are counted.
    const before = new Set(children());
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, children().filter((pid) => !before.has(pid)).length);
    }, 1);

    const answers = await Promise.all(
      Array.from({ length: 16 }, () => lookUp(DICTIONARY, [], ['houses'])),
    );
    clearInterval(watching);

    expect(answers.flat()).toHaveLength(16);
    expect(new Set(answers.flat())).toEqual(new Set([expect.stringContaining('house<n><pl>')]));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('fails when there is no such dictionary, also for one text', async () => {
    await expect(lookUp('/nowhere.bin', [], ['houses'])).rejects.toThrow('lt-proc ended');
  });
});
