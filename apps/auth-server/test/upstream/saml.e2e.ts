import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVerify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { readUpstreams } from '../../src/upstream/upstream-file.js';
import { Browser, actionOf, hiddenFields, newPkce, type Pkce, type Visit } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  json,
  redeem,
  type TokenAnswer,
} from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { freePort, startAuth, type RunningAuth } from '../running-auth.js';
import {
  ADDRESS,
  answerTo,
  assertionFor,
  ENTITY_ID,
  isTrueToNaive,
  readRequest,
  responseFor,
  samlKey,
  signed,
  TRANSIENT,
  type Said,
  type SamlKey,
  type SamlRequest,
} from './saml-provider.js';
import { WRAPPINGS } from './saml-wrapping.js';

const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3';
const SSO = 'https://idp.school.example/sso?tenant=7';
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

let mail: MailServer;
let auth: RunningAuth;
let replica: RunningAuth;
let folder: string;
let key: SamlKey;
let nextKey: SamlKey;
let otherKey: SamlKey;
let call: ReturnType<typeof admin>;

const providerMetadata = (certificates: readonly string[]): string =>
  `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${ENTITY_ID}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates
      .map(
        (one) =>
          `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${one.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      )
      .join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.school.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SSO}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-saml-'));
  [key, nextKey, otherKey] = await Promise.all([samlKey(), samlKey(), samlKey()]);
  const at = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const inline = { entity_id: ENTITY_ID, sso_url: SSO, certificates: [key.certificate] };
  const entries = [
    {
      ...{ id: 'school', name: 'School', create_accounts: true },
      saml: {
        metadata_file: await at(
          'idp.xml',
          providerMetadata([key.certificate, nextKey.certificate]),
        ),
        signing_key_file: await at('sp.key', otherKey.key),
        signing_certificate_file: await at('sp.pem', otherKey.certificate),
      },
      roles: { 'cn=Teachers': ['teacher'], heads: ['manager', 'teacher'] },
    },
    { id: 'plain', name: 'Plain', saml: inline, client_id: 'urn:sextant:plain' },
    { id: 'trusted', name: 'Trusted', saml: inline, link_by_email: true },
    {
      id: 'named',
      name: 'Named',
      saml: inline,
      claims: { sub: 'employee' },
      create_accounts: true,
    },
    {
      id: 'lasting',
      name: 'Lasting',
      saml: inline,
      claims: { sub: 'NameID' },
      create_accounts: true,
    },
  ];
  mail = await mailServer();
  const port = await freePort();
  const env = {
    ...{ PORT: String(port), ISSUER: `http://127.0.0.1:${port}`, ...mail.env },
    UPSTREAMS_FILE: await at('upstreams.json', JSON.stringify(entries)),
  };
  auth = await startAuth({ env });
  const { ISSUER = '', KEY_ENCRYPTION_KEY = '', UPSTREAMS_FILE = '' } = auth.env;
  replica = await startAuth({
    env: { ISSUER, KEY_ENCRYPTION_KEY, UPSTREAMS_FILE },
    database: auth.database,
  });
  call = admin(auth.url, await adminToken(auth.url));
}, 120_000);
afterAll(async () => {
  await replica.close();
  await auth.close();
  await mail.close();
  await rm(folder, { recursive: true });
});

interface Journey {
  readonly here: Browser;
  readonly pkce: Pkce;
  readonly request: SamlRequest;
  readonly address: string;
}

/** Presses the button of a provider. */
async function leave(id = 'school', here = new Browser(auth.url)): Promise<Journey> {
  const pkce = newPkce();
  const page = await here.get(authorizeUrl({}, pkce));
  const gone = await here.post(actionOf(page), { upstream: id });
  const address = gone.location ?? '';
  return { here, pkce, request: readRequest(address), address };
}

const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

/** What the provider's page has the browser post: from another site, so that it brings no cookie. */
const postFromThere = (consumer: string, xml: string, relayState: string): Promise<Visit> =>
  new Browser(auth.url).post(consumer, { SAMLResponse: encoded(xml), RelayState: relayState });

