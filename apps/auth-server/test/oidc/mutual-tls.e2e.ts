import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@sextant/platform-runtime/clock';
import { JwtVerifier, requireAccess } from '@sextant/platform-security/jwt';
import express from 'express';
import { decodeJwt } from 'jose';
import { freePort } from '@sextant/platform-testing';
import {
  admin,
  adminToken,
  authorize,
  basic,
  bearer,
  json,
  postForm,
  redeem,
  userinfo,
  type TokenAnswer,
} from '../flows.js';
import { selfSigned, TestAuthority, type TestCertificate } from '../certificates.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const HEADER = 'ssl-client-cert';
const SECRET = 'a-secret-for-tests-0123456789abcdefghijklmn';
const MTLS_HOST = 'mtls.example.org';

const machine = (client_id: string, metadata: object) => ({
  ...{ client_id, client_name: client_id, redirect_uris: [], scopes: ['read'] },
  metadata: { grant_types: ['client_credentials'], response_types: [], ...metadata },
});
const byName = (client_id: string, name: object) =>
  machine(client_id, { token_endpoint_auth_method: 'tls_client_auth', ...name });

const mutualTls = () => ({
  TRUSTED_PROXIES: 'loopback',
  MTLS_CERTIFICATE_HEADER: HEADER,
  MTLS_CA_FILE: join(folder, 'ca.pem'),
});

let folder: string;
let authority: TestAuthority;
let own: TestCertificate;
let auth: RunningAuth;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-tls-'));
  authority = await TestAuthority.create();
  own = await selfSigned({ subject: 'CN=payroll' });
  await writeFile(join(folder, 'ca.pem'), authority.pem);
  auth = await startAuth({
    env: mutualTls(),
    clients: [
      byName('dn', { tls_client_auth_subject_dn: 'CN=reports\\, daily,O=Example' }),
      byName('dns', { tls_client_auth_san_dns: 'reports.example.org' }),
      byName('uri', { tls_client_auth_san_uri: 'spiffe://example.org/reports' }),
      byName('ip', { tls_client_auth_san_ip: '192.0.2.7' }),
      byName('email', { tls_client_auth_san_email: 'reports@example.org' }),
      machine('self', {
        token_endpoint_auth_method: 'self_signed_tls_client_auth',
        tls_client_certificate_bound_access_tokens: true,
        jwks: { keys: [own.jwk] },
      }),
      {
        ...{ client_id: 'bound', client_name: 'Bound', client_secret: SECRET },
        ...{ redirect_uris: [REDIRECT_URI], scopes: ['openid', 'profile', 'read'] },
        metadata: { tls_client_certificate_bound_access_tokens: true },
      },
    ],
  });
});
afterAll(async () => {
  await auth.close();
  await rm(folder, { recursive: true });
});

/** Of another replica on the same database. */
const replicaEnv = async (changed: Record<string, string>) => ({
  ...mutualTls(),
  ISSUER: auth.env['ISSUER'] ?? '',
  KEY_ENCRYPTION_KEY: auth.env['KEY_ENCRYPTION_KEY'] ?? '',
  PORT: String(await freePort()),
  ...changed,
});

const shows = ({ escaped }: Pick<TestCertificate, 'escaped'>) => ({ [HEADER]: escaped });

const machineToken = (id: string, headers: Record<string, string>, origin = auth.url) =>
  postForm(
    `${origin}/oauth/token`,
    { grant_type: 'client_credentials', client_id: id, scope: 'read' },
    headers,
  );
const identity = {
  authorization: `Basic ${Buffer.from(`bound:${SECRET}`).toString('base64')}`,
};
/** A person's token, bound to the certificate. */
const boundToken = async (certificate: TestCertificate): Promise<TokenAnswer> => {
  const given = await authorize(auth.url, { client_id: 'bound', scope: 'openid profile' });
  return json(await redeem(auth.url, given, {}, { ...identity, ...shows(certificate) }));
};

