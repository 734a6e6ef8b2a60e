import { errors, type AuthorizationDetail, type Client } from 'oidc-provider';
import type { User } from '../../../users/user.js';
import { opensApi, type KnownScopes } from '../clients/known-scopes.js';

/** What of an access token counts when it is exchanged. */
export interface SubjectToken {
  readonly jti: string;
  readonly exp: number;
  readonly accountId: string;
  readonly clientId: string;
  readonly scope?: string;
  readonly aud?: string;
  readonly sid?: string;
  readonly rar?: AuthorizationDetail[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface AudienceRules {
  /** The audience of tokens that name no resource. */
  readonly defaultAudience: string;
  readonly resources: readonly string[];
}

/**
 * Where the new token is for: what `resource` and `audience` say, which are the same here, else what the subject's is for.
 *
 * @returns `undefined` for the default audience
 * @throws {InvalidTarget} for a place that is not known, or for which the subject's token is not (RFC 8693 section 2.2.2)
 */
export function audienceOf(
  { resource, audience }: { readonly resource?: string; readonly audience?: string },
  subject: Pick<SubjectToken, 'aud'>,
  { defaultAudience, resources }: AudienceRules,
): string | undefined {
  const wanted = new Set([resource, audience].filter((each) => each !== undefined));
  if (wanted.size > 1) throw new errors.InvalidTarget('resource and audience name two places');
  const [target = subject.aud ?? defaultAudience] = wanted;
  if (subject.aud !== undefined && target !== subject.aud) {
    throw new errors.InvalidTarget('the subject token is for another place');
  }
  if (target === defaultAudience) return undefined;
  if (!resources.includes(target)) throw new errors.InvalidTarget();
  return target;
}

/**
 * What subject, client and person all may have, of APIs alone: an exchanged token is nobody's sign-in.
 *
 * @throws {InvalidScope} for a scope beyond that, and when nothing is left
 */
export function scopeOf(
  requested: string | undefined,
  given: {
    readonly subject: Pick<SubjectToken, 'scope'>;
    readonly client: Pick<Client, 'scope'>;
    readonly user: User;
    readonly known: KnownScopes;
  },
): string {
  const { subject, client, user, known } = given;
  const own = client.scope?.split(' ') ?? [];
  const possible = (subject.scope?.split(' ') ?? []).filter(
    (name) => opensApi(name) && known.has(name) && own.includes(name) && known.mayHave(user, name),
  );
  const wanted = requested?.split(' ').filter(Boolean) ?? possible;
  const refused = wanted.find((name) => !possible.includes(name));
  if (refused !== undefined) {
    throw new errors.InvalidScope(
      'the scope is not one of the subject token and the client',
      refused,
    );
  }
  if (wanted.length === 0) throw new errors.InvalidScope('no scope is left', requested ?? '');
  return [...new Set(wanted)].join(' ');
}

/** In seconds: what the client's tokens live, and no longer than the subject's. */
export function lifetimeEnd({ exp }: Pick<SubjectToken, 'exp'>, lifetime: number) {
  const now = Math.floor(Date.now() / 1000);
  const end = Math.min(exp, now + lifetime);
  if (end <= now) throw new errors.InvalidRequest('subject_token has expired');
  return { exp: end, expiresIn: end - now };
}