/** Comes back with an answer, by way of the page that posts it once more. */
async function comeBack(
  { here, request }: Journey,
  xml: string,
  relayState = request.relayState,
): Promise<Visit> {
  const page = await postFromThere(request.consumer, xml, relayState);
  const back = page.status === 200 ? await here.submit(page, {}) : page;
  return back.status === 303 ? here.get(back.location ?? '') : back;
}

async function tokensOf({ pkce }: Journey, end: Visit): Promise<TokenAnswer> {
  const code = new URL(end.location ?? '').searchParams.get('code') ?? '';
  return json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
}

interface Listed {
  readonly username: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly is_verified: boolean;
}
async function usersOf(text: string): Promise<readonly Listed[]> {
  const { users } = await json<{ users: Listed[] }>(await call('GET', `/users?q=${text}`));
  return users;
}

/** What the log says to operators about the last answer that was refused. */
function lastReason(): string {
  const lines = auth.logs.filter(({ msg }) => msg === 'upstream.refused');
  return (lines.at(-1)?.['err'] as { message?: string } | undefined)?.message ?? '';
}

async function refused(journey: Journey, xml: string, reason: string | RegExp): Promise<void> {
  const before = auth.logs.filter(({ msg }) => msg === 'upstream.refused').length;
  const page = await comeBack(journey, xml);

  expect([page.status, page.location]).toEqual([401, undefined]);
  expect(page.text).toContain('has not signed you in. Try again, or sign in here.');
  expect(auth.logs.filter(({ msg }) => msg === 'upstream.refused')).toHaveLength(before + 1);
  expect(lastReason()).toMatch(reason);
}

