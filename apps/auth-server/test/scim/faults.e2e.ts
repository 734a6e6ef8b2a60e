import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { Fault } from '@sextant/platform-testing';
import { bearer } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import {
  expectOneTransaction,
  expectWhole,
  newGroup,
  newUser,
  next,
  SCIM_TOKEN,
  scimRequest,
  signedIn,
  startWatched,
  type Attempt,
  type Change,
  type Watched,
} from '../whole-changes.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

jest.setTimeout(300_000);

let watched: Watched;
beforeAll(async () => {
  watched = await startWatched();
});
afterAll(() => watched.close());

const byScim = (method: string, path: string, body?: object): Attempt =>
  watched.byRequest(`/scim/v2${path}`, {
    method,
    headers: { ...bearer(SCIM_TOKEN), 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const scimUser = () => {
  const userName = `scim${next()}@school.example`;
  return {
    schemas: [`${CORE}:User`],
    ...{ userName, externalId: `ext-${next()}`, displayName: 'Mona' },
    emails: [{ value: userName, primary: true }],
  };
};

const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'a user of a directory',
    () => byScim('POST', '/Users', { ...scimUser(), password: passwordOf('scim') }),
  ],
  [
    'a locked user of a directory',
    () => byScim('POST', '/Users', { ...scimUser(), active: false }),
  ],
  [
    'a changed user of a directory',
    async () => {
      const { id } = await scimRequest(watched, 'POST', '/Users', scimUser());
      return byScim('PATCH', `/Users/${id}`, {
        schemas: [PATCH],
        Operations: [
          { op: 'replace', path: 'userName', value: `renamed${next()}@school.example` },
          { op: 'replace', path: 'active', value: 'False' },
        ],
      });
    },
  ],
  ['a deleted user', async () => byScim('DELETE', `/Users/${(await signedIn(watched)).user.id}`)],
  [
    'a group of a directory',
    async () => {
      const members = [{ value: (await newUser(watched)).id }];
      return byScim('POST', '/Groups', { displayName: `Group ${next()}`, members });
    },
  ],
  [
    'members who come and go',
    async () => {
      const [goes, comes] = [await newUser(watched), await newUser(watched)];
      const group = await newGroup(watched, [goes.id]);
      return byScim('PATCH', `/Groups/${group}`, {
        schemas: [PATCH],
        Operations: [
          { op: 'Remove', path: 'members', value: [{ value: goes.id }] },
          { op: 'Add', path: 'members', value: [{ value: comes.id }] },
        ],
      });
    },
  ],
  [
    'a deleted group',
    async () =>
      byScim('DELETE', `/Groups/${await newGroup(watched, [(await newUser(watched)).id])}`),
  ],
];

describe.each(CHANGES)('%s', (_what, change) => {
  let statements: readonly string[];

  it('is one transaction on one connection', async () => {
    statements = await expectOneTransaction(watched, change);
  });

  it.each<Fault>(['error', 'disconnect'])('happens whole or not at all: %s', async (fault) => {
    await expectWhole(watched, { change, fault, statements });
  });
});
