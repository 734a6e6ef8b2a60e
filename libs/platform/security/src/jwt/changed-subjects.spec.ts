import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { ChangedSubjects } from './changed-subjects.js';

const NOW = '2026-11-21T12:00:00Z';
const now = Date.parse(NOW) / 1000;

describe('people whose claims have changed', () => {
  it('have old tokens until then, that very second among it, and new ones after it', () => {
    const changed = new ChangedSubjects(new FakeClock(NOW));
    changed.add('ada', now);
    changed.add('ada', now - 60); // told later, and older

    expect([now - 1, now, now + 1].map((at) => changed.isOld('ada', at))).toEqual([
      ...[true, true, false],
    ]);
    expect(changed.isOld('grace', now - 1)).toBe(false);
  });

  it('are forgotten when no such token lives any more, and are bounded', () => {
    const clock = new FakeClock(NOW);
    const changed = new ChangedSubjects(clock, 3);
    changed.add('long ago', now - 3601);
    expect(changed.size).toBe(0);
    for (const subject of ['a', 'b', 'c', 'a', 'd']) changed.add(subject, now);

    expect(changed.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((one) => changed.isOld(one, now))).toEqual([
      ...[true, false, true, true],
    ]);
    clock.advance(3_700_000);
    for (let added = 0; added < 1000; added += 1) changed.add('e', now + 3700);
    expect(changed.size).toBe(1);
  });

  it('call those who wait with an old token, unless they have taken it back', () => {
    const changed = new ChangedSubjects(new FakeClock(NOW));
    const called: string[] = [];
    changed.onChanged('ada', now - 5, () => called.push('old'));
    changed.onChanged('ada', now + 5, () => called.push('new'));
    changed.onChanged('ada', now - 5, () => called.push('gone'))();
    changed.onChanged('grace', now - 5, () => called.push('other'));
    changed.add('ada', now);

    expect(called).toEqual(['old']);
  });
});
