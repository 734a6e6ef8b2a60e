import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, hiddenFields } from '../browser.js';
import { encoded, reasonsIn, SamlFlow } from './saml-flow.js';
import {
  ADDRESS,
  answerTo,
  assertionFor,
  isTrueToNaive,
  responseFor,
  signed,
  TRANSIENT,
  type Said,
  type SamlKey,
  type SamlRequest,
} from './saml-provider.js';
import { WRAPPINGS } from './saml-wrapping.js';

const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

/** A true signature of the same SignedInfo by RSA-SHA1, which a verifier finds that takes the first method. */
function reSigned(signature: string, { key }: SamlKey): string {
  const [info = ''] = /<SignedInfo>.*<\/SignedInfo>/s.exec(signature) ?? [];
  const canonical = info.replace('<SignedInfo>', `<SignedInfo xmlns="${XMLDSIG}">`);
  const opened = canonical.replaceAll(/<([\w]+)( [^>]*)?\/>/g, '<$1$2></$1>');
  const value = createSign('RSA-SHA1').update(opened).sign(key, 'base64');
  const planted = `<KeyInfo><SignatureMethod Algorithm="${RSA_SHA1}"/></KeyInfo>`;
  return `<Signature xmlns="${XMLDSIG}">${planted}${info}<SignatureValue>${value}</SignatureValue></Signature>`;
}

let flow: SamlFlow;
let keys: SamlFlow['keys'];
beforeAll(async () => {
  flow = await SamlFlow.start();
  ({ keys } = flow);
}, 120_000);
afterAll(() => flow.close());

describe('an answer that nobody here has asked for', () => {
  const started = (request: SamlRequest) => answerTo(request, keys.key, { subject: 'mallory' });

  it('signs nobody in, and says so', async () => {
    const { request } = await flow.leave();
    const unasked = { ...request, id: '_made-up' };
    const here = new Browser(flow.auth.url);
    const page = await here.submit(
      await flow.postFromThere(request.consumer, started(unasked), ''),
      {},
    );

    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toContain('Start again.');
    expect(flow.reasons.at(-1)).toContain('has sent no request');
  });

  it('signs nobody in: without InResponseTo, as providers send them that begin', async () => {
    const journey = await flow.leave();
    const xml = started(journey.request).replaceAll(/ InResponseTo="[^"]*"/g, '');
    await flow.refused(journey, xml, 'InResponseTo is absent');
  });

  it('signs nobody in: that of somebody else’s browser', async () => {
    const [mine, theirs] = [await flow.leave(), await flow.leave()];
    const xml = answerTo(mine.request, keys.key, { subject: 'mallory' });
    const page = await flow.comeBack(theirs, xml, mine.request.relayState);

    expect(page.status).toBe(401);
    expect(flow.reasons.at(-1)).toContain('RelayState');
    const again = await flow.leave();
    const other = await flow.comeBack(again, xml, again.request.relayState);
    expect(other.status).toBe(401);
    expect(flow.reasons.at(-1)).toContain('InResponseTo');
  });

  it('signs nobody in: that of another provider', async () => {
    const journey = await flow.leave('plain');
    const request = { ...journey.request, consumer: `${flow.auth.url}/upstream/school/acs` };
    const page = await flow.comeBack({ ...journey, request }, answerTo(request, keys.key));

    expect(page.status).toBe(400);
  });

  it('signs nobody in by a link', async () => {
    const { here, request } = await flow.leave();
    const query = new URLSearchParams({
      SAMLResponse: encoded(answerTo(request, keys.key)),
      RelayState: request.relayState,
    });
    expect((await here.get(`/upstream/school/callback?${query.toString()}`)).status).toBe(404);
  });

  it('is used once, in all replicas', async () => {
    const journey = await flow.leave();
    const { here, request } = journey;
    const xml = answerTo(request, keys.key, {
      subject: 'twice',
      attributes: { email: ['twice@school.example'] },
    });
    const cookie = here.cookieHeader('/upstream/school/acs');
    const page = await flow.postFromThere(request.consumer, xml, request.relayState);
    const send = (url: string) =>
      fetch(`${url}/upstream/school/acs`, {
        ...{ method: 'POST', redirect: 'manual', headers: { cookie } },
        body: new URLSearchParams(hiddenFields(page.text)),
      });
    // Whoever has kept the cookie sends the same to all at once.
    await Promise.all([
      send(flow.auth.url),
      send(flow.replica.url),
      send(flow.auth.url),
      send(flow.replica.url),
    ]);

    const reasons = [flow.auth, flow.replica].flatMap((one) => reasonsIn(one));
    expect(reasons.filter((one) => one.includes('answered before'))).toHaveLength(3);
  });
});

