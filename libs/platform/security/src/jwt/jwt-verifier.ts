import type { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { ACCESS_ERRORS } from './access-errors.js';
import { requireProof } from './bound-tokens.js';
import type { JwtConfig } from './jwt-settings.js';
import { resourcesOf } from './protected-resource.js';
import { requireSignIn } from './step-up.js';
import { RevocationFeed, tokenIdOf, type LiveGauge } from './revocation-feed.js';

/** What a verified access token says. */
export interface TokenAccess {
  /** The person's id at auth-server, or the client's when the token is its own. */
  readonly subject: string;
  readonly clientId: string;
  /** What the client's owner shares among clients: the claim `workspace`, else the client itself. */
  readonly workspace: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: Date;
  /** What narrows the scopes (RFC 9396): whoever knows a `type` obeys it. */
  readonly authorizationDetails: readonly AuthorizationDetail[];
  /** Absent when the token is a client's own. */
  readonly person: PersonOfToken | undefined;
}

export interface AuthorizationDetail extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

export interface PersonOfToken {
  /** 24 hexadecimal digits. */
  readonly user: string;
  readonly userId: string;
  readonly userName: string;
  readonly academyId: string;
  readonly roles: readonly string[];
}

/** Where an app's gauges are made, such as `Metrics` of platform-runtime. */
export interface GaugeMaker {
  gauge(name: string, help: string): LiveGauge;
}

/** By which of its events a token ends. */
interface ToldOf {
  readonly id: string;
  readonly subject: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
}

/** What auth-server signs with; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_CHARACTERS = 16_384;

/** The request in which a token is shown. */
export type ShowingRequest = Request;

/**
 * Verifies access tokens (RFC 9068) by the issuer's key set, which is fetched when needed, cached,
 * and fetched again for a key that it does not hold, at most every 30 seconds.
 */
export class JwtVerifier {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #feed: RevocationFeed | undefined;
  readonly #audiences: string[];
  readonly #told = new WeakMap<TokenAccess, ToldOf>();

  /** @param metrics gets `auth_revocations_live`: 1 while revoked tokens are refused at once */
  constructor(
    private readonly config: JwtConfig,
    private readonly clock: Clock,
    metrics?: GaugeMaker,
  ) {
    const { authIssuer, authJwksUrl } = config;
    const address = new URL(
      authJwksUrl ?? `${authIssuer.replace(/\/$/, '')}/.well-known/jwks.json`,
    );
    this.#keys = createRemoteJWKSet(address, {
      timeoutDuration: 3000,
      cooldownDuration: 30_000,
      cacheMaxAge: 600_000,
    });
    this.#audiences = [
      config.authAudience,
      ...resourcesOf(config, { paths: config.resourcePaths ?? [] }),
    ];
    this.#feed = this.#listen(address.origin, metrics);
  }

  /** Calls once when the token ends before its time, or its person's claims are others. @returns takes the wish back */
  onRevoked(access: TokenAccess, listener: () => void): () => void {
    const told = this.#told.get(access);
    if (this.#feed === undefined || told === undefined) return () => undefined;
    const { revoked, changed } = this.#feed;
    const forgets: (() => void)[] = [];
    const forget = (): void => forgets.splice(0).forEach((each) => each());
    const once = (): void => {
      if (forgets.length === 0) return;
      forget();
      listener();
    };
    forgets.push(revoked.onRevoked(told.id, once));
    forgets.push(changed.onChanged(told.subject, told.issuedAt, once));
    return forget;
  }

  /** By configuration alone: with a token, from the moment that there is a verifier. */
  #listen(base: string, metrics: GaugeMaker | undefined): RevocationFeed | undefined {
    const { authIssuer: issuer, authAudience: audience, authEventsToken: token } = this.config;
    if (token === undefined) return undefined;
    const gauge = metrics?.gauge(
      'auth_revocations_live',
      'Whether revoked access tokens are refused at once: 1, or 0 while they are believed until they expire.',
    );
    return new RevocationFeed({
      ...{ base, issuer, audience, token, gauge },
      keys: this.#keys,
      clock: this.clock,
    });
  }

  /**
   * @param request who shows it: a token that is bound to a certificate is refused without
   * @throws {Problem} `invalid_token` for every fault of the token, `insufficient_user_authentication` for a sign-in that
   * does not do for administrators, `keys_unavailable` when the keys cannot be fetched
   */
  async verify(token: string, request?: ShowingRequest): Promise<TokenAccess> {
    if (token.length > MAX_TOKEN_CHARACTERS) throw ACCESS_ERRORS.invalid();
    const { payload } = await this.#verified(token);
    const access = toAccess(payload);
    requireProof(payload, { ...this.config, request, nowMs: this.clock.nowMs() });
    requireSignIn(payload, this.config, this.clock.nowMs());
    if (this.#feed !== undefined) this.#refuseRevoked(payload, access, this.#feed);
    return access;
  }

  #refuseRevoked(payload: JWTPayload, access: TokenAccess, feed: RevocationFeed): void {
    const { iat: issuedAt = 0 } = payload;
    const { subject } = access;
    if (feed.changed.isOld(subject, issuedAt)) throw ACCESS_ERRORS.invalid();
    const id = tokenIdOf(payload);
    if (id === undefined) return;
    if (feed.revoked.has(id)) throw ACCESS_ERRORS.invalid();
    this.#told.set(access, { id, subject, issuedAt });
  }

  async #verified(token: string) {
    try {
      return await jwtVerify(token, this.#keys, {
        issuer: this.config.authIssuer,
        audience: this.#audiences,
        typ: 'at+jwt',
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub', 'client_id'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(this.clock.nowMs()),
      });
    } catch (error) {
      if (isFaultOfToken(error)) throw ACCESS_ERRORS.invalid({ cause: error });
      throw ACCESS_ERRORS.keysUnavailable({ cause: error, headers: { 'Retry-After': '1' } });
    }
  }
}

