import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  admin,
  adminToken,
  authorize,
  json,
  postForm,
  redeem,
  type TokenAnswer,
} from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

describe('the workspace of a client', () => {
  let auth: RunningAuth;
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    auth = await startAuth();
    call = admin(auth.url, await adminToken(auth.url));
  });
  afterAll(() => auth.close());

  const create = async (members: object) => {
    const response = await call('POST', '/clients', {
      client_name: 'One of two',
      client_type: 'confidential',
      redirect_uris: [REDIRECT_URI],
      scopes: ['openid', 'read'],
      ...members,
    });
    const { client_id = '', client_secret = '' } = await json<Record<string, string>>(response);
    const identity = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    return { client_id, identity: { authorization: `Basic ${identity}` } };
  };
  const machineToken = async (identity: Record<string, string>) => {
    const fields = { grant_type: 'client_credentials' };
    return decodeJwt(
      (await json<TokenAnswer>(await postForm(`${auth.url}/oauth/token`, fields, identity)))
        .access_token,
    );
  };

  it('is in its own tokens and in those of people', async () => {
    const { client_id, identity } = await create({ workspace: 'school-1' });
    const flow = await authorize(auth.url, { client_id, scope: 'openid read' });

    const own = await machineToken(identity);
    const { access_token } = await json<TokenAnswer>(await redeem(auth.url, flow, {}, identity));

    expect(own).toMatchObject({ client_id, workspace: 'school-1' });
    expect(decodeJwt(access_token)).toMatchObject({ userId: 'grace', workspace: 'school-1' });
  });

  it('is in no token of a client without one', async () => {
    const { identity } = await create({});

    expect(await machineToken(identity)).not.toHaveProperty('workspace');
  });

  it('is a short word', async () => {
    const { client_id } = await create({});

    expect((await call('PATCH', `/clients/${client_id}`, { workspace: 'a b' })).status).toBe(422);
  });
});