describe('a client that wants a sign-in, not a session', () => {
  it.each([{ prompt: 'login' }, { max_age: '60' }])(
    'has the provider ask again: %o',
    async (asked) => {
      const journey = await flow.leave('school', asked);
      expect(journey.request.xml).toContain('ForceAuthn="true"');

      const who = { subject: 'fresh', attributes: { email: ['fresh@school.example'] } };
      const stale = answerTo(journey.request, keys.key, { ...who, signedIn: -120 });
      await flow.refused(journey, stale, 'before a new sign-in was asked for');
      const ahead = await flow.leave('school', asked);
      const future = answerTo(ahead.request, keys.key, { ...who, signedIn: 120 });
      await flow.refused(ahead, future, 'which is in the future');
      const again = await flow.leave('school', asked);
      const end = await flow.comeBack(again, answerTo(again.request, keys.key, who));
      expect(end.status).toBe(302);
    },
  );

  it('gets a session of the provider where it wants none', async () => {
    const journey = await flow.leave();
    expect(journey.request.xml).not.toContain('ForceAuthn');
    const who = { subject: 'stays', attributes: { email: ['stays@school.example'] } };
    const answer = answerTo(journey.request, keys.key, { ...who, signedIn: -120 });
    expect((await flow.comeBack(journey, answer)).status).toBe(302);
  });
});