describe('a client that shows a certificate of the authority (tls_client_auth)', () => {
  it.each<[string, Parameters<TestAuthority['issue']>[0]]>([
    ['dn', { subject: 'O=Example,CN=reports\\, daily' }],
    ['dns', { names: [{ type: 'dns', value: 'reports.example.org' }] }],
    ['uri', { names: [{ type: 'url', value: 'spiffe://example.org/reports' }] }],
    ['ip', { names: [{ type: 'ip', value: '192.0.2.7' }] }],
    ['email', { names: [{ type: 'email', value: 'reports@example.org' }] }],
  ])('is known by its registered name: %s', async (id, wanted) => {
    const right = await machineToken(id, shows(await authority.issue(wanted)));
    const wrong = await machineToken(id, shows(await authority.issue({ subject: 'CN=other' })));

    expect(await json(right)).toMatchObject({ token_type: 'Bearer', scope: 'read' });
    expect(wrong.status).toBe(401);
    expect(await json(wrong)).toMatchObject({ error: 'invalid_client' });
  });

  const names = { names: [{ type: 'dns', value: 'reports.example.org' } as const] };

  it('has its certificate in the form of RFC 9440 as well', async () => {
    const { pem } = await authority.issue(names);
    const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

    expect((await machineToken('dns', { [HEADER]: `:${base64}:` })).status).toBe(200);
  });

  it.each<[string, () => Promise<TestCertificate>]>([
    ['signed by itself', () => selfSigned(names)],
    [
      'of another authority of the same name',
      async () => (await TestAuthority.create()).issue(names),
    ],
    ['that has expired', () => authority.issue({ ...names, from: -3, until: -1 })],
    ['that is not valid yet', () => authority.issue({ ...names, from: 1, until: 2 })],
    ['for servers', () => authority.issue({ ...names, purpose: '1.3.6.1.5.5.7.3.1' })],
    [
      'for all hosts of the domain',
      () => authority.issue({ names: [{ type: 'dns', value: '*.example.org' }] }),
    ],
    [
      'with the name inside of another one',
      () => authority.issue({ names: [{ type: 'url', value: 'x:y, DNS:reports.example.org' }] }),
    ],
  ])('is refused with one %s', async (_what, make) => {
    const refused = await machineToken('dns', shows(await make()));

    expect(refused.status).toBe(401);
  });

  it.each<[string, (certificate: TestCertificate) => Record<string, string>]>([
    ['no certificate', () => ({})],
    ['text', () => ({ [HEADER]: 'reports.example.org' })],
    ['two at once', ({ escaped }) => ({ [HEADER]: `${escaped}%0A${escaped}` })],
    ['a certificate in a header of another name', ({ escaped }) => ({ 'client-cert': escaped })],
    ['more than a header may hold', () => ({ [HEADER]: `:${'A'.repeat(20_000)}:` })],
  ])('is refused with %s', async (_what, headers) => {
    const certificate = await authority.issue(names);

    // 431: Node itself takes no longer head.
    expect([401, 431]).toContain((await machineToken('dns', headers(certificate))).status);
  });
});

describe('a client with a certificate of its own (self_signed_tls_client_auth)', () => {
  it('is known by the one in its key set, and by no other of the same name', async () => {
    const right = await machineToken('self', shows(own));
    const other = await machineToken('self', shows(await selfSigned({ subject: 'CN=payroll' })));

    expect(right.status).toBe(200);
    expect(other.status).toBe(401);
    expect((await machineToken('self', {})).status).toBe(401);
  });
});

describe('a token that is bound to a certificate', () => {
  it('says so, to whoever reads it and at introspection', async () => {
    const { access_token: token } = await json<TokenAnswer>(await machineToken('self', shows(own)));
    const introspected = await postForm(
      `${auth.url}/api/v1/oauth/introspect`,
      { token, client_id: 'self' },
      shows(own),
    );

    const cnf = { 'x5t#S256': own.thumbprint };
    expect(decodeJwt(token)).toMatchObject({ cnf });
    expect(await json(introspected)).toMatchObject({ active: true, cnf });
  });

  it('is given to nobody who shows none', async () => {
    const given = await authorize(auth.url, { client_id: 'bound', scope: 'openid' });

    const refused = await redeem(auth.url, given, {}, identity);

    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ error: 'invalid_grant' });
  });

  it('opens userinfo with its certificate alone', async () => {
    const { access_token: token } = await boundToken(own);
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${auth.url}/oidc/userinfo`, { headers: { ...bearer(token), ...headers } }))
        .status;

    expect(await ask(shows(own))).toBe(200);
    expect(await ask(shows(await selfSigned()))).toBe(401);
    expect((await userinfo(auth.url, token)).status).toBe(401);
  });

  it('is not exchanged for one that is bound to nothing', async () => {
    const call = admin(auth.url, await adminToken(auth.url));
    await call('PATCH', '/clients/web', { token_exchange: true });
    const { access_token: subject_token } = await boundToken(own);

    const refused = await postForm(
      `${auth.url}/oauth/token`,
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
      basic('web'),
    );

    expect(await json(refused)).toMatchObject({ error: 'invalid_request' });
  });

  describe('replayed at a sibling', () => {
    const servers: Server[] = [];
    let token: string;
    beforeAll(async () => {
      ({ access_token: token } = await boundToken(own));
    });
    afterAll(() => servers.forEach((server) => server.close()));

    /** As a sibling is made whose operator has set these. */
    const sibling = async (
      header: string | undefined,
      proxies: string,
    ): Promise<(headers: object) => Promise<number>> => {
      const verifier = new JwtVerifier(
        {
          ...{ authIssuer: auth.env['ISSUER'] ?? '', authAudience: 'sextant' },
          ...{ authJwksUrl: undefined, authCertificateHeader: header },
        },
        systemClock,
      );
      const app = express().set('trust proxy', proxies);
      app.use(requireAccess({ verifier }), (_request, response) => void response.send('in'));
      app.use(((_error, _request, response, _next) => {
        response.status(401).send();
      }) satisfies express.ErrorRequestHandler);
      const server = app.listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return async (headers) => {
        const answer = await fetch(`http://127.0.0.1:${port}`, {
          headers: { ...bearer(token), ...headers },
        });
        return answer.status;
      };
    };

    it('counts with its certificate, told by a trusted proxy', async () => {
      expect(await (await sibling(HEADER, 'loopback'))(shows(own))).toBe(200);
    });

    it.each<[string, () => Promise<number>]>([
      ['without one', async () => (await sibling(HEADER, 'loopback'))({})],
      [
        'with another one',
        async () => (await sibling(HEADER, 'loopback'))(shows(await selfSigned())),
      ],
      ['by a peer that is no proxy', async () => (await sibling(HEADER, '192.0.2.1'))(shows(own))],
      [
        'where nobody has set the header',
        async () => (await sibling(undefined, 'loopback'))(shows(own)),
      ],
    ])('is refused %s', async (_how, ask) => {
      expect(await ask()).toBe(401);
    });
  });
});

