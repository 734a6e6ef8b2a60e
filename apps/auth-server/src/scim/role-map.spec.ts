import { describe, expect, it } from '@jest/globals';
import { roleMap } from './role-map.js';

describe('a map of roles', () => {
  it('is read with names in any case', () => {
    expect([...(roleMap.parse('Lehrkraft=teacher, Head of School=head') ?? [])]).toEqual([
      ['lehrkraft', 'teacher'],
      ['head of school', 'head'],
    ]);
  });

  it.each([
    ['has two names for one role', 'Lehrkraft=teacher,Referendar=teacher'],
    ['has one name twice', 'Lehrkraft=teacher,lehrkraft=head'],
    ['has a name without a role', 'Lehrkraft='],
    ['has a role without a name', '=teacher'],
  ])('is refused when it %s', (_what, value) => {
    expect(roleMap.parse(value)).toBeUndefined();
  });
});
