import { createVerify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { actionOf, hiddenFields } from '../browser.js';
import { codeOf, keyOn, secondStep } from '../factors/factor-flows.js';
import { allow, json } from '../flows.js';
import { passwordOf } from '../running-auth.js';
import { SamlFlow } from './saml-flow.js';
import {
  ADDRESS,
  answerTo,
  assertionFor,
  responseFor,
  signed,
  SSO,
  TRANSIENT,
  type SamlRequest,
} from './saml-provider.js';

const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3';

let flow: SamlFlow;
let keys: SamlFlow['keys'];
beforeAll(async () => {
  flow = await SamlFlow.start();
  ({ keys } = flow);
}, 120_000);
afterAll(() => flow.close());

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
    const { address, request } = await flow.leave();
    const url = new URL(address);

    expect(address.startsWith('https://idp.school.example/sso?tenant=7&')).toBe(true);
    expect(request).toMatchObject({
      issuer: `${flow.auth.url}/upstream/school/metadata`,
      consumer: `${flow.auth.url}/upstream/school/acs`,
      destination: SSO,
    });
    expect(request.xml).toContain('nameid-format:persistent');
    expect(request.relayState.length).toBeLessThanOrEqual(80);
    const [, text = ''] = /(SAMLRequest=.*)&Signature=/.exec(url.search) ?? [];
    const isGenuine = createVerify('RSA-SHA256')
      .update(text)
      .verify(keys.otherKey.certificate, url.searchParams.get('Signature') ?? '', 'base64');
    expect(isGenuine).toBe(true);
  });

  it('makes an account with name, address and the roles of the mapping, and finds it again by the persistent name', async () => {
    const journey = await flow.leave();
    const end = await flow.comeBack(journey, answerTo(journey.request, keys.key, ada));
    const { access_token, id_token = '' } = await flow.tokensOf(journey, end);

    expect(decodeJwt(access_token)).toMatchObject({
      ...{ userId: 'lovelace', userName: 'Ada Lovelace', roles: ['teacher'] },
    });
    expect(decodeJwt(id_token)).toMatchObject({ acr: 'urn:sextant:upstream' });
    expect(await flow.usersOf('lovelace')).toMatchObject([
      { email: 'lovelace@school.example', is_verified: false },
    ]);

    const again = await flow.leave();
    const moved = { ...ada, attributes: { [MAIL]: ['other@school.example'], groups: ['heads'] } };
    const later = await flow.tokensOf(
      again,
      await flow.comeBack(again, answerTo(again.request, keys.key, moved)),
    );
    expect(decodeJwt(later.access_token)).toMatchObject({
      ...{ userId: 'lovelace', roles: ['manager', 'teacher'] },
    });
  });

  it('takes away the roles of groups that somebody has left, and keeps those that were given here', async () => {
    const [{ id } = { id: '' }] = await flow.usersOf('lovelace');
    await flow.call('PATCH', `/users/${id}`, { roles: ['manager', 'teacher', 'librarian'] });
    const journey = await flow.leave();
    const none = { ...ada, attributes: {} };
    const end = await flow.comeBack(journey, answerTo(journey.request, keys.key, none));

    expect(decodeJwt((await flow.tokensOf(journey, end)).access_token)['roles']).toEqual([
      'librarian',
    ]);
    const audit = await json<{ records: { actor: string; type: string }[] }>(
      await flow.call('GET', '/audit?type=user.changed'),
    );
    expect(JSON.stringify(audit)).toContain('upstream:school');
  });

  it.each<[string, (request: SamlRequest) => string]>([
    ['its next key', (request) => answerTo(request, keys.nextKey, ada)],
    [
      'a signature of the response alone',
      (request) => signed(responseFor(request, assertionFor(request, ada)), 'Response', keys.key),
    ],
    ['both signed', (request) => signed(answerTo(request, keys.key, ada), 'Response', keys.key)],
    [
      'RSA-SHA512',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, ada), 'Assertion', keys.key, {
            signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
            digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
          }),
        ),
    ],
  ])('takes %s', async (_what, xml) => {
    const journey = await flow.leave();
    const end = await flow.comeBack(journey, xml(journey.request));

    expect(decodeJwt((await flow.tokensOf(journey, end)).access_token)['userId']).toBe('lovelace');
  });

  it('takes somebody in hundreds of groups from a provider that declares its namespaces in each', async () => {
    const declared =
      'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
    const groups = ['cn=Teachers', ...Array.from({ length: 600 }, (_, at) => `cn=Group ${at}`)];
    const journey = await flow.leave();
    const assertion = assertionFor(journey.request, {
      ...ada,
      attributes: { ...ada.attributes, groups },
    }).replaceAll('<saml:AttributeValue>', `<saml:AttributeValue ${declared}>`);
    const end = await flow.comeBack(
      journey,
      responseFor(journey.request, signed(assertion, 'Assertion', keys.key)),
    );

    expect(decodeJwt((await flow.tokensOf(journey, end)).access_token)['roles']).toContain(
      'teacher',
    );
  });

  it('asks who is unknown to sign in here once, links, tells the user, and needs no password then', async () => {
    const said = { subject: 'alan-1', attributes: { email: ['alan@example.org'] } };
    const first = await flow.leave('plain');
    expect(first.request.issuer).toBe('urn:sextant:plain');
    const unknown = await flow.comeBack(first, answerTo(first.request, keys.key, said));
    expect(unknown.text).toContain('No account here belongs to yours at Plain.');
    expect((await allow(first.here, unknown, 'alan')).status).toBe(302);
    expect((await flow.mail.next('alan@example.org')).text).toContain(
      'A sign-in by Plain was added',
    );

    const second = await flow.leave('plain');
    const end = await flow.comeBack(second, answerTo(second.request, keys.key, said));
    expect(decodeJwt((await flow.tokensOf(second, end)).access_token)['userId']).toBe('alan');
  });

  it('asks for the second factor that the roles of a new link demand', async () => {
    const [username, email] = ['dijkstra', 'dijkstra@example.org'];
    await flow.call('POST', '/users', { username, email, password: passwordOf(username) });
    const said = { subject: 'guard-1', attributes: { groups: ['guards'] } };
    const journey = await flow.leave('plain');
    const unknown = await flow.comeBack(journey, answerTo(journey.request, keys.key, said));
    const asked = await allow(journey.here, unknown, username);

    expect([asked.status, asked.location]).toEqual([200, undefined]);
    const end = await secondStep(journey.here, asked, codeOf(keyOn(asked)));
    const { access_token } = await flow.tokensOf(journey, end);
    expect(decodeJwt(access_token)).toMatchObject({
      ...{ userId: username, roles: ['guard'], acr: 'urn:sextant:mfa' },
    });
  });

  it('gives no account over by an address, unless the operator says so and it is verified here', async () => {
    const grace = { subject: 'grace-1', attributes: { email: ['grace@example.org'] } };
    const alone = await flow.leave('school');
    const page = await flow.comeBack(alone, answerTo(alone.request, keys.key, grace));
    expect(page.text).toContain('No account here belongs to yours at School.');

    const unverified = await flow.leave('trusted');
    const ada = { subject: 'ada-1', attributes: { email: ['ada@example.org'] } };
    const other = await flow.comeBack(unverified, answerTo(unverified.request, keys.key, ada));
    expect(other.text).toContain('No account here belongs to yours at Trusted.');
    await flow.auth.database.query(
      `UPDATE auth_user SET is_verified = true WHERE username = 'ada'`,
    );
    const admin = await flow.leave('trusted');
    const never = await flow.comeBack(admin, answerTo(admin.request, keys.key, ada));
    expect(never.text).toContain('No account here belongs to yours at Trusted.');

    const lookalike = await flow.leave('trusted');
    const fullWidth = { subject: 'evil-1', attributes: { email: ['gr\uFF41ce@example.org'] } };
    const none = await flow.comeBack(lookalike, answerTo(lookalike.request, keys.key, fullWidth));
    expect(none.text).toContain('No account here belongs to yours at Trusted.');

    const grace2 = { ...grace, attributes: { email: ['Grace@Example.org'] } };
    const trusted = await flow.leave('trusted');
    const end = await flow.comeBack(trusted, answerTo(trusted.request, keys.key, grace2));
    expect(decodeJwt((await flow.tokensOf(trusted, end)).access_token)['userId']).toBe('grace');
  });

  it('knows people by the attribute that the operator names, whatever the NameID is', async () => {
    const said = (nameId: string) => ({
      ...{ format: TRANSIENT, subject: nameId },
      attributes: { employee: ['4711'], uid: ['turing'], email: ['turing@school.example'] },
    });
    const [first, second] = [await flow.leave('attribute'), await flow.leave('attribute')];
    expect(first.request.xml).not.toContain('nameid-format:persistent');
    await flow.comeBack(first, answerTo(first.request, keys.key, said('_one')));
    const end = await flow.comeBack(second, answerTo(second.request, keys.key, said('_two')));

    expect(decodeJwt((await flow.tokensOf(second, end)).access_token)['userId']).toBe('turing');
  });

  it('knows people by a NameID of another format where the operator says that it lasts', async () => {
    const journey = await flow.leave('lasting');
    const said = {
      format: ADDRESS,
      subject: 'kay@school.example',
      attributes: { email: ['kay@school.example'], uid: ['kay'] },
    };
    const end = await flow.comeBack(journey, answerTo(journey.request, keys.key, said));
    expect(decodeJwt((await flow.tokensOf(journey, end)).access_token)['userId']).toBe('kay');

    const transient = await flow.leave('lasting');
    await flow.refused(
      transient,
      answerTo(transient.request, keys.key, { ...said, format: TRANSIENT }),
      'transient',
    );
  });
});