describe('a peer that is no trusted proxy', () => {
  it('shows certificates in vain', async () => {
    const elsewhere = await startAuth({
      env: await replicaEnv({ TRUSTED_PROXIES: '192.0.2.1' }),
      database: auth.database,
    });
    const forged = await machineToken('self', shows(own), elsewhere.url);
    await elsewhere.close();

    expect(forged.status).toBe(401);
  });
});

describe('an address of its own for certificates', () => {
  let there: RunningAuth;
  beforeAll(async () => {
    there = await startAuth({
      env: await replicaEnv({ MTLS_BASE: `https://${MTLS_HOST}` }),
      database: auth.database,
    });
  });
  afterAll(() => there.close());

  it('is in the metadata (mtls_endpoint_aliases), and nothing of it where nobody has set one', async () => {
    const url = '/.well-known/oauth-authorization-server';
    const metadata = await json(await fetch(there.url + url));

    expect(metadata).toMatchObject({
      tls_client_certificate_bound_access_tokens: true,
      token_endpoint_auth_methods_supported: expect.arrayContaining([
        'tls_client_auth',
        'self_signed_tls_client_auth',
      ]),
      mtls_endpoint_aliases: {
        token_endpoint: `https://${MTLS_HOST}/api/v1/oauth/token`,
        userinfo_endpoint: `https://${MTLS_HOST}/oidc/userinfo`,
      },
    });
    expect(await json(await fetch(auth.url + url))).not.toHaveProperty('mtls_endpoint_aliases');
  });

  it('is the only one at which they count', async () => {
    const ask = async (host: string): Promise<number | undefined> => {
      const sent = request(`${there.url}/oauth/token`, {
        method: 'POST',
        headers: { ...shows(own), host, 'content-type': 'application/x-www-form-urlencoded' },
      }).end('grant_type=client_credentials&client_id=self&scope=read');
      const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
      await text(response);
      return response.statusCode;
    };

    expect(await ask(MTLS_HOST)).toBe(200);
    expect(await ask('login.example.org')).toBe(401);
  });
});

describe('the admin API', () => {
  let call: ReturnType<typeof admin>;
  beforeAll(async () => {
    call = admin(auth.url, await adminToken(auth.url));
  });
  const values = {
    ...{ client_name: 'Payroll', client_type: 'confidential', redirect_uris: [], scopes: ['read'] },
    ...{ token_endpoint_auth_method: 'tls_client_auth' },
  };

  it('makes clients with certificates, without a secret', async () => {
    const name = { tls_client_auth_san_dns: 'payroll.example.org' };
    const made = await call('POST', '/clients', { ...values, ...name });
    const client = await json(made);

    expect(made.status).toBe(201);
    expect(client).toMatchObject(name);
    expect(client).not.toHaveProperty('client_secret');
  });

  it.each([
    ['none', {}],
    ['two', { tls_client_auth_san_dns: 'a.example', tls_client_auth_san_ip: '192.0.2.1' }],
    ['a bad address', { tls_client_auth_san_ip: 'here' }],
  ])('wants exactly one name of them, not %s', async (_what, names) => {
    expect((await call('POST', '/clients', { ...values, ...names })).status).toBe(422);
  });

  it('makes none where no proxy tells of certificates', async () => {
    const plain = await startAuth();
    const there = admin(plain.url, await adminToken(plain.url));
    const name = { tls_client_auth_san_dns: 'payroll.example.org' };
    const refused = await there('POST', '/clients', { ...values, ...name });
    await plain.close();

    expect(refused.status).toBe(422);
  });
});
