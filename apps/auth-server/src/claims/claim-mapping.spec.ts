import { describe, expect, it } from '@jest/globals';
import {
  complaintAbout,
  mappedClaims,
  MOST_MAPPINGS,
  type ClaimMapping,
  type ClaimPlace,
} from './claim-mapping.js';

let groupReads = 0;
const person = {
  attributes: { username: 'grace', roles: ['teacher'], locale: undefined },
  groups: () => {
    groupReads += 1;
    return Promise.resolve(['Staff', 'Class 1']);
  },
};

const told = (mappings: ClaimMapping[], place: ClaimPlace = 'userinfo') =>
  mappedClaims(mappings, person, place);

describe('the claims that are mapped for a client', () => {
  it('come from attributes, constants and groups', async () => {
    const claims = await told([
      { claim: 'login', attribute: 'username' },
      { claim: 'https://example.org/roles', attribute: 'roles' },
      { claim: 'language', attribute: 'locale' },
      { claim: 'tenant', constant: 'school' },
      { claim: 'is_staff', group: 'Staff' },
      { claim: 'is_head', group: 'Heads' },
      { claim: 'memberOf', attribute: 'groups' },
    ]);

    expect(claims).toEqual({
      ...{ login: 'grace', 'https://example.org/roles': ['teacher'], tenant: 'school' },
      ...{ is_staff: true, memberOf: ['Staff', 'Class 1'] },
    });
  });

  it('are those of the first mapping that gives a value', async () => {
    const claims = await told([
      { claim: 'tier', group: 'Heads', value: 'gold' },
      { claim: 'tier', group: 'Staff', value: 'silver' },
      { claim: 'tier', constant: 'bronze' },
    ]);

    expect(claims).toEqual({ tier: 'silver' });
  });

  it('may be called as what every object has', async () => {
    const claims = await told([
      { claim: 'constructor', constant: 'Eiffel' },
      { claim: 'toString', group: 'Heads' },
    ]);

    expect(Object.entries(claims)).toEqual([['constructor', 'Eiffel']]);
  });

  it('are told where the mapping says, and read no groups elsewhere', async () => {
    const mappings: ClaimMapping[] = [
      { claim: 'a', constant: 1 },
      { claim: 'b', group: 'Staff', in: ['access_token'] },
    ];
    groupReads = 0;

    expect(await told(mappings, 'id_token')).toEqual({ a: 1 });
    expect(groupReads).toBe(0);
    expect(await told(mappings, 'access_token')).toEqual({ b: true });
  });
});

describe('mappings', () => {
  it('are taken as they are described', () => {
    const mappings = [
      { claim: 'login', attribute: 'username', in: ['id_token'] },
      { claim: 'tenant', constant: 0 },
      { claim: 'roles', attribute: 'groups' },
      { claim: 'is_staff', group: 'Staff', value: false },
    ];

    expect(complaintAbout(mappings)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, 'a list'],
    ['too many', Array.from({ length: MOST_MAPPINGS + 1 }, () => ({})), 'at most'],
    ['a text', ['sub'], 'objects'],
    ['no claim', [{ constant: 'x' }], 'claim must'],
    ['the subject', [{ claim: 'sub', constant: 'x' }], 'sub is a claim of this server'],
    ['the scope', [{ claim: 'scope', constant: 'admin' }], 'scope is a claim'],
    [
      'roles in access tokens',
      [{ claim: 'roles', constant: 'admin', in: ['access_token'] }],
      'roles is a claim',
    ],
    ['no source', [{ claim: 'a' }], 'one of attribute'],
    ['two sources', [{ claim: 'a', constant: 1, group: 'Staff' }], 'one of attribute'],
    ['a password', [{ claim: 'a', attribute: 'password_hash' }], 'attribute must be'],
    ['an inherited attribute', [{ claim: 'a', attribute: 'constructor' }], 'attribute must be'],
    ['an object', [{ claim: 'a', constant: {} }], 'a value must'],
    ['a value without a group', [{ claim: 'a', constant: 1, value: 2 }], 'value needs a group'],
    ['another place', [{ claim: 'a', constant: 1, in: ['header'] }], 'in must be'],
    ['a long text', [{ claim: 'a', constant: 'x'.repeat(1001) }], 'a value must'],
  ])('are refused with what is wrong: %s', (_what, mappings, complaint) => {
    expect(complaintAbout(mappings)).toContain(complaint);
  });
});