describe('a sign-in at a provider of SAML', () => {
  const ada = {
    subject: 'a7c1-lovelace',
    attributes: {
      [MAIL]: ['lovelace@school.example'],
      displayName: ['Ada Lovelace'],
      uid: ['lovelace'],
      groups: ['cn=Teachers', 'everybody'],
    },
  };

  it('is asked for by HTTP-Redirect with a signed request of ours', async () => {
    const { address, request } = await leave();
    const url = new URL(address);

    expect(address.startsWith('https://idp.school.example/sso?tenant=7&')).toBe(true);
    expect(request).toMatchObject({
      issuer: `${auth.url}/upstream/school/metadata`,
      consumer: `${auth.url}/upstream/school/acs`,
      destination: SSO,
    });
    expect(request.xml).toContain('nameid-format:persistent');
    expect(request.relayState.length).toBeLessThanOrEqual(80);
    const [, text = ''] = /(SAMLRequest=.*)&Signature=/.exec(url.search) ?? [];
    const isGenuine = createVerify('RSA-SHA256')
      .update(text)
      .verify(otherKey.certificate, url.searchParams.get('Signature') ?? '', 'base64');
    expect(isGenuine).toBe(true);
  });

  it('makes an account with name, address and the roles of the mapping, and finds it again by the persistent name', async () => {
    const journey = await leave();
    const end = await comeBack(journey, answerTo(journey.request, key, ada));
    const { access_token, id_token = '' } = await tokensOf(journey, end);

    expect(decodeJwt(access_token)).toMatchObject({
      ...{ userId: 'lovelace', userName: 'Ada Lovelace', roles: ['teacher'] },
    });
    expect(decodeJwt(id_token)).toMatchObject({ acr: 'urn:sextant:upstream' });
    expect(await usersOf('lovelace')).toMatchObject([
      { email: 'lovelace@school.example', is_verified: false },
    ]);

    const again = await leave();
    const moved = { ...ada, attributes: { [MAIL]: ['other@school.example'], groups: ['heads'] } };
    const later = await tokensOf(again, await comeBack(again, answerTo(again.request, key, moved)));
    expect(decodeJwt(later.access_token)).toMatchObject({
      ...{ userId: 'lovelace', roles: ['manager', 'teacher'] },
    });
  });

  it('takes away the roles of groups that somebody has left, and keeps those that were given here', async () => {
    const [{ id } = { id: '' }] = (await usersOf('lovelace')) as unknown as { id: string }[];
    await call('PATCH', `/users/${id}`, { roles: ['manager', 'teacher', 'librarian'] });
    const journey = await leave();
    const none = { ...ada, attributes: {} };
    const end = await comeBack(journey, answerTo(journey.request, key, none));

    expect(decodeJwt((await tokensOf(journey, end)).access_token)['roles']).toEqual(['librarian']);
    const audit = await json<{ records: { actor: string; type: string }[] }>(
      await call('GET', '/audit?type=user.changed'),
    );
    expect(JSON.stringify(audit)).toContain('upstream:school');
  });

  it.each<[string, (request: SamlRequest) => string]>([
    ['its next key', (request) => answerTo(request, nextKey, ada)],
    [
      'a signature of the response alone',
      (request) => signed(responseFor(request, assertionFor(request, ada)), 'Response', key),
    ],
    ['both signed', (request) => signed(answerTo(request, key, ada), 'Response', key)],
    [
      'RSA-SHA512',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, ada), 'Assertion', key, {
            signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
            digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
          }),
        ),
    ],
  ])('takes %s', async (_what, xml) => {
    const journey = await leave();
    const end = await comeBack(journey, xml(journey.request));

    expect(decodeJwt((await tokensOf(journey, end)).access_token)['userId']).toBe('lovelace');
  });

  it('asks who is unknown to sign in here once, links, tells the user, and needs no password then', async () => {
    const said = { subject: 'alan-1', attributes: { email: ['alan@example.org'] } };
    const first = await leave('plain');
    expect(first.request.issuer).toBe('urn:sextant:plain');
    const unknown = await comeBack(first, answerTo(first.request, key, said));
    expect(unknown.text).toContain('No account here belongs to yours at Plain.');
    expect((await allow(first.here, unknown, 'alan')).status).toBe(302);
    expect((await mail.next('alan@example.org')).text).toContain('A sign-in by Plain was added');

    const second = await leave('plain');
    const end = await comeBack(second, answerTo(second.request, key, said));
    expect(decodeJwt((await tokensOf(second, end)).access_token)['userId']).toBe('alan');
  });

  it('gives no account over by an address, unless the operator says so and it is verified here', async () => {
    const grace = { subject: 'grace-1', attributes: { email: ['grace@example.org'] } };
    const alone = await leave('school');
    const page = await comeBack(alone, answerTo(alone.request, key, grace));
    expect(page.text).toContain('No account here belongs to yours at School.');

    const unverified = await leave('trusted');
    const ada = { subject: 'ada-1', attributes: { email: ['ada@example.org'] } };
    const other = await comeBack(unverified, answerTo(unverified.request, key, ada));
    expect(other.text).toContain('No account here belongs to yours at Trusted.');

    const trusted = await leave('trusted');
    const end = await comeBack(trusted, answerTo(trusted.request, key, grace));
    expect(decodeJwt((await tokensOf(trusted, end)).access_token)['userId']).toBe('grace');
  });

  it('knows people by the attribute that the operator names, whatever the NameID is', async () => {
    const said = (nameId: string) => ({
      ...{ format: TRANSIENT, subject: nameId },
      attributes: { employee: ['4711'], uid: ['turing'], email: ['turing@school.example'] },
    });
    const [first, second] = [await leave('named'), await leave('named')];
    expect(first.request.xml).not.toContain('nameid-format:persistent');
    await comeBack(first, answerTo(first.request, key, said('_one')));
    const end = await comeBack(second, answerTo(second.request, key, said('_two')));

    expect(decodeJwt((await tokensOf(second, end)).access_token)['userId']).toBe('turing');
  });

  it('knows people by a NameID of another format where the operator says that it lasts', async () => {
    const journey = await leave('lasting');
    const said = {
      format: ADDRESS,
      subject: 'kay@school.example',
      attributes: { email: ['kay@school.example'], uid: ['kay'] },
    };
    const end = await comeBack(journey, answerTo(journey.request, key, said));
    expect(decodeJwt((await tokensOf(journey, end)).access_token)['userId']).toBe('kay');

    const transient = await leave('lasting');
    await refused(
      transient,
      answerTo(transient.request, key, { ...said, format: TRANSIENT }),
      'transient',
    );
  });
});