describe('an answer that was tampered with', () => {
  const evil: Partial<Said> = { subject: 'evil', attributes: { email: ['evil@school.example'] } };

  it('signs nobody in: the forged assertion has the ID of the signed one', async () => {
    const journey = await flow.leave();
    const whole = signed(assertionFor(journey.request), 'Assertion', keys.key);
    const [, id = ''] = / ID="([^"]+)"/.exec(whole) ?? [];
    const forged = assertionFor(journey.request, evil).replace(/ ID="[^"]+"/, ` ID="${id}"`);
    await flow.refused(journey, responseFor(journey.request, forged + whole), 'same ID');
  });

  it.each(WRAPPINGS)('signs nobody in: $name', async ({ xml }) => {
    const journey = await flow.leave();
    const text = xml(journey.request, keys.key, evil);
    expect(isTrueToNaive(text, keys.key)).toBe(true);
    await flow.refused(journey, text, /another|signature|exactly one/i);
    expect(await flow.usersOf('evil')).toEqual([]);
  });

  it.each<[string, (request: SamlRequest) => string, string | RegExp]>([
    ['unsigned', (request) => responseFor(request, assertionFor(request, evil)), 'Neither'],
    [
      'signed by another key',
      (request) => answerTo(request, keys.otherKey, evil),
      'Invalid signature',
    ],
    [
      'changed afterwards',
      (request) => answerTo(request, keys.key).replace('person-1', 'person-2'),
      'Invalid signature',
    ],
    [
      'a signed response that was changed around an assertion that is signed too',
      (request) =>
        signed(answerTo(request, keys.key, evil), 'Response', keys.key).replace(
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
          signed(assertionFor(request, evil), 'Assertion', keys.key, { signature: RSA_SHA1 }),
        ),
      'rsa-sha1 is not taken',
    ],
    [
      'a digest by SHA-1',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, evil), 'Assertion', keys.key, { digest: SHA1 }),
        ),
      'sha1 is not taken',
    ],
    [
      'no algorithm',
      (request) =>
        answerTo(request, keys.key, evil).replace(/(SignatureMethod Algorithm=")[^"]+/, '$1none'),
      'none is not taken',
    ],
    [
      'HMAC with the certificate as its key',
      (request) =>
        answerTo(request, keys.key, evil).replace(
          /(SignatureMethod Algorithm=")[^"]+/,
          '$1http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        ),
      'hmac-sha1 is not taken',
    ],
    [
      'RSA-SHA1 that the signature names where nobody looks, before the strong one',
      (request) =>
        responseFor(
          request,
          signed(assertionFor(request, evil), 'Assertion', keys.key).replace(
            /<(\w+:)?Signature .*<\/(\w+:)?Signature>/s,
            (whole) => reSigned(whole, keys.key),
          ),
        ),
      'more than one SignatureMethod',
    ],
    [
      'two elements of one ID',
      (request) =>
        answerTo(request, keys.key, evil).replace(
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
        answerTo(request, keys.key, { ...evil, subject: 'admin@x.evil' }).replace(
          'admin@x.evil',
          'admin@x<!---->.evil',
        ),
      'a comment',
    ],
    [
      'a document type',
      (request) => `<!DOCTYPE a [<!ENTITY b "c">]>${answerTo(request, keys.key, evil)}`,
      'document type',
    ],
    [
      'an entity bomb',
      (request) =>
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${answerTo(request, keys.key, evil).replace('evil<', '&b;<')}`,
      'document type',
    ],
    [
      'an entity that is not declared',
      (request) => answerTo(request, keys.key, evil).replace('evil<', '&b;<'),
      'not well-formed',
    ],
    [
      'a processing instruction',
      (request) => answerTo(request, keys.key, evil).replace('evil<', 'ev<?x?>il<'),
      'processing instruction',
    ],
    [
      'too many elements',
      (request) => answerTo(request, keys.key, { ...evil, more: '<a/>'.repeat(2000) }),
      'more than 2000 elements',
    ],
    [
      'too many attributes',
      (request) => {
        const attributes = Array.from({ length: 30 }, (_, at) => ` a${at}=""`).join('');
        return answerTo(request, keys.key, { ...evil, more: `<a${attributes}/>`.repeat(201) });
      },
      'more than 6000 attributes',
    ],
    [
      'elements too deep',
      (request) =>
        answerTo(request, keys.key, { ...evil, more: `${'<a>'.repeat(40)}${'</a>'.repeat(40)}` }),
      'elements in one another',
    ],
    [
      'a name without end, of which the log keeps the beginning',
      (request) =>
        answerTo(request, keys.key, evil).replace(
          /(SignatureMethod Algorithm=")[^"]+/,
          `$1${'x'.repeat(100_000)}`,
        ),
      /^The algorithm x{200} is not taken\.$/,
    ],
    ['no XML', () => 'SAMLResponse', 'not well-formed'],
    [
      'not for us',
      (request) => answerTo(request, keys.key, { ...evil, audience: 'https://other.example' }),
      'audience',
    ],
    [
      'for another recipient',
      (request) => answerTo(request, keys.key, { ...evil, recipient: 'https://other.example/acs' }),
      'Recipient',
    ],
    [
      'for another destination',
      (request) =>
        answerTo(request, keys.key, { ...evil, destination: 'https://other.example/acs' }),
      'Destination',
    ],
    [
      'by another provider',
      (request) => answerTo(request, keys.key, { ...evil, entityId: 'https://other.example' }),
      'Issuer',
    ],
    [
      'a response of another provider around it',
      (request) =>
        responseFor(request, signed(assertionFor(request, evil), 'Assertion', keys.key), {
          entityId: 'https://other.example',
        }),
      'Issuer',
    ],
    [
      'of another question, in the assertion',
      (request) => answerTo(request, keys.key, { ...evil, subjectInResponseTo: '_other' }),
      /InResponseTo/,
    ],
    [
      'expired',
      (request) => answerTo(request, keys.key, { ...evil, notBefore: -20, notOnOrAfter: -10 }),
      'expired',
    ],
    [
      'not valid yet',
      (request) => answerTo(request, keys.key, { ...evil, notBefore: 10, notOnOrAfter: 20 }),
      'not yet valid',
    ],
    [
      'confirmed too long ago',
      (request) => answerTo(request, keys.key, { ...evil, confirmedUntil: -10 }),
      /confirmation|expired/,
    ],
    [
      'of a session that is over',
      (request) => answerTo(request, keys.key, { ...evil, sessionUntil: -10 }),
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
      (request) => answerTo(request, keys.key, { ...evil, format: TRANSIENT }),
      'transient',
    ],
    [
      'an address as the name',
      (request) => answerTo(request, keys.key, { ...evil, format: ADDRESS }),
      'not persistent',
    ],
    [
      'no name at all',
      (request) => answerTo(request, keys.key, { ...evil, subject: '' }),
      /1 to 256/,
    ],
    [
      'a name of another provider’s people',
      (request) =>
        answerTo(request, keys.key, {
          ...evil,
          nameId:
            '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="https://other.example">evil</saml:NameID>',
        }),
      'NameQualifier',
    ],
  ])('signs nobody in: %s', async (_what, xml, reason) => {
    const journey = await flow.leave();
    await flow.refused(journey, xml(journey.request), reason);
    expect(await flow.usersOf('evil')).toEqual([]);
  });

  it('is not read where it is too large, and says so', async () => {
    const { here, request } = await flow.leave();
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

  it('keeps nobody else from signing in while it is verified', async () => {
    const journey = await flow.leave();
    const more = Array.from({ length: 1800 }, (_, at) => `<saml:Advice x="${at}"/>`).join('');
    const xml = answerTo(journey.request, keys.otherKey, { ...evil, more });
    const person = { subject: 'quick', attributes: { email: ['quick@school.example'] } };
    const quick = await flow.leave();
    const [, other] = await Promise.all([
      flow.refused(journey, xml, 'Invalid signature'),
      flow.comeBack(quick, answerTo(quick.request, keys.key, person)),
    ]);

    expect(other.status).toBe(302);
  });
});
