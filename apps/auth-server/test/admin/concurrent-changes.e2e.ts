import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admin, adminToken, json } from '../flows.js';
import { besides, waitForLocks } from '../held-rows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const TOKEN = 'the-token-of-the-directory';

interface Registered {
  readonly client_id: string;
  readonly registration_client_uri: string;
  readonly registration_access_token: string;
}

/** Two change one thing at once: the second one sees what the first one made. */
describe('a change that another one comes before', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    auth = await startAuth({
      env: {
        ...{ SCIM_TOKEN: TOKEN, SCIM_ROLES: 'Teachers=teacher' },
        ...{ DYNAMIC_REGISTRATION: 'open', REGISTRATION_SCOPES: 'translate,audio:speech' },
      },
      scopes: ['translate', 'audio:speech', 'read'].map((name) => ({ name, description: name })),
    });
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(() => auth.close());

  const metadata = {
    client_name: 'Agent',
    redirect_uris: ['https://agent.example.org/callback'],
    token_endpoint_auth_method: 'none',
    scope: 'translate',
  };
  const registered = async (): Promise<Registered> =>
    json(
      await fetch(`${auth.url}/api/v1/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      }),
    );
  /** What the request answers that waits for a statement to be committed. */
  const after = async (sql: string, id: string, request: () => Promise<Response>) => {
    const { waiting } = await besides(auth.database, async (manager) => {
      await manager.query(sql, [id]);
      const answer = request();
      await waitForLocks(manager, 1);
      return { waiting: answer };
    });
    return waiting;
  };

  it('of a directory leaves the roles that it has no part in', async () => {
    const scim = (method: string, path: string, body: object) =>
      fetch(`${auth.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      });
    const { id } = await json<{ id: string }>(
      await scim('POST', '/Users', {
        userName: 'per@school.example',
        emails: [{ value: 'per@school.example' }],
      }),
    );

    const answer = await after(`UPDATE auth_user SET roles = '{editor}' WHERE id = $1`, id, () =>
      scim('PATCH', `/Users/${id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'add', path: 'roles', value: [{ value: 'Teachers' }] }],
      }),
    );

    expect(answer.status).toBe(200);
    const { roles } = await json<{ roles: string[] }>(await call('GET', `/users/${id}`));
    expect(roles.toSorted()).toEqual(['editor', 'teacher']);
  });

  it('of a client leaves the scopes that an administrator has given meanwhile', async () => {
    const client = await registered();

    const answer = await after(
      `UPDATE oauth_client SET scopes = '["read"]', metadata = metadata || '{"scopes_given": true}' WHERE client_id = $1`,
      client.client_id,
      () =>
        fetch(client.registration_client_uri, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${client.registration_access_token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            ...metadata,
            client_id: client.client_id,
            scope: 'translate audio:speech',
          }),
        }),
    );

    expect(answer.status).toBe(200);
    const now = await json(await call('GET', `/clients/${client.client_id}`));
    expect(now).toMatchObject({ scopes: ['read'] });
  });

  it('of an administrator leaves what the client has changed meanwhile', async () => {
    const { client_id } = await registered();

    const answer = await after(
      `UPDATE oauth_client SET metadata = metadata || '{"policy_uri": "https://agent.example.org/policy"}' WHERE client_id = $1`,
      client_id,
      () => call('PATCH', `/clients/${client_id}`, { tos_uri: 'https://agent.example.org/terms' }),
    );

    expect(answer.status).toBe(200);
    const [row] = await auth.database.query<{ metadata: object }>(
      'SELECT metadata FROM oauth_client WHERE client_id = $1',
      [client_id],
    );
    expect(row?.metadata).toMatchObject({
      policy_uri: 'https://agent.example.org/policy',
      tos_uri: 'https://agent.example.org/terms',
    });
  });
});