/** Everything but a key set that does not come or is none. */
const isFaultOfToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

function toAccess(payload: JWTPayload): TokenAccess {
  const { sub, client_id, scope, exp, workspace } = payload as JWTPayload & Record<string, unknown>;
  if (typeof sub !== 'string' || typeof client_id !== 'string') throw ACCESS_ERRORS.invalid();
  return {
    subject: sub,
    clientId: client_id,
    workspace: typeof workspace === 'string' ? workspace : client_id,
    scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []),
    expiresAt: new Date((exp ?? 0) * 1000),
    authorizationDetails: detailsOf(payload),
    person: personOf(payload),
  };
}

function detailsOf({ authorization_details: details = [] }: JWTPayload): AuthorizationDetail[] {
  const isList =
    Array.isArray(details) &&
    details.every(
      (each: unknown) => typeof (each as AuthorizationDetail | null)?.type === 'string',
    );
  if (!isList) throw ACCESS_ERRORS.invalid();
  return details as AuthorizationDetail[];
}

function personOf(payload: JWTPayload): PersonOfToken | undefined {
  const { user, userId, userName, academyId, roles } = payload;
  const isPerson =
    typeof user === 'string' &&
    typeof userId === 'string' &&
    typeof userName === 'string' &&
    typeof academyId === 'string' &&
    Array.isArray(roles);
  return isPerson ? { user, userId, userName, academyId, roles: roles.map(String) } : undefined;
}

/** @throws {Problem} `insufficient_scope` unless the token has all of the scopes */
export function requireScope(access: TokenAccess, ...scopes: readonly string[]): void {
  const missing = scopes.find((scope) => !access.scopes.has(scope));
  if (missing === undefined) return;
  throw ACCESS_ERRORS.insufficientScope({
    message: `The access token lacks the scope ${missing}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing}"` },
  });
}
