import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makePlace, StartRun, type Place } from './started-stack.js';

jest.setTimeout(120_000);

interface Credentials {
  readonly auth_server: {
    readonly admin: { readonly username: string; readonly password: string };
    readonly users: { readonly student: { readonly username: string; readonly password: string } };
    readonly clients: {
      readonly confidential: { readonly client_id: string; readonly client_secret: string };
    };
  };
}

describe('access tokens of auth-server at its siblings', () => {
  let place: Place;
  let run: StartRun;
  let credentials: Credentials['auth_server'];

  beforeAll(async () => {
    place = await makePlace();
    run = new StartRun(place, ['--only', 'auth-server,translate,relay']);
    await run.isStarted();
    const file = join(place.dataDir, 'dev-credentials.json');
    credentials = (JSON.parse(await readFile(file, 'utf8')) as Credentials).auth_server;
  });
  afterAll(async () => {
    await run.stop();
    StartRun.stopAll();
  });

  const tokenOf = async (path: string, fields: Record<string, string>, authorization = '') => {
    const response = await fetch(place.gateway + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: authorization === '' ? {} : { authorization },
    });
    const { access_token, error } = (await response.json()) as Record<string, string | undefined>;
    return access_token ?? `refused: ${error ?? ''}`;
  };
  const tokenOfClient = (scope: string) => {
    const { client_id, client_secret } = credentials.clients.confidential;
    const identity = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const fields = { grant_type: 'client_credentials', scope };
    return tokenOf('/oauth/token', fields, `Basic ${identity}`);
  };
  const tokenOfUser = (name: 'admin' | 'student', scope: string) => {
    const { username, password } = name === 'admin' ? credentials.admin : credentials.users.student;
    return tokenOf('/auth/token', { grant_type: 'password', username, password, scope });
  };
  const call = (method: string, path: string, token: string, body?: object) =>
    fetch(place.gateway + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('translate with the scope translate, and only with it', async () => {
    const text = { text: ['The house is big.'], target_lang: 'ES', source_lang: 'EN' };

    const answer = await call('POST', '/v2/translate', await tokenOfClient('translate'), text);
    const other = await call('POST', '/v2/translate', await tokenOfClient('read'), text);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      translations: [{ detected_source_language: 'EN', text: 'La casa es grande.' }],
    });
    expect(other.status).toBe(403);
  });

  it('administer only for administrators', async () => {
    const admin = await tokenOfUser('admin', 'translate:admin relay:admin');

    expect(await tokenOfClient('translate:admin')).toBe('refused: invalid_scope');
    expect(await tokenOfUser('student', 'relay:admin')).toBe('refused: invalid_scope');
    expect(admin).not.toMatch(/^refused/);
    const translated = await call('POST', '/v2/translate', admin, {
      text: ['house'],
      target_lang: 'ES',
    });
    expect(translated.status).toBe(200);
  });

  it('relay with the scope relay:admin, and only with it', async () => {
    const status = async (token: string) => (await call('GET', '/relay/status', token)).status;

    expect(await status(await tokenOfUser('admin', 'relay:admin'))).toBe(200);
    expect(await status(await tokenOfUser('admin', 'translate:admin'))).toBe(403);
    expect(await status(await tokenOfClient('translate'))).toBe(403);
    expect(await status('nonsense')).toBe(401);
  });

  it.each(['audio:speech voices:read', 'notifications', 'ipt:mint ipt:read'])(
    'may be asked for with the scopes %s',
    async (scope) => {
      expect(await tokenOfClient(scope)).not.toMatch(/^refused/);
      expect(await tokenOfUser('student', scope)).not.toMatch(/^refused/);
    },
  );
});