describe('the page that an answer is sent once more from', () => {
  it('is ours, runs no script but our own file, and works by a press as well', async () => {
    const { request } = await leave();
    const page = await postFromThere(request.consumer, answerTo(request, key), '"><script>');

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.text).toContain('submit.js');
    expect(page.text).toContain('<button type="submit"');
    expect(page.text).not.toContain('"><script>');
    expect(new URL(actionOf(page), auth.url).origin).toBe(auth.url);
    expect(hiddenFields(page.text)).toMatchObject({ again: 'yes' });
  });
});

describe('metadata of our side', () => {
  it('names the entity, the assertion consumer and the certificate of requests', async () => {
    const answer = await fetch(`${auth.url}/upstream/school/metadata`);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(text).toContain(`entityID="${auth.url}/upstream/school/metadata"`);
    expect(text).toContain(`Location="${auth.url}/upstream/school/acs"`);
    expect(text).toContain('bindings:HTTP-POST');
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain('WantAssertionsSigned="true"');
    const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(text) ?? [];
    const { raw } = new X509Certificate(otherKey.certificate);
    expect(Buffer.from(certificate, 'base64').equals(raw)).toBe(true);
    expect(text).not.toContain('PRIVATE');
  });

  it('is there for providers of SAML alone', async () => {
    expect((await fetch(`${auth.url}/upstream/nobody/metadata`)).status).toBe(404);
    const plain = await (await fetch(`${auth.url}/upstream/plain/metadata`)).text();
    expect(plain).toContain('entityID="urn:sextant:plain"');
    expect(plain).not.toContain('KeyDescriptor');
  });
});

describe('an answer that nobody here has asked for', () => {
  const started = (request: SamlRequest) => answerTo(request, key, { subject: 'mallory' });

  it('signs nobody in, and says so', async () => {
    const { request } = await leave();
    const unasked = { ...request, id: '_made-up' };
    const here = new Browser(auth.url);
    const page = await here.submit(await postFromThere(request.consumer, started(unasked), ''), {});

    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toContain('Start again.');
    expect(lastReason()).toContain('has sent no request');
  });

  it('signs nobody in: without InResponseTo, as providers send them that begin', async () => {
    const journey = await leave();
    const xml = started(journey.request).replaceAll(/ InResponseTo="[^"]*"/g, '');
    await refused(journey, xml, 'InResponseTo is absent');
  });

  it('signs nobody in: that of somebody else’s browser', async () => {
    const [mine, theirs] = [await leave(), await leave()];
    const xml = answerTo(mine.request, key, { subject: 'mallory' });
    const page = await comeBack(theirs, xml, mine.request.relayState);

    expect(page.status).toBe(401);
    expect(lastReason()).toContain('RelayState');
    const again = await leave();
    const other = await comeBack(again, xml, again.request.relayState);
    expect(other.status).toBe(401);
    expect(lastReason()).toContain('InResponseTo');
  });

  it('signs nobody in: that of another provider', async () => {
    const journey = await leave('plain');
    const request = { ...journey.request, consumer: `${auth.url}/upstream/school/acs` };
    const page = await comeBack({ ...journey, request }, answerTo(request, key));

    expect(page.status).toBe(400);
  });

  it('signs nobody in by a link', async () => {
    const { here, request } = await leave();
    const query = new URLSearchParams({
      SAMLResponse: encoded(answerTo(request, key)),
      RelayState: request.relayState,
    });
    expect((await here.get(`/upstream/school/callback?${query.toString()}`)).status).toBe(404);
  });

  it('is used once, in all replicas', async () => {
    const journey = await leave();
    const { here, request } = journey;
    const xml = answerTo(request, key, {
      subject: 'twice',
      attributes: { email: ['twice@school.example'] },
    });
    const cookie = here.cookieHeader('/upstream/school/acs');
    const page = await postFromThere(request.consumer, xml, request.relayState);
    const send = (url: string) =>
      fetch(`${url}/upstream/school/acs`, {
        ...{ method: 'POST', redirect: 'manual', headers: { cookie } },
        body: new URLSearchParams(hiddenFields(page.text)),
      });
    // Whoever has kept the cookie sends the same to all at once.
    await Promise.all([send(auth.url), send(replica.url), send(auth.url), send(replica.url)]);

    const reasons = [...auth.logs, ...replica.logs]
      .filter(({ msg }) => msg === 'upstream.refused')
      .map(({ err }) => (err as { message: string }).message);
    expect(reasons.filter((one) => one.includes('answered before'))).toHaveLength(3);
  });
});

