import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';

/**
 * What our code takes for granted of oidc-provider beyond its documentation (docs/adr/0007): each
 * failure here means that an update has closed a seam, or made a workaround unnecessary.
 */
describe('the inside of oidc-provider that auth-server leans on', () => {
  const calls: string[] = [];
  let provider: Provider;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    provider = new Provider('http://op.example.org', {
      adapter: (kind: string) => adapterOf(kind, calls),
      clients: [CLIENT],
      clientAuthMethods: ['client_secret_basic', 'none'],
      features: {
        clientCredentials: { enabled: true },
        introspection: { enabled: true },
        revocation: { enabled: true },
        devInteractions: { enabled: false },
      },
      cookies: { keys: ['a key for tests'] },
      jwks: { keys: [await privateKey()] },
    });
    const callback = provider.callback();
    server = createServer((request, response) => {
      void readThenCall(request, response, callback);
    }).listen(0);
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  const post = (path: string, form: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${CLIENT.client_id}:${CLIENT.client_secret}`)}` },
      body: new URLSearchParams(form),
    });

  it('judges redirect addresses by a method of its schema, and compares them by two of its client', async () => {
    const model = provider.Client as unknown as {
      readonly Schema: { readonly prototype: { redirectUris(): void } };
      validate(metadata: object): Promise<void>;
    };
    const { prototype } = model.Schema;
    const original = Object.getOwnPropertyDescriptor(prototype, 'redirectUris');
    let asked = 0;
    prototype.redirectUris = () => void (asked += 1);
    const wanted = { ...WITH_KEYS, client_id: 'program', redirect_uris: ['cursor://x/cb'] };

    await model.validate(wanted);
    Object.defineProperty(prototype, 'redirectUris', original ?? {});

    expect(asked).toBeGreaterThan(0);
    await expect(model.validate(wanted)).rejects.toThrow('invalid_redirect_uri');
    for (const name of [
      'redirectUriAllowed',
      'postLogoutRedirectUriAllowed',
      'backchannelLogout',
    ]) {
      expect(Object.hasOwn(provider.Client.prototype, name)).toBe(true);
    }
  });

  it('takes a form from request.body where somebody has read it before', async () => {
    const response = await post('/token', { grant_type: 'client_credentials' });

    expect(await response.json()).toMatchObject({ access_token: expect.any(String) });
  });

  it('gives tokens out as getValueAndPayload of their model says, and keeps what that says', async () => {
    const prototype = provider.ClientCredentials.prototype as unknown as {
      getValueAndPayload: (this: object) => Promise<{ value: string; payload: object }>;
    };
    const original = prototype.getValueAndPayload;
    prototype.getValueAndPayload = async function replaced() {
      const { payload } = await original.call(this);
      return { value: 'a.signed.token', payload: { ...payload, digest: 'of it' } };
    };

    const response = await post('/token', { grant_type: 'client_credentials' });
    prototype.getValueAndPayload = original;

    expect(await response.json()).toMatchObject({ access_token: 'a.signed.token' });
    expect(calls.at(-1)).toContain('"digest":"of it"');
  });

  it.each(['/token/introspection', '/token/revocation'])(
    'refuses every JWT at %s, its own too: why tokens are marked',
    async (path) => {
      const body = JSON.stringify({ iss: 'http://op.example.org' });
      const token = `${encoded('{"alg":"ES256"}')}.${encoded(body)}.AAAA`;

      const asIs = await post(path, { token });
      const marked = await post(path, { token: `~${token}.` });

      expect(asIs.status).toBe(400);
      expect(marked.status).toBe(200);
    },
  );

  it('compares secrets by compareClientSecret, and knows includeSid', () => {
    const prototype = provider.Client.prototype as unknown as Record<string, unknown>;

    expect(prototype['compareClientSecret']).toBeInstanceOf(Function);
    expect(prototype['includeSid']).toBeInstanceOf(Function);
  });

  it('asks urlFor and clientJwtAuthExpectedAudience of its context for addresses', () => {
    const { OIDCContext } = provider as unknown as {
      readonly OIDCContext: { readonly prototype: Record<string, unknown> };
    };

    expect(OIDCContext.prototype['urlFor']).toBeInstanceOf(Function);
    expect(OIDCContext.prototype['clientJwtAuthExpectedAudience']).toBeInstanceOf(Function);
  });

  it('looks for a proof before it keeps it, in two steps: why ours is one statement', async () => {
    calls.length = 0;
    const model = provider.ReplayDetection as unknown as {
      unique(issuer: string, jti: string, exp: number): Promise<boolean>;
    };

    await model.unique('client', 'jti', Math.floor(Date.now() / 1000) + 60);

    expect(calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
      'find ReplayDetection',
      'upsert ReplayDetection',
    ]);
  });

  it('asks fresh() of a key store of a client before it takes keys', async () => {
    const client = (await provider.Client.find('keys')) as unknown as {
      readonly asymmetricKeyStore: { readonly fresh: unknown };
    };

    expect(client.asymmetricKeyStore.fresh).toBeInstanceOf(Function);
  });

  it('says in which request an adapter is asked', async () => {
    calls.length = 0;

    await post('/token', { grant_type: 'client_credentials' });

    expect(calls.filter((call) => call.endsWith('outside'))).toEqual([]);
    expect(calls.length).toBeGreaterThan(0);
  });

  it('ends a session that gets a new name before it keeps it under that name', async () => {
    const session = new (provider.Session as unknown as new (payload: object) => Rotating)({});
    await session.save(60);
    const { id } = session;
    calls.length = 0;

    session.resetIdentifier();
    await session.save(60);

    expect(calls.map((call) => call.split(' ', 3).join(' '))).toEqual([
      `destroy Session ${id}`,
      `upsert Session ${session.id}`,
    ]);
  });
});

interface Rotating {
  readonly id: string;
  save(ttl: number): Promise<string>;
  resetIdentifier(): void;
}

const CLIENT = {
  client_id: 'machine',
  client_secret: 'a-secret-of-a-client-for-this-test',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  id_token_signed_response_alg: 'ES256' as const,
};
const WITH_KEYS = {
  client_id: 'keys',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.example.org/cb'],
  jwks_uri: 'https://rp.example.org/jwks',
  id_token_signed_response_alg: 'ES256',
};

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

async function privateKey() {
  const { privateKey: key } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  return { ...(await crypto.subtle.exportKey('jwk', key)), alg: 'ES256', use: 'sig' } as never;
}

/** As the mount does: the body is read before the engine is called. */
async function readThenCall(
  request: Parameters<ReturnType<Provider['callback']>>[0],
  response: Parameters<ReturnType<Provider['callback']>>[1],
  callback: ReturnType<Provider['callback']>,
): Promise<void> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  await callback(Object.assign(request, { body: Object.fromEntries(form) }), response);
}

/** Keeps nothing; notes what it is asked for. */
function adapterOf(kind: string, calls: string[]): Adapter {
  const note = (verb: string, ...rest: string[]): Promise<void> => {
    calls.push([verb, kind, ...rest, Provider.ctx === undefined ? 'outside' : 'inside'].join(' '));
    return Promise.resolve();
  };
  return {
    find: async (id) => {
      await note('find', id);
      const found = kind === 'Client' && id === WITH_KEYS.client_id ? WITH_KEYS : undefined;
      return found as AdapterPayload | undefined;
    },
    upsert: (id, payload) => note('upsert', id, JSON.stringify(payload)),
    destroy: (id) => note('destroy', id),
    consume: () => Promise.resolve(),
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    revokeByGrantId: () => Promise.resolve(),
  };
}
