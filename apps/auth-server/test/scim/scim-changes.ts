import { bearer } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import {
  newGroup,
  newUser,
  next,
  SCIM_TOKEN,
  scimRequest,
  signedIn,
  type Attempt,
  type Changes,
  type Watched,
} from '../whole-changes.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const byScim = (watched: Watched, method: string, path: string, body?: object): Attempt =>
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

export const SCIM_CHANGES: Changes = [
  [
    'a user of a directory',
    (watched) => byScim(watched, 'POST', '/Users', { ...scimUser(), password: passwordOf('scim') }),
  ],
  [
    'a locked user of a directory',
    (watched) => byScim(watched, 'POST', '/Users', { ...scimUser(), active: false }),
  ],
  [
    'a changed user of a directory',
    async (watched) => {
      const { id } = await scimRequest(watched, 'POST', '/Users', scimUser());
      return byScim(watched, 'PATCH', `/Users/${id}`, {
        schemas: [PATCH],
        Operations: [
          { op: 'replace', path: 'userName', value: `renamed${next()}@school.example` },
          { op: 'replace', path: 'active', value: 'False' },
        ],
      });
    },
  ],
  [
    'a deleted user',
    async (watched) => byScim(watched, 'DELETE', `/Users/${(await signedIn(watched)).user.id}`),
  ],
  [
    'a group of a directory',
    async (watched) => {
      const members = [{ value: (await newUser(watched)).id }];
      return byScim(watched, 'POST', '/Groups', { displayName: `Group ${next()}`, members });
    },
  ],
  [
    'members who come and go',
    async (watched) => {
      const [goes, comes] = [await newUser(watched), await newUser(watched)];
      const group = await newGroup(watched, [goes.id]);
      return byScim(watched, 'PATCH', `/Groups/${group}`, {
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
    async (watched) =>
      byScim(
        watched,
        'DELETE',
        `/Groups/${await newGroup(watched, [(await newUser(watched)).id])}`,
      ),
  ],
];
