import { isEmail } from 'class-validator';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import type * as openid from 'openid-client';
import type { Clock } from '@sextant/platform-runtime/clock';
import { lazily } from '@sextant/platform-runtime/promises';
import type {
  Departure,
  Upstream,
  UpstreamChecks,
  UpstreamIdentity,
  UpstreamLogout,
} from './upstreams.js';
import { requireFresh, sessionStart } from './fresh-sign-in.js';
import { identityText, subjectText } from './identity-text.js';
import { governedBy, rolesOf, type RoleMapping } from './role-mapping.js';
import type { UpstreamEntry } from './upstream-file.js';

type Claims = Readonly<Record<string, unknown>>;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TIMEOUT_SECONDS = 5;

/** Loaded with the first use of a provider; most have none. */
const client = () => import('openid-client');

/** A provider of OpenID Connect by its issuer, or one of OAuth alone by its addresses. */
export class OpenidUpstream implements Upstream {
  readonly id: string;
  readonly issuer: string;
  readonly name: string;
  readonly createsAccounts: boolean;
  readonly linksByEmail: boolean;
  readonly governedRoles: ReadonlySet<string>;
  readonly #redirectUri: string;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(
    private readonly entry: UpstreamEntry,
    issuer: string,
    private readonly clock: Clock,
  ) {
    this.id = entry.id;
    this.issuer = entry.issuer ?? new URL(entry.authorization_endpoint ?? '').origin;
    this.name = entry.name;
    this.createsAccounts = entry.create_accounts === true;
    this.linksByEmail = entry.link_by_email === true;
    this.governedRoles = governedBy(entry.roles ?? {});
    this.#redirectUri = `${issuer}/upstream/${entry.id}/callback`;
  }

  async begin({ isFresh }: Departure) {
    const openid = await client();
    const config = await this.#config();
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      ...(isFresh ? { freshSinceMs: this.clock.nowMs() } : {}),
    };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: (this.entry.scopes ?? ['openid', 'profile', 'email']).join(' '),
      state: checks.state,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(this.#isOpenid ? { nonce: checks.nonce } : {}),
      // Core, section 3.1.2.1. Not `prompt=login`, which some answer by an error.
      ...(this.#isOpenid && isFresh ? { max_age: '0' } : {}),
    });
    return { url: url.href, checks };
  }

  async finish(answer: URLSearchParams, checks: UpstreamChecks): Promise<UpstreamIdentity> {
    const config = await this.#config();
    const openid = await client();
    const address = new URL(this.#redirectUri);
    address.search = answer.toString();
    const tokens = await openid.authorizationCodeGrant(config, address, {
      expectedState: checks.state,
      pkceCodeVerifier: checks.verifier,
      ...(this.#isOpenid ? { expectedNonce: checks.nonce, idTokenExpected: true } : {}),
    });
    const claims = this.#isOpenid
      ? await ofOpenid(config, tokens)
      : await this.#ofOauth(config, tokens.access_token);
    // Who ignores `max_age` does not say when, either. Userinfo may say it as text; what is no number is no time.
    const signedInMs = Number(claims['auth_time'] ?? this.clock.nowMs() / 1000) * 1000;
    const freshness = { freshSinceMs: checks.freshSinceMs, nowMs: this.clock.nowMs() };
    requireFresh(signedInMs, freshness);
    const identity = identityOf(claims, this.entry);
    return { ...identity, signedInMs: sessionStart(signedInMs, freshness) };
  }

  async readLogout(token: string): Promise<UpstreamLogout> {
    const metadata = (await this.#config()).serverMetadata();
    const { jwks_uri: address, issuer } = metadata;
    if (!this.#isOpenid || address === undefined) throw new Error('It has no key set.');
    // Kept: a stranger's token makes nobody ask for them again.
    this.#keys ??= createRemoteJWKSet(new URL(address), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
    });
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer,
      audience: this.entry.client_id ?? '',
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: '5m',
    });
    return logoutOf(payload, this.entry);
  }

  get #isOpenid(): boolean {
    return this.entry.issuer !== undefined;
  }

  /** Asked for when it is needed: a provider that is away keeps nobody else from signing in. */
  readonly #config = lazily(() => this.#configure());

  async #configure(): Promise<openid.Configuration> {
    const openid = await client();
    const { issuer, client_id: id = '', client_secret: secret } = this.entry;
    const authentication = secret === undefined ? openid.None() : openid.ClientSecretPost(secret);
    if (issuer === undefined) return await this.#configureOauth(authentication);
    const isPlain = issuer.startsWith('http:');
    const config = await openid.discovery(new URL(issuer), id, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      // The signature of ID tokens is checked, although they come straight from the provider.
      execute: [
        openid.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out: it is for http, which the operator has written
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    });
    return config;
  }

  async #configureOauth(authentication: openid.ClientAuth): Promise<openid.Configuration> {
    const openid = await client();
    const { authorization_endpoint = '', token_endpoint = '', client_id: id = '' } = this.entry;
    const server = {
      issuer: new URL(authorization_endpoint).origin,
      authorization_endpoint,
      token_endpoint,
    };
    const config = new openid.Configuration(server, id, undefined, authentication);
    config.timeout = TIMEOUT_SECONDS;
    // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out: it is for http, which the operator has written
    if (token_endpoint.startsWith('http:')) openid.allowInsecureRequests(config);
    return config;
  }

  async #ofOauth(config: openid.Configuration, token: string): Promise<Claims> {
    const openid = await client();
    const { userinfo_endpoint = '' } = this.entry;
    const response = await openid.fetchProtectedResource(
      config,
      token,
      new URL(userinfo_endpoint),
      'GET',
    );
    if (!response.ok) throw new Error(`${userinfo_endpoint} answers ${response.status}.`);
    return (await response.json()) as Claims;
  }
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** The name and the address are often at userinfo alone. */
async function ofOpenid(config: openid.Configuration, tokens: Tokens): Promise<Claims> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('There is no ID token.');
  if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const openid = await client();
  const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}

