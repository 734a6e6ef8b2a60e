import { describe, expect, it } from '@jest/globals';
import { DirectoryRoles } from './directory-roles.js';
import type { ScimSettings } from './scim.settings.js';

describe('the roles of a directory', () => {
  const scimRoles = new Map([
    ['lehrkraft', 'teacher'],
    ['it', 'operator'],
  ]);
  const mapped = new DirectoryRoles({ scimRoles } as unknown as ScimSettings);

  it('are those that the operator maps, in any case; others stay as they are', () => {
    expect(mapped.after(['operator', 'student'], ['Lehrkraft', 'admin', 'Nothing'])).toEqual([
      'student',
      'teacher',
    ]);
    expect(mapped.after(['teacher', 'admin'], [])).toEqual(['admin']);
    expect(mapped.after(['teacher'], undefined)).toEqual(['teacher']);
    expect(mapped.namesOf(['teacher', 'admin'])).toEqual(['lehrkraft']);
  });

  it('are none without a map', () => {
    const none = new DirectoryRoles({ scimRoles: undefined } as unknown as ScimSettings);

    expect(none.after(['student'], ['admin', 'teacher'])).toEqual(['student']);
    expect(none.namesOf(['student'])).toEqual([]);
  });
});
