import { bearer, json } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import {
  newGroup,
  newUser,
  next,
  signedIn,
  withFactor,
  type Attempt,
  type Changes,
  type Watched,
} from '../whole-changes.js';

export const byAdmin = (watched: Watched, method: string, path: string, body?: object): Attempt =>
  watched.byRequest(`/admin${path}`, {
    method,
    headers: { ...bearer(watched.token), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function newClient(watched: Watched): Promise<string> {
  const body = {
    ...{ client_name: `Client ${next()}`, client_type: 'confidential', scopes: ['read'] },
    redirect_uris: ['https://new.example/callback'],
  };
  return (await json<{ client_id: string }>(await watched.call('POST', '/clients', body)))
    .client_id;
}

const newScope = async (watched: Watched): Promise<string> => {
  const scope_name = `scope:${next()}`;
  await watched.call('POST', '/scopes', { scope_name, description: 'A scope' });
  return scope_name;
};

export const ADMIN_CHANGES: Changes = [
  [
    'a new user',
    (watched) => {
      const username = `made${next()}`;
      const email = `${username}@example.org`;
      return byAdmin(watched, 'POST', '/users', {
        username,
        email,
        password: passwordOf(username),
      });
    },
  ],
  [
    'another password, address and role',
    async (watched) => {
      const { user } = await signedIn(watched);
      const email = `new-${user.email}`;
      const password = passwordOf(`other-${user.username}`);
      return byAdmin(watched, 'PATCH', `/users/${user.id}`, {
        email,
        password,
        roles: ['teacher'],
      });
    },
  ],
  [
    'a deactivated user',
    async (watched) => byAdmin(watched, 'DELETE', `/users/${(await signedIn(watched)).user.id}`),
  ],
  [
    'an ended session',
    async (watched) => {
      const { user } = await signedIn(watched);
      const path = `/users/${user.id}/sessions`;
      const { sessions } = await json<{ sessions: { sid: string }[] }>(
        await watched.call('GET', path),
      );
      return byAdmin(watched, 'DELETE', `${path}/${sessions[0]!.sid}`);
    },
  ],
  [
    'all ended sessions',
    async (watched) =>
      byAdmin(watched, 'DELETE', `/users/${(await signedIn(watched)).user.id}/sessions`),
  ],
  [
    'factors taken away',
    async (watched) =>
      byAdmin(watched, 'DELETE', `/users/${(await withFactor(watched)).id}/factors`),
  ],
  [
    'an invitation',
    (watched) =>
      byAdmin(watched, 'POST', '/users/invitations', { email: `invited${next()}@example.org` }),
  ],
  [
    'a row of an import',
    (watched) => {
      const name = `imported${next()}`;
      return watched.byRequest('/admin/users/import?send_links=true', {
        headers: { ...bearer(watched.token), 'content-type': 'text/csv' },
        body: `username,email\n${name},${name}@example.org\n`,
      });
    },
  ],
  [
    'a new client',
    (watched) =>
      byAdmin(watched, 'POST', '/clients', {
        ...{ client_name: `Client ${next()}`, client_type: 'confidential', scopes: ['read'] },
        redirect_uris: ['https://new.example/callback'],
      }),
  ],
  [
    'a changed client',
    async (watched) =>
      byAdmin(watched, 'PATCH', `/clients/${await newClient(watched)}`, { client_name: 'Other' }),
  ],
  [
    'a new secret',
    async (watched) => byAdmin(watched, 'POST', `/clients/${await newClient(watched)}/secret`),
  ],
  [
    'a deactivated client',
    async (watched) => byAdmin(watched, 'DELETE', `/clients/${await newClient(watched)}`),
  ],
  [
    'a new scope',
    (watched) =>
      byAdmin(watched, 'POST', '/scopes', { scope_name: `scope:${next()}`, description: 'New' }),
  ],
  [
    'a changed scope',
    async (watched) =>
      byAdmin(watched, 'PATCH', `/scopes/${await newScope(watched)}`, { description: 'Other' }),
  ],
  [
    'a deactivated scope',
    async (watched) => byAdmin(watched, 'DELETE', `/scopes/${await newScope(watched)}`),
  ],
  [
    'roles of a group',
    async (watched) => {
      const group = await newGroup(watched, [(await newUser(watched)).id]);
      return byAdmin(watched, 'PATCH', `/groups/${group}`, { roles: ['student'] });
    },
  ],
];
