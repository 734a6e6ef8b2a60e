import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@sextant/platform-runtime/clock';
import { errors, Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { isFirstParty } from '../../clients/client.js';
import type { ArtifactStore } from '../../sessions/artifact-store.js';
import type { Sealer } from '../../keys/sealer.js';
import { artifactId } from './artifact-id.js';

export interface RefreshGraceDependencies {
  readonly store: ArtifactStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** How long a refresh token of a public client is answered as it was, after its first use. */
  readonly refreshGraceMs: number;
}

const KIND = 'RefreshAnswer';
/** For the request that has the token, and is about to store its answer. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 50;

interface KeptAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** Thumbprint of the key that the tokens are bound to (RFC 9449). */
  readonly jkt?: string | undefined;
  /** What the request was for; absent in those of a version before. */
  readonly asked?: string;
}

/** What was given out for this refresh token is given out once more. */
export class RepeatedAnswer extends errors.InvalidGrant {
  constructor(readonly body: KeptAnswer['body']) {
    super('refresh token already used');
  }
}

/** Requests with a token that was used shortly before. */
const late = new WeakSet<KoaContextWithOIDC>();

const refreshToken = ({ oidc }: KoaContextWithOIDC): string =>
  String(oidc.params?.['refresh_token']);

/** What a request with a refresh token may say of the access token that it wants. */
function askedBy({ params = {} }: KoaContextWithOIDC['oidc']): string {
  const { scope, resource, authorization_details: details } = params;
  return JSON.stringify([scope ?? null, resource ?? null, details ?? null]);
}

const keyOf = (oidc: KoaContextWithOIDC['oidc']): string | undefined =>
  (oidc.entities.AccessToken as { readonly jkt?: string } | undefined)?.jkt;

/**
 * A page with two tabs refreshes twice with one token; a program whose connection broke off asks again. For a while, whoever
 * holds the token and its key, and asks for the same, gets the very answer of its first use: no more tokens than there would be, and a thief who
 * comes later still ends the grant (RFC 9700 section 4.14.2). Clients with a secret can wait for their own answers.
 */
export class RefreshGrace {
  constructor(private readonly uses: RefreshGraceDependencies) {}

  /** Whether a token that was used then is answered once more to the client that asks; if so, the request is noted. */
  admits(consumedAt: Date): boolean {
    const context = Provider.ctx;
    if (context === undefined || !this.#isGraceful(context)) return false;
    const ageMs = this.uses.clock.nowMs() - consumedAt.getTime();
    if (ageMs >= this.uses.refreshGraceMs) return false;
    late.add(context);
    return true;
  }

  #isGraceful({ oidc }: KoaContextWithOIDC): boolean {
    // `/auth/refresh` ends the old token at once (spec 2, part 4.1).
    const isDirect = isFirstParty(oidc.client?.clientId ?? '');
    const isPublic = oidc.client?.clientAuthMethod === 'none' && !isDirect;
    return this.uses.refreshGraceMs > 0 && isPublic && oidc.route === 'token';
  }

  /**
   * Called when everything about the token and the request was found to be right.
   *
   * @throws {RepeatedAnswer} when the token was used before
   * @throws {TemporarilyUnavailable} when the answer of the first use does not come to be
   */
  async repeatIfLate(context: KoaContextWithOIDC): Promise<void> {
    if (!late.has(context)) return;
    const { store, clock } = this.uses;
    const id = artifactId(KIND, refreshToken(context));
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += PAUSE_MS) {
      const row = await store.find(id);
      const { sealed, expiresMs = 0 } = (row?.payload ?? {}) as {
        readonly sealed?: string;
        readonly expiresMs?: number;
      };
      if (sealed !== undefined && expiresMs > clock.nowMs()) throw this.#repeated(sealed, context);
      await setTimeout(PAUSE_MS);
    }
    throw new errors.TemporarilyUnavailable('the token is being refreshed: try again');
  }

  #repeated(sealed: string, { oidc }: KoaContextWithOIDC): Error {
    const { sealer } = this.uses;
    const kept = JSON.parse(sealer.open(Buffer.from(sealed, 'base64'), KIND)) as KeptAnswer;
    const bound = oidc.entities.RefreshToken as { readonly jkt?: string } | undefined;
    if (kept.asked !== undefined && kept.asked !== askedBy(oidc)) {
      return new errors.InvalidGrant('refresh token used for another request');
    }
    // The engine has compared the proof of the request with the key of the token.
    return kept.jkt === undefined || kept.jkt === bound?.jkt
      ? new RepeatedAnswer(kept.body)
      : new errors.InvalidGrant('refresh token already used');
  }

  /** Keeps the answer to the first use of a token for as long as it may come again. */
  async keep(context: KoaContextWithOIDC): Promise<void> {
    const { store, sealer, clock, refreshGraceMs } = this.uses;
    const { oidc, status, body } = context;
    const token = oidc.entities.RotatedRefreshToken;
    if (token === undefined || status !== 200 || !this.#isGraceful(context)) return;
    const answer = { body, jkt: keyOf(oidc), asked: askedBy(oidc) } as KeptAnswer;
    const expiresMs = clock.nowMs() + refreshGraceMs;
    const { accountId, clientId, grantId } = token;
    await store.upsert({
      ...{ id: artifactId(KIND, refreshToken(context)), kind: KIND },
      payload: {
        sealed: sealer.seal(JSON.stringify(answer), KIND).toString('base64'),
        expiresMs,
      },
      // With the end of the grant there is nothing to be had.
      ...{ accountId, clientId, grantId, expiresAt: new Date(expiresMs) },
    });
  }
}

/** In the place of the refusal that the engine has made of it. */
export function repeatAnswer(context: KoaContextWithOIDC): boolean {
  const answer = repeated.get(context);
  if (answer === undefined) return false;
  context.status = 200;
  context.body = answer;
  return true;
}

const repeated = new WeakMap<KoaContextWithOIDC, KeptAnswer['body']>();

export const rememberRepeated = (context: KoaContextWithOIDC, { body }: RepeatedAnswer): void =>
  void repeated.set(context, body);
