import { timingSafeEqual } from 'node:crypto';
import { isEmail } from 'class-validator';
import type { Clock, Random } from '@sextant/platform-runtime/clock';
import { sessionStart, SKEW_MS } from '../fresh-sign-in.js';
import { identityText, subjectText } from '../identity-text.js';
import { governedBy, rolesOf, type RoleMapping } from '../role-mapping.js';
import type { UpstreamEntry } from '../upstream-file.js';
import type {
  Departure,
  Upstream,
  UpstreamChecks,
  UpstreamIdentity,
  UpstreamLogout,
} from '../upstreams.js';
import {
  readAssertion,
  requireAnswer,
  subjectOf,
  type AssertedPerson,
  type Expected,
} from './assertion.js';
import { shapeOf } from './response-shape.js';
import { readAssertionXml, readResponse } from './response-text.js';
import { pemOf, type SamlEntry } from './saml-file.js';
import { PERSISTENT } from './saml-names.js';
import type { SamlThreads } from './saml-threads.js';
import { nodesOf } from './xml-tree.js';

/** Names of attributes that are tried where the operator names none: as they are, by X.500, by Microsoft. */
const USUAL_NAMES = {
  email: [
    ...['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    ...['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'],
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
  preferred_username: ['username', 'uid', 'urn:oid:0.9.2342.19200300.100.1.1'],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
} as const;

export interface SamlUses {
  readonly threads: SamlThreads;
  readonly clock: Clock;
  readonly random: Random;
}

interface Question {
  readonly requestId?: string;
  readonly isFresh?: boolean;
}

/** A provider of SAML 2.0 (Web Browser SSO Profile): requests by HTTP-Redirect, answers by HTTP-POST. */
export class SamlUpstream implements Upstream {
  readonly id: string;
  readonly issuer: string;
  readonly name: string;
  readonly createsAccounts: boolean;
  readonly linksByEmail: boolean;
  readonly governedRoles: ReadonlySet<string>;
  readonly #roles: RoleMapping;
  readonly #entityId: string;
  readonly #consumer: string;
  readonly #certificates: readonly string[];

  constructor(
    private readonly entry: UpstreamEntry,
    private readonly saml: SamlEntry,
    issuer: string,
    private readonly uses: SamlUses,
  ) {
    this.id = entry.id;
    this.issuer = saml.entity_id;
    this.name = entry.name;
    this.createsAccounts = entry.create_accounts === true;
    this.linksByEmail = entry.link_by_email === true;
    this.#roles = entry.roles ?? {};
    this.governedRoles = governedBy(this.#roles);
    this.#entityId = entry.client_id ?? `${issuer}/upstream/${entry.id}/metadata`;
    this.#consumer = `${issuer}/upstream/${entry.id}/acs`;
    this.#certificates = saml.certificates.map(pemOf);
  }

  async begin({ isFresh }: Departure) {
    const { random, clock } = this.uses;
    const nonce = `_${random.bytes(20).toString('hex')}`;
    const state = random.bytes(16).toString('base64url');
    const client = await this.#client({ requestId: nonce, isFresh });
    const url = await client.getAuthorizeUrlAsync(state, undefined, {});
    const checks = { state, nonce, verifier: '' };
    return { url, checks: isFresh ? { ...checks, freshSinceMs: clock.nowMs() } : checks };
  }

  async finish(answer: URLSearchParams, checks: UpstreamChecks): Promise<UpstreamIdentity> {
    if (!isSame(answer.get('RelayState') ?? '', checks.state)) {
      throw new Error('The RelayState is not that of the request.');
    }
    const { encoded, root } = readResponse(answer.get('SAMLResponse') ?? '');
    const expected: Expected = {
      ...{ provider: this.saml.entity_id, audience: this.#entityId, consumer: this.#consumer },
      ...{ requestId: checks.nonce, nowMs: this.uses.clock.nowMs() },
      freshSinceMs: checks.freshSinceMs,
    };
    const isResponseSigned = root.children.some(({ name }) => name === 'Signature');
    requireAnswer(root, expected, isResponseSigned);
    const { audience, consumer, requestId } = expected;
    const question = {
      ...{ encoded, audience, consumer, requestId, ...shapeOf(root) },
      ...{ certificates: this.#certificates, skewMs: SKEW_MS },
    };
    const signed = await this.uses.threads.verify(question, nodesOf(root));
    const person = readAssertion(readAssertionXml(signed), expected);
    return { ...this.#identityOf(person), signedInMs: sessionStart(person.signedInMs, expected) };
  }

  readLogout(): Promise<UpstreamLogout> {
    return Promise.reject(new Error('Providers of SAML sign nobody out here.'));
  }

  /** What the provider has to know of us (metadata, section 2.4.4). */
  async metadata(): Promise<string> {
    const client = await this.#client();
    return client.generateServiceProviderMetadata(null, this.saml.signing?.certificate);
  }

  /** Loaded with the first use of a provider; most services have none. */
  async #client({ requestId, isFresh = false }: Question = {}) {
    const { SAML } = await import('@node-saml/node-saml');
    const { sso_url: entryPoint, signing } = this.saml;
    return new SAML({
      ...{ entryPoint, issuer: this.#entityId, callbackUrl: this.#consumer },
      idpCert: [...this.#certificates],
      identifierFormat: this.entry.claims?.['sub'] === undefined ? PERSISTENT : null,
      // How somebody signs in there is the provider's matter.
      disableRequestedAuthnContext: true,
      // Core, section 3.4.1.
      forceAuthn: isFresh,
      wantAssertionsSigned: true,
      ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
      ...(signing === undefined ? {} : { privateKey: signing.key, signatureAlgorithm: 'sha256' }),
    });
  }

  #identityOf(person: AssertedPerson): UpstreamIdentity {
    const names = this.entry.claims ?? {};
    const values = (claim: keyof typeof USUAL_NAMES): readonly string[] => {
      const tried = names[claim] === undefined ? USUAL_NAMES[claim] : [names[claim]];
      return (
        tried.map((name) => person.attributes.get(name)).find((one) => one !== undefined) ?? []
      );
    };
    const text = (claim: keyof typeof USUAL_NAMES) => identityText(values(claim)[0]);
    const email = text('email');
    return {
      subject: subjectText(subjectOf(person, names['sub'])),
      email: isEmail(email) ? email : undefined,
      // SAML has no word for it: the operator vouches for the provider's addresses, or nobody does.
      isEmailVerified: this.linksByEmail,
      name: text('name')?.slice(0, 100),
      username: text('preferred_username'),
      sid: undefined,
      roles: rolesOf(this.#roles, values('groups')),
    };
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
