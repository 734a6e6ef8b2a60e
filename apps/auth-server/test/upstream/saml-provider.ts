import 'reflect-metadata';
import { KeyObject, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { X509CertificateGenerator } from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

const RSA = {
  ...{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, hash: 'SHA-256' },
  publicExponent: new Uint8Array([1, 0, 1]),
};
const MINUTE_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
export const ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** A key of a provider, in PEM, with its certificate. */
export interface SamlKey {
  readonly key: string;
  readonly certificate: string;
}

export async function samlKey(modulusLength = 2048): Promise<SamlKey> {
  const keys = await crypto.subtle.generateKey({ ...RSA, modulusLength }, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Identity provider of the tests', keys, signingAlgorithm: RSA },
    ...{ serialNumber: '01', notBefore: inMs(-MINUTE_MS), notAfter: inMs(60 * MINUTE_MS) },
  });
  return {
    key: String(KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })),
    certificate: certificate.toString('pem'),
  };
}

/** What our side has asked. */
export interface SamlRequest {
  readonly id: string;
  readonly issuer: string;
  readonly consumer: string;
  readonly destination: string;
  readonly relayState: string;
  readonly xml: string;
}

export function readRequest(address: string): SamlRequest {
  const { searchParams } = new URL(address);
  const deflated = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = inflateRawSync(deflated).toString('utf8');
  const of = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  return {
    id: of(/ ID="([^"]+)"/),
    issuer: of(/<saml:Issuer[^>]*>([^<]+)</),
    consumer: of(/AssertionConsumerServiceURL="([^"]+)"/),
    destination: of(/ Destination="([^"]+)"/),
    relayState: searchParams.get('RelayState') ?? '',
    xml,
  };
}

const inMs = (ms: number): Date => new Date(Date.now() + ms);
const time = (minutes: number): string => inMs(minutes * MINUTE_MS).toISOString();
const newId = (): string => `_${randomBytes(12).toString('hex')}`;

/** What an answer says; everything can be wrong. */
export interface Said {
  readonly entityId: string;
  readonly subject: string;
  readonly format: string;
  /** XML in the place of the NameID, if not empty. */
  readonly nameId: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly inResponseTo: string;
  readonly subjectInResponseTo: string;
  readonly destination: string;
  readonly recipient: string;
  readonly audience: string;
  readonly status: string;
  /** Minutes from now. */
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly confirmedUntil: number;
  readonly sessionUntil: number;
  readonly signedIn: number;
  /** XML before all that the assertion holds. */
  readonly more: string;
}

export const ENTITY_ID = 'https://idp.school.example/saml';
export const SSO = 'https://idp.school.example/sso?tenant=7';

const keyDescriptor = (certificate: string): string =>
  `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/** What the provider says of itself. */
export const providerMetadata = (certificates: readonly string[]): string =>
  `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${ENTITY_ID}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates.map(keyDescriptor).join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.school.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SSO}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

const trueTo = (request: SamlRequest): Said => ({
  ...{ entityId: ENTITY_ID, subject: 'person-1', format: PERSISTENT, nameId: '', more: '' },
  ...{ audience: request.issuer, recipient: request.consumer, destination: request.consumer },
  ...{ inResponseTo: request.id, subjectInResponseTo: request.id, attributes: {} },
  ...{ notBefore: -1, notOnOrAfter: 5, confirmedUntil: 5, sessionUntil: 60, signedIn: 0 },
  status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
});

const attribute = ([name, values]: [string, readonly string[]]): string =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

/** An assertion that is true to a request, but for what is given; it is not signed yet. */
export function assertionFor(request: SamlRequest, given: Partial<Said> = {}): string {
  const said = { ...trueTo(request), ...given };
  const ownName = `<saml:NameID Format="${said.format}">${said.subject}</saml:NameID>`;
  const attributes = Object.entries(said.attributes).map(attribute).join('');
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${newId()}" Version="2.0" IssueInstant="${time(0)}">`,
    `<saml:Issuer>${said.entityId}</saml:Issuer>${said.more}`,
    `<saml:Subject>${said.nameId === '' ? ownName : said.nameId}<saml:SubjectConfirmation Method="${BEARER}">`,
    `<saml:SubjectConfirmationData InResponseTo="${said.subjectInResponseTo}" Recipient="${said.recipient}"`,
    ` NotOnOrAfter="${time(said.confirmedUntil)}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${time(said.notBefore)}" NotOnOrAfter="${time(said.notOnOrAfter)}">`,
    `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${time(said.signedIn)}" SessionNotOnOrAfter="${time(said.sessionUntil)}"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributes === '' ? '' : `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

/** A response around assertions; it is not signed yet. */
export function responseFor(
  request: SamlRequest,
  inner: string,
  given: Partial<Said> = {},
): string {
  const said = { ...trueTo(request), ...given };
  return [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${newId()}" Version="2.0" IssueInstant="${time(0)}"`,
    ` InResponseTo="${said.inResponseTo}" Destination="${said.destination}">`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${said.entityId}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>`,
    inner,
    '</samlp:Response>',
  ].join('');
}

export interface SigningWay {
  readonly signature?: string;
  readonly digest?: string;
}

/** Signs the first element of that name, as providers do: the signature follows its issuer. */
export function signed(
  xml: string,
  element: 'Assertion' | 'Response',
  { key, certificate }: SamlKey,
  {
    signature = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
  }: SigningWay = {},
): string {
  const signer = new SignedXml({
    ...{ privateKey: key, publicCert: certificate },
    ...{ signatureAlgorithm: signature, canonicalizationAlgorithm: C14N },
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signer.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', C14N],
    digestAlgorithm: digest,
  });
  signer.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** The usual answer: its assertion is signed. */
export const answerTo = (request: SamlRequest, key: SamlKey, said: Partial<Said> = {}): string =>
  responseFor(request, signed(assertionFor(request, said), 'Assertion', key), said);

/** Whether somebody who looks no closer takes it: there is a signature, and what it refers to is what was signed. */
export function isTrueToNaive(xml: string, { certificate }: SamlKey): boolean {
  const [signature = ''] = /<(?:ds:)?Signature[ >].*<\/(?:ds:)?Signature>/s.exec(xml) ?? [];
  const verifier = new SignedXml({ publicCert: certificate });
  verifier.loadSignature(signature);
  return verifier.checkSignature(xml);
}