interface Mappings {
  /** Where each claim is to be found, if not under its own name; `a.b` is a member of a member. */
  readonly claims?: Readonly<Record<string, string>>;
  readonly roles?: RoleMapping;
}

function identityOf(
  claims: Claims,
  { claims: names = {}, roles = {} }: Mappings,
): UpstreamIdentity {
  const read = (name: string): unknown => memberOf(claims, names[name] ?? name);
  const text = (name: string): string | undefined => identityText(read(name));
  const email = text('email');
  return {
    subject: subjectText(read('sub')),
    email: isEmail(email) ? email : undefined,
    isEmailVerified: read('email_verified') === true,
    name: text('name')?.slice(0, 100),
    username: text('preferred_username'),
    sid: text('sid'),
    roles: rolesOf(roles, textsOf(read('groups'))),
  };
}

/** A name with dots in it is that of a claim, such as `https://school.example/groups`, or a way into one. */
const memberOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name.split('.').reduce<unknown>((from, part) => ownOf(from, part), claims);

const ownOf = (from: unknown, part: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, part)
    ? (from as Claims)[part]
    : undefined;

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one) => typeof one === 'string');

/**
 * OpenID Connect Back-Channel Logout 1.0 section 2.6. Whom it is about is read as at the sign-in: the `sub` of a person may be what another
 * claim says of somebody else.
 */
function logoutOf(payload: JWTPayload, { claims: names = {} }: Mappings): UpstreamLogout {
  if (!isLogoutToken(payload)) throw new Error('This is no logout token.');
  const subject = memberOf(payload, names['sub'] ?? 'sub');
  const sid = identityText(memberOf(payload, names['sid'] ?? 'sid'));
  if (subject === undefined && sid === undefined) throw new Error('It names nobody.');
  const { jti = '' } = payload;
  return { subject: subject === undefined ? undefined : subjectText(subject), jti, sid };
}

const isLogoutToken = ({ events, nonce }: JWTPayload & Claims): boolean =>
  typeof events === 'object' && events !== null && LOGOUT_EVENT in events && nonce === undefined;
