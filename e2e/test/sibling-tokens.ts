import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';

export interface Person {
  readonly username: string;
  readonly password: string;
}
export interface Credentials {
  readonly auth_server: {
    readonly admin: Person;
    readonly users: Readonly<Record<string, Person>>;
    readonly clients: {
      readonly confidential: { readonly client_id: string; readonly client_secret: string };
    };
  };
  readonly ipt_graphql: { readonly api_key: string };
  readonly translate: { readonly auth_key: string };
}

export interface SiblingUses {
  readonly gateway: string;
  readonly credentials: Credentials;
}

export const describeSiblings = (uses: () => SiblingUses): void =>
  describe('access tokens of auth-server at its siblings', () => {
    const tokenOf = async (path: string, fields: Record<string, string>, authorization = '') => {
      const response = await fetch(uses().gateway + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: authorization === '' ? {} : { authorization },
      });
      const { access_token, error } = (await response.json()) as Record<string, string | undefined>;
      return access_token ?? `refused: ${error ?? ''}`;
    };
    const tokenOfClient = (scope: string) => {
      const { client_id, client_secret } = uses().credentials.auth_server.clients.confidential;
      const identity = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
      const fields = { grant_type: 'client_credentials', scope };
      return tokenOf('/oauth/token', fields, `Basic ${identity}`);
    };
    const tokenOfUser = (name: 'admin' | 'student', scope: string) => {
      const { username, password } =
        name === 'admin'
          ? uses().credentials.auth_server.admin
          : uses().credentials.auth_server.users['student']!;
      return tokenOf('/auth/token', { grant_type: 'password', username, password, scope });
    };
    const call = (method: string, path: string, token: string, body?: object) =>
      fetch(uses().gateway + path, {
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

    it('are refused everywhere once they are revoked', async () => {
      const scope = 'translate audio:all notifications ipt:read';
      const token = await tokenOfUser('admin', `${scope} relay:admin`);
      const ask = [
        () => call('POST', '/v2/translate', token, { text: ['house'], target_lang: 'ES' }),
        () => call('GET', '/v1/voices', token),
        () => call('GET', '/api/notifications?type=received', token),
        () => call('POST', '/graphql', token, { query: '{ __typename }' }),
        () => call('GET', '/relay/status', token),
      ];
      const before = await Promise.all(ask.map(async (one) => (await one()).status));
      expect(before).not.toContain(401);
      const socket = io(uses().gateway, { auth: { token }, transports: ['websocket'] });
      await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
      const isCut = new Promise((resolve) => socket.once('disconnect', resolve));

      expect((await call('POST', '/auth/logout', token)).ok).toBe(true);

      expect(await isCut).toBe('io server disconnect');
      for (const one of ask) {
        // Who asks without a pause keeps the processor from those who are to learn of it.
        while ((await one()).status !== 401) await sleep(50);
      }
      socket.close();
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