describe('the page that an answer is sent once more from', () => {
  it('is ours, runs no script but our own file, and works by a press as well', async () => {
    const { request } = await flow.leave();
    const page = await flow.postFromThere(
      request.consumer,
      answerTo(request, keys.key),
      '"><script>',
    );

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.text).toContain('submit.js');
    expect(page.text).toContain('<button type="submit"');
    expect(page.text).not.toContain('"><script>');
    expect(new URL(actionOf(page), flow.auth.url).origin).toBe(flow.auth.url);
    expect(hiddenFields(page.text)).toMatchObject({ again: 'yes' });
  });
});

describe('metadata of our side', () => {
  it('names the entity, the assertion consumer and the certificate of requests', async () => {
    const answer = await fetch(`${flow.auth.url}/upstream/school/metadata`);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(text).toContain(`entityID="${flow.auth.url}/upstream/school/metadata"`);
    expect(text).toContain(`Location="${flow.auth.url}/upstream/school/acs"`);
    expect(text).toContain('bindings:HTTP-POST');
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain('WantAssertionsSigned="true"');
    const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(text) ?? [];
    const { raw } = new X509Certificate(keys.otherKey.certificate);
    expect(Buffer.from(certificate, 'base64').equals(raw)).toBe(true);
    expect(text).not.toContain('PRIVATE');
  });

  it('is there for providers of SAML alone', async () => {
    expect((await fetch(`${flow.auth.url}/upstream/nobody/metadata`)).status).toBe(404);
    const plain = await (await fetch(`${flow.auth.url}/upstream/plain/metadata`)).text();
    expect(plain).toContain('entityID="urn:sextant:plain"');
    expect(plain).not.toContain('KeyDescriptor');
  });
});
