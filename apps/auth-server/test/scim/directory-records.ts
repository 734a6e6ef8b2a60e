/** A request of a directory, as its documentation or its log shows it. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/scim/v2`. */
  readonly path: string;
  readonly body?: object;
}

/** Somebody as a directory knows one. */
export interface Known {
  readonly externalId: string;
  readonly userName: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
}

/** What one directory sends for each of its tasks. */
export interface DirectoryRecord {
  readonly name: string;
  /** The questions by which it looks for somebody before it makes or changes one. */
  readonly lookups: (person: Known) => readonly string[];
  readonly create: (person: Known) => Sent;
  /** The person has a new family name and a new address. */
  readonly rename: (id: string, person: Known) => Sent;
  readonly deactivate: (id: string, person: Known) => Sent;
  readonly reactivate: (id: string, person: Known) => Sent;
  readonly createGroup: (displayName: string) => Sent;
  readonly renameGroup: (id: string, displayName: string) => Sent;
  readonly add: (group: string, ids: readonly string[]) => Sent;
  readonly remove: (group: string, ids: readonly string[]) => Sent;
  readonly replace: (group: string, displayName: string, ids: readonly string[]) => Sent;
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const filtered = (path: string, filter: string, more = '') =>
  `${path}?filter=${encodeURIComponent(filter)}${more}`;
const patch = (path: string, ...Operations: object[]): Sent => ({
  method: 'PATCH',
  path,
  body: { schemas: [PATCH], Operations },
});
const valuesOf = (ids: readonly string[]) => ids.map((value) => ({ value }));

/** "Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID", Microsoft Learn. */
const entra: DirectoryRecord = {
  name: 'Entra ID',
  lookups: ({ userName, externalId, email }) => [
    filtered('/Users', `userName eq "${userName}"`),
    filtered('/Users', `externalId eq "${externalId}"`),
    filtered('/Users', `emails[type eq "work"].value eq "${email}"`),
    filtered('/Users', `${USER}:userName eq "${userName}"`, '&attributes=id,userName'),
  ],
  create: ({ externalId, userName, email, givenName, familyName }) => ({
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [USER, ENTERPRISE],
      externalId,
      userName,
      active: true,
      addresses: null,
      displayName: `${givenName} ${familyName}`,
      emails: [{ type: 'work', primary: 'True', value: email }],
      meta: { resourceType: 'User' },
      name: { givenName, familyName, formatted: `${givenName} ${familyName}` },
      phoneNumbers: null,
      [ENTERPRISE]: { department: 'Mathematics', manager: null },
      roles: [],
    },
  }),
  rename: (id, { email, familyName, givenName }) =>
    patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', path: 'name.familyName', value: familyName },
      { op: 'Replace', path: 'displayName', value: `${givenName} ${familyName}` },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Physics' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'somebody' },
    ),
  deactivate: (id) => patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }),
  reactivate: (id) => patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' }),
  createGroup: (displayName) => ({
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: `ext-${displayName}`,
      displayName,
      members: [],
      meta: { resourceType: 'Group' },
    },
  }),
  renameGroup: (id, displayName) =>
    patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: displayName }),
  add: (group, ids) =>
    patch(`/Groups/${group}`, {
      op: 'Add',
      path: 'members',
      value: ids.map((value) => ({ $ref: null, value })),
    }),
  remove: (group, ids) =>
    patch(`/Groups/${group}`, {
      op: 'Remove',
      path: 'members',
      value: ids.map((value) => ({ $ref: null, value })),
    }),
  replace: (group, _displayName, ids) =>
    patch(`/Groups/${group}`, { op: 'Replace', path: 'members', value: valuesOf(ids) }),
};

/** The same with its flag `aadOptscim062020`, which makes it keep to RFC 7644. */
const entraCompliant: DirectoryRecord = {
  ...entra,
  name: 'Entra ID with aadOptscim062020',
  rename: (id, { email, familyName, givenName }) =>
    patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        'emails[type eq "work"].value': email,
        'name.familyName': familyName,
        displayName: `${givenName} ${familyName}`,
        [`${ENTERPRISE}:department`]: 'Physics',
      },
    }),
  deactivate: (id) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
  reactivate: (id) => patch(`/Users/${id}`, { op: 'replace', value: { active: true } }),
  remove: (group, ids) =>
    patch(
      `/Groups/${group}`,
      ...ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
    ),
};

const oktaUser = ({ externalId, userName, email, givenName, familyName }: Known) => ({
  schemas: [USER],
  userName,
  name: { givenName, familyName },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: `${givenName} ${familyName}`,
  locale: 'en-US',
  externalId,
  groups: [],
});

