import {
  createParamDecorator,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { ApiKeys } from '@sextant/platform-security/api-keys';
import { Problem, problem } from '@sextant/platform-http/errors';
import { isStepUp, type JwtVerifier, type TokenAccess } from '@sextant/platform-security/jwt';
import type { Request, RequestHandler } from 'express';
import { allows, type Caller, type Scope } from './scopes.js';
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
/** Voices are listened to in a browser before there is a key. */
const OPEN_PATHS =
  /^\/(health|docs|metrics)(\/|$)|^\/v1\/(voices\/[^/]+\/preview|audio\/consent-keys)\/?$/i;
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

const callers = new WeakMap<Request, Caller>();
const finders = new WeakMap<Request, () => Promise<Caller | undefined>>();

/** Who sent a request that was let in. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

/** Whether the key or token of a request that was let in still counts. */
export const isStillKnown = async (request: Request): Promise<boolean> =>
  (await finders.get(request)?.()) !== undefined;

export interface RequireKey {
  readonly keys: ApiKeys;
  /** Absent: only keys are let in. */
  readonly tokens?: JwtVerifier | undefined;
}

/** Who has these credentials (`Bearer <key or token>`); nothing if they are none, or count no more. */
export type FindCaller = (
  authorization: string | undefined,
  /** Who sends them; a token that is bound to a certificate counts for nobody else. */
  request?: Request,
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

/**
 * Lets nothing through without an active key or access token, but health, metrics, documentation, previews and public keys. Before bodies
 * are read.
 */
export function requireKey(find: FindCaller): RequestHandler {
  return (request, _response, next) => {
    if (OPEN_PATHS.test(request.path)) {
      next();
      return;
    }
    const found = () => find(credentialsOf(request), request);
    found()
      .then((caller) => {
        if (caller === undefined) throw ACCESS_ERRORS.unauthorized({ headers: CHALLENGE });
        callers.set(request, caller);
        finders.set(request, found);
        next();
      })
      .catch(next);
  };
}

/** ElevenLabs' clients send their key in a header of its own. */
function credentialsOf(request: Request): string | undefined {
  const key = request.get(ELEVENLABS_KEY);
  return request.headers.authorization ?? (key === undefined ? undefined : `Bearer ${key}`);
}

const ELEVENLABS_KEY = 'xi-api-key';

/** Whether one of ElevenLabs' clients asks: some paths are also those of others. */
export const isElevenLabs = (request: Request): boolean =>
  request.get(ELEVENLABS_KEY) !== undefined;

/** Three parts of Base64url (RFC 7515, 3.1). */
const isToken = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);

/** The workspace is the claim of that name, else the person's own, else the client's. */
async function tokenCaller(
  tokens: JwtVerifier,
  token: string,
  request: Request | undefined,
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

const NEEDED = 'speech:scope';
const OBEYING = 'speech:voices';

/** Routes whose body names the one voice that is spoken with: tokens that are limited to voices are let in for these. */
export const SpeaksWithOneVoice = () => SetMetadata(OBEYING, true);

/** The scopes of a limited token count where the voice is one of its own, and nowhere else. */
function scopesFor(caller: Caller, context: ExecutionContext): readonly string[] {
  const { limited } = caller;
  if (limited === undefined || Reflect.getMetadata(OBEYING, context.getHandler()) !== true) {
    return caller.scopes;
  }
  const body = context.switchToHttp().getRequest<Request>().body as Readonly<
    Record<string, unknown>
  > | null;
  const voice = body?.['voice_id'];
  return typeof voice === 'string' && limited.voices.includes(voice) ? limited.scopes : [];
}

/** Whatever a key may do. */
export const ANY_SCOPE = 'any';

type Need = Scope | typeof ANY_SCOPE;

/** The scope that a route needs; of several, one. */
export const Needs = (...scopes: Need[]) => SetMetadata(NEEDED, scopes);

/** Refuses callers without the scope of the route, and routes that name none. */
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const scopes = (Reflect.getMetadata(NEEDED, context.getHandler()) ??
      Reflect.getMetadata(NEEDED, context.getClass()) ??
      []) as readonly Need[];
    const request = context.switchToHttp().getRequest<Request>();
    if (OPEN_PATHS.test(request.path)) return true;
    const caller = callerOf(request);
    if (caller === undefined) throw ACCESS_ERRORS.unauthorized({ headers: CHALLENGE });
    const own = scopesFor(caller, context);
    const isAllowed = scopes.some((scope) => scope === ANY_SCOPE || allows(own, scope));
    if (isAllowed) return true;
    const names = scopes.join(' or ');
    throw ACCESS_ERRORS.forbidden({ message: `This key lacks the scope ${names || 'for it'}.` });
  }
}

function requiredCaller(request: Request): Caller {
  const caller = callerOf(request);
  if (caller === undefined) throw ACCESS_ERRORS.unauthorized({ headers: CHALLENGE });
  return caller;
}

/** Of whoever sent a request. @throws {Problem} `unauthorized` */
export const workspaceOf = (request: Request): string => requiredCaller(request).workspace;

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  requiredCaller(context.switchToHttp().getRequest<Request>()),
);
