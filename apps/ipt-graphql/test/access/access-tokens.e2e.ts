import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_CERTIFICATE, startApp } from '@sextant/platform-testing';
import { verifyMessage } from 'ethers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { WebSocket } from 'ws';
import { iptGraphql } from '../../src/app.js';
import { IptClient, projectData, type Operation } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const ISSUER = 'https://login.example.org';
/** The second account of the mnemonic that development nodes begin with. */
const DEVELOPER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SYMBOL = { symbol: 'FREE', chainId: 11155111 };

describe('an access token of auth-server', () => {
  let service: StartedService;
  let issuer: Server;
  let isIssuerDown = false;
  let privateKey: CryptoKey;
  let env: Record<string, string>;

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    ({ privateKey } = pair);
    const key = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
    issuer = createServer((_request, response) => {
      response.statusCode = isIssuerDown ? 500 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
    }).listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    const { port } = issuer.address() as AddressInfo;
    env = {
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
      AUTH_CERTIFICATE_HEADER: CLIENT_CERTIFICATE.header,
      TRUSTED_PROXIES: 'loopback',
    };
    service = await startService({ env: { ...env, DEVELOPMENT_WALLET_11155111: DEVELOPER } });
  });

  afterAll(async () => {
    await service.close();
    issuer.close();
  });

  const token = (scope: string, claims: object = {}, { typ = 'at+jwt', expires = '10m' } = {}) =>
    new SignJWT({ client_id: 'lab', scope, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ })
      .setIssuer(ISSUER)
      .setAudience('sextant')
      .setSubject('ada')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey);
  const clientOf = (bearer: string, url = service.running.url) =>
    new TokenClient(url, bearer, service.chain);
  const assignment = (symbol: string) => ({
    projectData: JSON.stringify(
      projectData({
        ...{ ipnftId: '4711', symbol, chainId: 11155111 },
        wallet: service.chain.wallet(1).address,
      }),
    ),
  });

  it('that is bound to a certificate counts with that one alone (RFC 8705)', async () => {
    const { header, value, confirmation } = CLIENT_CERTIFICATE;
    const authorization = `Bearer ${await token('ipt:read', { cnf: confirmation })}`;
    const ask = (headers: Record<string, string>) =>
      fetch(`${service.running.url}/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: '{"query":"{__typename}"}',
      });

    expect((await ask({ [header]: value })).status).toBe(200);
    expect((await ask({})).status).toBe(401);
  });

  it.each([
    ['ipt:read', 'symbolAvailable', SYMBOL],
    ['ipt:mint', 'signoffMetadata', {}],
    ['ipt:tokenize', 'generateIptMembershipAgreement', { agreementData: '{}' }],
  ] as const)('with the scope %s may call %s, and without it not', async (scope, operation, of) => {
    const others = ['ipt:read', 'ipt:mint', 'ipt:tokenize', 'ipt:admin', 'openid']
      .filter((each) => each !== scope)
      .join(' ');

    expect(await clientOf(await token(`openid ${scope}`)).codeOf(operation, of)).not.toBe(
      'FORBIDDEN',
    );
    expect(await clientOf(await token(others)).codeOf(operation, of)).toBe('FORBIDDEN');
  });

  it('opens subscriptions, which end when it does', async () => {
    const opened = async (bearer: string) => {
      const url = `${service.running.url.replace('http', 'ws')}/graphql`;
      const socket = new WebSocket(url, 'graphql-transport-ws');
      await once(socket, 'open');
      const payload = { Authorization: `Bearer ${bearer}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      return socket;
    };
    const short = await opened(await token('ipt:read', {}, { expires: '3s' }));
    const [acknowledged] = (await once(short, 'message')) as [Buffer];
    expect(String(acknowledged)).toContain('connection_ack');

    const [ended] = (await once(short, 'close')) as [number];
    expect(ended).toBe(4403);
    const [refused] = (await once(await opened(await token('openid')), 'close')) as [number];
    expect(refused).toBe(4403);
  });

  it('is what the page at /ipt signs people in for; its paths for programs stay closed', async () => {
    const { url } = service.running;
    const page = await fetch(`${url}/ipt`, { headers: { accept: 'text/html' } });
    const settings = JSON.parse(
      /id="settings">(.*?)<\/script>/.exec(await page.text())?.[1] ?? '',
    ) as object;

    expect(settings).toMatchObject({ issuer: ISSUER, clientId: 'sextant-ipt', path: '/ipt' });
    expect(settings).toMatchObject({ chains: [{ id: 11155111, hasDevelopmentWallet: true }] });
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${ISSUER};`);
    expect((await fetch(`${url}/ipt/keys`, { headers: { accept: 'text/html' } })).status).toBe(401);
    expect((await fetch(`${url}/ipt/renewed.html`)).status).toBe(200);
    expect((await fetch(`${url}/ipt/wallet/11155111`, { method: 'POST' })).status).toBe(401);
  });

  it('lets the page use the development account, for the two contracts alone', async () => {
    const { chain, running } = service;
    const ask = async (method: string, params: unknown[], place = '11155111') => {
      const response = await fetch(`${running.url}/ipt/wallet/${place}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await token('ipt:mint')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ method, params }),
      });
      const body = (await response.json()) as { result?: unknown; error?: { code: string } };
      return { status: response.status, ...body };
    };
    const terms = `0x${Buffer.from('I accept.').toString('hex')}`;
    const signed = await ask('personal_sign', [terms, DEVELOPER]);
    const send = (transaction: object) => ask('eth_sendTransaction', [transaction]);
    const { ipnft } = chain.contracts;

    expect(await ask('eth_requestAccounts', [])).toEqual({ status: 200, result: [DEVELOPER] });
    expect(await ask('eth_chainId', [])).toEqual({ status: 200, result: '0xaa36a7' });
    expect(verifyMessage('I accept.', String(signed.result))).toBe(DEVELOPER);
    const reserve = { from: DEVELOPER, to: ipnft, data: '0xcd3293de', value: '0x38d7ea4c68000' };
    expect(await send(reserve)).toMatchObject({ status: 200, result: expect.any(String) });
    const stranger = chain.wallet(3).address;
    for (const wrong of [
      { ...reserve, to: stranger },
      { ...reserve, from: stranger },
      { ...reserve, to: undefined },
    ]) {
      expect(await send(wrong)).toMatchObject({ status: 422, error: { code: 'INVALID_INPUT' } });
    }
    // The contract reverts: the node says so.
    const nonsense = { to: ipnft, data: '0x12345678' };
    expect(await ask('eth_call', [nonsense, 'latest'])).toMatchObject({
      status: 422,
      error: { code: 'INVALID_INPUT' },
    });
    expect(await ask('anvil_setBalance', [])).toMatchObject({ status: 400 });
    expect(await ask('eth_accounts', [], '1')).toMatchObject({ status: 422 });
    expect((await ask('eth_accounts', [], 'x')).status).toBe(400);
  });

  it('of an administrator without a second factor is told to step up, where that is asked', async () => {
    const strict = await startService({ env: { ...env, AUTH_ADMIN_ACR: 'urn:sextant:mfa' } });
    const answer = async (acr: string) =>
      await fetch(`${strict.running.url}/ipt/keys`, {
        headers: { authorization: `Bearer ${await token('ipt:admin', { acr })}` },
      });
    try {
      const weak = await answer('urn:sextant:password');

      expect(weak.status).toBe(401);
      expect(weak.headers.get('www-authenticate')).toContain(
        'Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="urn:sextant:mfa"',
      );
      expect((await answer('urn:sextant:mfa')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('administers keys with the scope ipt:admin, those of its workspace', async () => {
    const keys = async (scope: string, method: string, body?: object) =>
      fetch(`${service.running.url}/ipt/keys`, {
        method,
        headers: {
          authorization: `Bearer ${await token(scope, { workspace: 'acme' })}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    expect((await keys('ipt:read', 'GET')).status).toBe(403);
    expect(await (await keys('ipt:admin', 'GET')).json()).toMatchObject([{ label: 'test' }]);
    const issued = await keys('ipt:admin', 'POST', { label: 'by token', scopes: ['read'] });
    expect(issued.status).toBe(201);
  });

  it('belongs to its workspace, else to its client', async () => {
    const scope = 'ipt:mint ipt:read';
    const inWorkspace = clientOf(await token(scope, { workspace: 'acme' }));
    expect(await inWorkspace.codeOf('generateAssignmentAgreement', assignment('TOKA'))).toBe(
      'none',
    );
    const flowOf = (client: IptClient) => client.codeOf('flow', { ipnftId: '4711' });

    expect(await flowOf(service.client)).toBe('none'); // a key of the tenant acme
    expect(await flowOf(clientOf(await token(scope)))).toBe('NOT_FOUND');
    const own = clientOf(await token(scope, { client_id: 'acme' }));
    expect(await flowOf(own)).toBe('none');
  });

  it.each([
    ['that has expired', () => token('ipt:read', {}, { expires: '-1m' })],
    ['of another type', () => token('ipt:read', {}, { typ: 'JWT' })],
    ['that is bound to a key (DPoP)', () => token('ipt:read', { cnf: { jkt: 'x' } })],
    ['that is none', () => Promise.resolve('nonsense')],
    ['that is an API key', () => Promise.resolve(service.client.apiKey)],
  ])('%s is 401 before the body is parsed', async (_name, make) => {
    const answer = await clientOf(await make()).post('{"query');

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    expect(answer.body).toMatchObject({
      isSuccess: false,
      error: { code: 'UNAUTHENTICATED', retryable: false },
    });
  });

  it.each(['openid translate', 'ipt:everything'])(
    'with the scopes "%s" alone is shown nothing, not even the schema',
    async (scope) => {
      const client = clientOf(await token(scope));

      const answer = await client.post({ query: '{ __schema { queryType { name } } }' });

      expect(answer.status).toBe(403);
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      expect(answer.body).toMatchObject({ isSuccess: false, error: { code: 'FORBIDDEN' } });
      expect(JSON.stringify(answer.body)).not.toContain('queryType');
    },
  );

  it('does not help a wrong API key', async () => {
    const client = clientOf(await token('ipt:read'));

    expect((await client.post({ query: '{ __typename }' }, { 'x-api-key': 'sxt_no' })).status).toBe(
      401,
    );
  });

  it('counts for nothing where no issuer is named, and is 503 while its keys cannot be had', async () => {
    const without = { ...service.env };
    Reflect.deleteProperty(without, 'AUTH_ISSUER');
    const bearer = await token('ipt:read');
    const statusAt = async (settings: Record<string, string>) => {
      const other = await startApp(iptGraphql, settings);
      const answer = await clientOf(bearer, other.url).post({ query: '{ __typename }' });
      await other.close();
      return answer;
    };
    isIssuerDown = true;

    expect((await statusAt(without)).status).toBe(401);
    const outage = await statusAt({ ...service.env, ...env });
    isIssuerDown = false;

    expect(outage).toMatchObject({
      status: 503,
      body: { error: { code: 'KEYS_UNAVAILABLE', retryable: true } },
    });
  });

  it('stands in the audit row of what was signed with it', async () => {
    const client = clientOf(await token('ipt:mint ipt:read', { workspace: 'acme' }));
    const wallet = service.chain.wallet(1);
    const ipnftId = await client.reserve(wallet);
    const { request } = await client.prepareSignOff(wallet, ipnftId, 'AUDIT');
    await client.call('signoffMetadata' satisfies Operation, request);

    const [row] = await service.database.query(
      `SELECT tenant, key_id FROM authorizations WHERE ipnft_id = '${ipnftId}'`,
    );
    expect(row).toEqual({ tenant: 'acme', key_id: 'token:lab:ada' });
  });
});

/** The same client, with a token in place of the key. */
class TokenClient extends IptClient {
  override post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send(body, { authorization: `Bearer ${this.apiKey}`, ...headers });
  }
}
