import type { ApiKeys } from '@sextant/platform-security/api-keys';
import { Problem, problem } from '@sextant/platform-http/errors';
import {
  isStepUp,
  type JwtVerifier,
  type ShowingRequest,
  type TokenAccess,
} from '@sextant/platform-security/jwt';
import type { Caller } from './scopes.js';
import { callerOfKey } from './workspace-keys.js';

export const ACCESS_ERRORS = {
  unauthorized: problem(
    'unauthorized',
    401,
    'Send a key as "Authorization: Bearer <key>"; this one is missing, unknown, expired or revoked.',
  ),
  forbidden: problem('forbidden', 403, 'This key may not do that.'),
} as const;

const BEARER = /^Bearer\s+(\S+)\s*$/i;

/** Without a key or a token that counts. */
export const unauthorized = (): Problem =>
  ACCESS_ERRORS.unauthorized({ headers: { 'WWW-Authenticate': 'Bearer' } });

export interface RequireKey {
  readonly keys: ApiKeys;
  /** Absent: only keys are let in. */
  readonly tokens?: JwtVerifier | undefined;
}

/** Who has these credentials (`Bearer <key or token>`); nothing if they are none, or count no more. */
export type FindCaller = (
  authorization: string | undefined,
  /** Who sends them; a token that is bound to a certificate counts for nobody else. */
  request?: ShowingRequest,
) => Promise<Caller | undefined>;

export const callerFinder =
  ({ keys, tokens }: RequireKey): FindCaller =>
  async (authorization = '', request) => {
    const [, secret] = BEARER.exec(authorization) ?? [];
    if (secret === undefined) return undefined;
    const key = await keys.verify(secret);
    if (key !== undefined) return callerOfKey(key);
    if (tokens === undefined || !isToken(secret)) return undefined;
    return await tokenCaller(tokens, secret, request);
  };

/** Three parts of Base64url (RFC 7515, 3.1). */
const isToken = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);

/** The workspace is the claim of that name, else the person's own, else the client's. */
async function tokenCaller(
  tokens: JwtVerifier,
  token: string,
  request: ShowingRequest | undefined,
): Promise<Caller | undefined> {
  const access = await tokens.verify(token, request).catch((error: unknown) => {
    // Whatever is wrong with it, it is answered like a wrong key; that its issuer is down is not its fault.
    if (error instanceof Problem && error.status === 401 && !isStepUp(error)) return undefined;
    throw error;
  });
  if (access === undefined) return undefined;
  const { clientId, subject, scopes, person } = access;
  // Voices are made of people: nobody gets those of another one because both use the same page.
  const isOfClient = access.workspace === clientId && person !== undefined;
  const workspace = isOfClient ? `person:${person.user}` : access.workspace;
  const id = `token:${clientId}:${subject}`;
  const voices = limitOf(access);
  if (voices === undefined) return { workspace, id, rootId: id, scopes: [...scopes] };
  return { workspace, id, rootId: id, scopes: [], limited: { scopes: [...scopes], voices } };
}

/** The voices that a token is limited to, by auth-server's type `speech_voices` (RFC 9396). */
function limitOf({ authorizationDetails }: TokenAccess): string[] | undefined {
  const details = authorizationDetails.filter(({ type }) => type === 'speech_voices');
  if (details.length === 0) return undefined;
  return details.flatMap(({ voices }) => (Array.isArray(voices) ? voices.map(String) : []));
}