/** "SCIM 2.0 protocol reference", Okta Developer. */
const okta: DirectoryRecord = {
  name: 'Okta',
  lookups: ({ userName }) => [
    filtered('/Users', `userName eq "${userName}"`, '&startIndex=1&count=100'),
    filtered('/Users', `userName eq "${userName}"`, '&attributes=userName'),
  ],
  create: (person) => ({
    method: 'POST',
    path: '/Users',
    body: { ...oktaUser(person), password: 'seven red boats at noon', active: true },
  }),
  rename: (id, person) => ({
    method: 'PUT',
    path: `/Users/${id}`,
    body: { ...oktaUser(person), id, active: true, meta: { resourceType: 'User' } },
  }),
  deactivate: (id) => patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
  reactivate: (id) => patch(`/Users/${id}`, { op: 'replace', value: { active: true } }),
  createGroup: (displayName) => ({
    method: 'POST',
    path: '/Groups',
    body: { schemas: [GROUP], displayName, members: [] },
  }),
  renameGroup: (id, displayName) =>
    patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName } }),
  add: (group, ids) =>
    patch(`/Groups/${group}`, {
      op: 'add',
      path: 'members',
      value: ids.map((value) => ({ value, display: 'somebody@okta.example' })),
    }),
  remove: (group, ids) =>
    patch(
      `/Groups/${group}`,
      ...ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
    ),
  replace: (group, _displayName, ids) =>
    patch(`/Groups/${group}`, { op: 'replace', path: 'members', value: valuesOf(ids) }),
};

/** "SCIM provisioning with SCIM v2.0 (core) and (enterprise)", OneLogin Developers. */
const oneLogin: DirectoryRecord = {
  ...okta,
  name: 'OneLogin',
  lookups: ({ userName, externalId }) => [
    filtered('/Users', `userName eq "${userName}"`),
    filtered('/Users', `externalId eq "${externalId}"`),
  ],
  create: ({ externalId, userName, email, givenName, familyName }) => ({
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [USER, ENTERPRISE],
      userName,
      externalId,
      name: { givenName, familyName },
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
    },
  }),
  rename: (id, { email, familyName }) =>
    patch(
      `/Users/${id}`,
      { op: 'replace', path: 'name.familyName', value: familyName },
      { op: 'replace', path: 'emails', value: [{ value: email, type: 'work', primary: true }] },
    ),
  deactivate: (id) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
  reactivate: (id) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true }),
  createGroup: (displayName) => ({
    method: 'POST',
    path: '/Groups',
    body: { schemas: [GROUP], displayName },
  }),
  remove: (group, ids) =>
    patch(`/Groups/${group}`, { op: 'remove', path: 'members', value: valuesOf(ids) }),
  replace: (group, _displayName, ids) =>
    patch(`/Groups/${group}`, { op: 'replace', value: { members: valuesOf(ids) } }),
};

/** "Custom SCIM identity management" of JumpCloud: whole users, members one at a time. */
const jumpCloud: DirectoryRecord = {
  ...okta,
  name: 'JumpCloud',
  lookups: ({ userName, externalId }) => [
    filtered('/Users', `userName eq "${userName}"`),
    filtered('/Users', `externalId eq "${externalId}" and active eq "true"`),
  ],
  deactivate: (id, person) => ({
    method: 'PUT',
    path: `/Users/${id}`,
    body: { ...oktaUser(person), id, active: false },
  }),
  reactivate: (id, person) => ({
    method: 'PUT',
    path: `/Users/${id}`,
    body: { ...oktaUser(person), id, active: true },
  }),
  renameGroup: (id, displayName) =>
    patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: displayName }),
  add: (group, ids) =>
    patch(
      `/Groups/${group}`,
      ...ids.map((value) => ({ op: 'add', path: 'members', value: [{ value }] })),
    ),
  remove: (group, ids) =>
    patch(
      `/Groups/${group}`,
      ...ids.map((value) => ({ op: 'remove', path: 'members', value: [{ value }] })),
    ),
  replace: (group, displayName, ids) => ({
    method: 'PUT',
    path: `/Groups/${group}`,
    body: { schemas: [GROUP], id: group, displayName, members: valuesOf(ids) },
  }),
};

/** "Automated user provisioning" of Google Workspace: users alone; groups are those of its group sync. */
const google: DirectoryRecord = {
  ...okta,
  name: 'Google Workspace',
  lookups: ({ userName, email }) => [
    filtered('/Users', `userName eq "${userName}"`),
    filtered('/Users', `emails.value eq "${email}"`),
    filtered('/Users', `emails[type eq "work" and value eq "${email}"]`),
  ],
  create: (person) => ({
    method: 'POST',
    path: '/Users',
    body: { ...oktaUser(person), [ENTERPRISE]: { costCenter: '7' }, active: true },
  }),
  rename: (id, { email, familyName }) =>
    patch(
      `/Users/${id}`,
      { op: 'add', path: 'emails', value: [{ value: email, type: 'work', primary: true }] },
      { op: 'replace', path: 'name', value: { familyName } },
    ),
  deactivate: (id) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
  reactivate: (id) => patch(`/Users/${id}`, { op: 'add', path: 'active', value: true }),
};

export const DIRECTORIES: readonly DirectoryRecord[] = [
  ...[entra, entraCompliant, okta, oneLogin, jumpCloud, google],
];
