import { describe, expect, it } from '@jest/globals';
import { isShown, shown } from './scim-attributes.js';

const user = {
  schemas: ['x'],
  id: 'a',
  userName: 'ada',
  name: { givenName: 'Ada', familyName: 'L' },
  emails: [{ value: 'a@b.example', type: 'work' }],
};

describe('the attributes of an answer', () => {
  it.each<[string, object, object]>([
    ['all without a wish', {}, user],
    ['all for an empty wish', { attributes: '' }, user],
    [
      'those that were asked for, in any case, and what is always there',
      { attributes: 'USERNAME, emails.value' },
      { schemas: ['x'], id: 'a', userName: 'ada', emails: [{ value: 'a@b.example' }] },
    ],
    [
      'one below another',
      { attributes: 'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName' },
      { schemas: ['x'], id: 'a', name: { familyName: 'L' } },
    ],
    ['none that does not exist', { attributes: 'nothing' }, { schemas: ['x'], id: 'a' }],
    [
      'all but the excluded, and never without id and schemas',
      { excludedAttributes: 'emails,name.givenName,id,schemas' },
      { schemas: ['x'], id: 'a', userName: 'ada', name: { familyName: 'L' } },
    ],
  ])('are %s', (_what, query, expected) => {
    expect(shown(user, { ...query })).toEqual(expected);
  });

  it('say what need not be read', () => {
    const shows = (query: object) => isShown('members', { ...query });

    expect(
      [{}, { attributes: 'members.value' }, { excludedAttributes: 'emails' }].map(shows),
    ).toEqual([true, true, true]);
    expect([{ attributes: 'id' }, { excludedAttributes: 'Members' }].map(shows)).toEqual([
      false,
      false,
    ]);
  });
});