describe('an answer that was tampered with', () => {
  const evil: Partial<Said> = { subject: 'evil', attributes: { email: ['evil@school.example'] } };

  it('signs nobody in: the forged assertion has the ID of the signed one', async () => {
    const journey = await leave();
    const whole = signed(assertionFor(journey.request), 'Assertion', key);
    const [, id = ''] = / ID="([^"]+)"/.exec(whole) ?? [];
    const forged = assertionFor(journey.request, evil).replace(/ ID="[^"]+"/, ` ID="${id}"`);
    await refused(journey, responseFor(journey.request, forged + whole), 'same ID');
  });

  it.each(WRAPPINGS)('signs nobody in: $name', async ({ xml }) => {
    const journey = await leave();
    const text = xml(journey.request, key, evil);
    expect(isTrueToNaive(text, key)).toBe(true);
    await refused(journey, text, /another|signature|exactly one/i);
    expect(await usersOf('evil')).toEqual([]);
  });

  it.each<[string, (request: SamlRequest) => string, string | RegExp]>([
    ['unsigned', (request) => responseFor(request, assertionFor(request, evil)), 'Neither'],
    ['signed by another key', (request) => answerTo(request, otherKey, evil), 'Invalid signature'],
    [
      'changed afterwards',
      (request) => answerTo(request, key).replace('person-1', 'person-2'),
      'Invalid signature',
    ],
    [
      'a changed response around a signed assertion that is not ours to see',
      (request) =>
        signed(answerTo(request, key, evil), 'Response', key)
          .replace('status:Success"/>', 'status:Success"></samlp:StatusCode>')
          .replace(
            /IssueInstant="[^"]+" InResponseTo/,
            'IssueInstant="2020-01-01T00:00:00Z" InResponseTo',
          ),
      'Invalid document signature',
    ],
    [
      'RSA-SHA1',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, evil), 'Assertion', key, { signature: RSA_SHA1 }),
        ),
      'rsa-sha1 is not taken',
    ],
    [
      'a digest by SHA-1',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, evil), 'Assertion', key, { digest: SHA1 }),
        ),
      'sha1 is not taken',
    ],
    [
      'no algorithm',
      (request) =>
        answerTo(request, key, evil).replace(/(SignatureMethod Algorithm=")[^"]+/, '$1none'),
      'none is not taken',
    ],
    [
      'HMAC with the certificate as its key',
      (request) =>
        answerTo(request, key, evil).replace(
          /(SignatureMethod Algorithm=")[^"]+/,
          '$1http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        ),
      'hmac-sha1 is not taken',
    ],
    [
      'two elements of one ID',
      (request) =>
        answerTo(request, key, evil).replace(
          /<saml:Subject>/,
          () => '<saml:Subject ID="x" id="x">',
        ),
      'same ID',
    ],
    [
      'an encrypted assertion',
      (request) =>
        responseFor(
          request,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
        ),
      'encrypted',
    ],
    [
      'a comment in the name',
      (request) =>
        answerTo(request, key, { ...evil, subject: 'admin@x.evil' }).replace(
          'admin@x.evil',
          'admin@x<!---->.evil',
        ),
      'a comment',
    ],
    [
      'a document type',
      (request) => `<!DOCTYPE a [<!ENTITY b "c">]>${answerTo(request, key, evil)}`,
      'document type',
    ],
    [
      'an entity bomb',
      (request) =>
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${answerTo(request, key, evil).replace('evil<', '&b;<')}`,
      'document type',
    ],
    [
      'an entity that is not declared',
      (request) => answerTo(request, key, evil).replace('evil<', '&b;<'),
      'not well-formed',
    ],
    [
      'a processing instruction',
      (request) => answerTo(request, key, evil).replace('evil<', 'ev<?x?>il<'),
      'processing instruction',
    ],
    [
      'too many elements',
      (request) => answerTo(request, key, { ...evil, more: '<a/>'.repeat(2000) }),
      'more than 2000 elements',
    ],
    [
      'elements too deep',
      (request) =>
        answerTo(request, key, { ...evil, more: `${'<a>'.repeat(40)}${'</a>'.repeat(40)}` }),
      'elements in one another',
    ],
    ['no XML', () => 'SAMLResponse', 'not well-formed'],
    [
      'not for us',
      (request) => answerTo(request, key, { ...evil, audience: 'https://other.example' }),
      'audience',
    ],
    [
      'for another recipient',
      (request) => answerTo(request, key, { ...evil, recipient: 'https://other.example/acs' }),
      'Recipient',
    ],
    [
      'for another destination',
      (request) => answerTo(request, key, { ...evil, destination: 'https://other.example/acs' }),
      'Destination',
    ],
    [
      'by another provider',
      (request) => answerTo(request, key, { ...evil, entityId: 'https://other.example' }),
      'Issuer',
    ],
    [
      'a response of another provider around it',
      (request) =>
        responseFor(request, signed(assertionFor(request, evil), 'Assertion', key), {
          entityId: 'https://other.example',
        }),
      'Issuer',
    ],
    [
      'of another question, in the assertion',
      (request) => answerTo(request, key, { ...evil, subjectInResponseTo: '_other' }),
      /InResponseTo/,
    ],
    [
      'expired',
      (request) => answerTo(request, key, { ...evil, notBefore: -20, notOnOrAfter: -10 }),
      'expired',
    ],
    [
      'not valid yet',
      (request) => answerTo(request, key, { ...evil, notBefore: 10, notOnOrAfter: 20 }),
      'not yet valid',
    ],
    [
      'confirmed too long ago',
      (request) => answerTo(request, key, { ...evil, confirmedUntil: -10 }),
      /confirmation|expired/,
    ],
    [
      'of a session that is over',
      (request) => answerTo(request, key, { ...evil, sessionUntil: -10 }),
      'session',
    ],
    [
      'a refusal of the provider',
      (request) =>
        responseFor(request, '', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
      'status:Responder',
    ],
    [
      'a transient name',
      (request) => answerTo(request, key, { ...evil, format: TRANSIENT }),
      'transient',
    ],
    [
      'an address as the name',
      (request) => answerTo(request, key, { ...evil, format: ADDRESS }),
      'not persistent',
    ],
    ['no name at all', (request) => answerTo(request, key, { ...evil, subject: '' }), /1 to 256/],
    [
      'a name of another provider’s people',
      (request) =>
        answerTo(request, key, {
          ...evil,
          nameId:
            '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="https://other.example">evil</saml:NameID>',
        }),
      'NameQualifier',
    ],
  ])('signs nobody in: %s', async (_what, xml, reason) => {
    const journey = await leave();
    await refused(journey, xml(journey.request), reason);
    expect(await usersOf('evil')).toEqual([]);
  });

  it('is not read where it is too large, and says so', async () => {
    const { here, request } = await leave();
    const post = (length: number) =>
      here.post(request.consumer, {
        SAMLResponse: 'A'.repeat(length),
        RelayState: request.relayState,
      });
    const large = await post(257 * 1024);
    expect([large.status, large.headers.get('content-type')]).toEqual([
      413,
      expect.stringContaining('text/html'),
    ]);
    expect((await post(600 * 1024)).status).toBe(413);
  });

  it('holds nobody else up while it is verified', async () => {
    const journey = await leave();
    const more = Array.from({ length: 1800 }, (_, at) => `<saml:Advice x="${at}"/>`).join('');
    const xml = answerTo(journey.request, otherKey, { ...evil, more });
    let longestMs = 0;
    let lastMs = performance.now();
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 5);
    const [, other] = await Promise.all([
      refused(journey, xml, 'Invalid signature'),
      leave().then(async (quick) =>
        comeBack(quick, answerTo(quick.request, key, { subject: 'a7c1-lovelace' })),
      ),
    ]);
    clearInterval(watch);

    expect(other.status).toBe(302);
    expect(longestMs).toBeLessThan(1000);
  });
});

describe('the file of providers', () => {
  const read = async (saml: object, more: object = {}): Promise<unknown> => {
    const file = join(folder, 'checked.json');
    await writeFile(file, JSON.stringify([{ id: 'x', name: 'X', saml, ...more }]));
    return readUpstreams(file);
  };
  const inline = () => ({ entity_id: ENTITY_ID, sso_url: SSO, certificates: [key.certificate] });

  it('has its provider in the file or as its metadata, with all of its keys', async () => {
    await writeFile(
      join(folder, 'two.xml'),
      providerMetadata([key.certificate, nextKey.certificate]),
    );
    const [entry] = (await read({ metadata_file: join(folder, 'two.xml') })) as {
      saml: { certificates: string[]; sso_url: string };
    }[];
    expect(entry?.saml.certificates).toHaveLength(2);
    expect(entry?.saml.sso_url).toBe(SSO);
  });

  it.each<[string, () => object, object, string | RegExp]>([
    ['no certificate', () => ({ ...inline(), certificates: [] }), {}, 'certificates'],
    [
      'what is no certificate',
      () => ({ ...inline(), certificates: ['AAAA'] }),
      {},
      'certificates: 1 is no certificate',
    ],
    ['an address that is none', () => ({ ...inline(), sso_url: 'idp.example' }), {}, 'sso_url'],
    ['a member that is unknown', () => ({ ...inline(), encrypted: true }), {}, 'encrypted'],
    [
      'a key that is written there',
      () => ({ ...inline(), signing: { key: 'x', certificate: 'y' } }),
      {},
      'signing',
    ],
    ['a file that is missing', () => ({ metadata_file: '/nowhere/idp.xml' }), {}, 'metadata_file'],
    ['both protocols', () => inline(), { issuer: 'https://x.example' }, 'no issuer'],
    ['a role that is none', () => inline(), { roles: { a: 'teacher' } }, 'roles: a'],
    [
      'half of a pair',
      () => ({ ...inline(), signing_key_file: join(folder, 'sp.key') }),
      {},
      'signing_certificate_file',
    ],
    [
      'keys that are no pair',
      () => ({
        ...inline(),
        signing_key_file: join(folder, 'sp.key'),
        signing_certificate_file: join(folder, 'other.pem'),
      }),
      {},
      'pair',
    ],
  ])('is refused with %s', async (_what, saml, more, reason) => {
    await writeFile(join(folder, 'other.pem'), key.certificate);
    await expect(read(saml(), more)).rejects.toThrow(reason);
  });

  it('is refused with an RSA key that is too short', async () => {
    const { certificate } = await samlKey(1024);
    await expect(read({ ...inline(), certificates: [certificate] })).rejects.toThrow('2048 bits');
  });
});
