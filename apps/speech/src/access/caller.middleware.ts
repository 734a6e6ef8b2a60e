import type { Request, RequestHandler } from 'express';
import { unauthorized, type FindCaller } from './caller-finder.js';
import type { Caller } from './scopes.js';

/** Voices are listened to in a browser before there is a key. */
export const OPEN_PATHS =
  /^\/(health|docs|metrics)(\/|$)|^\/v1\/(voices\/[^/]+\/preview|audio\/consent-keys)\/?$/i;
const callers = new WeakMap<Request, Caller>();
const FIND = Symbol('finds the caller of a request');

/** On the request itself: V8's young collections take the values of a WeakMap as alive, and what finds the caller holds its request. */
interface FoundRequest extends Request {
  [FIND]?: () => Promise<Caller | undefined>;
}

/** Who sent a request that was let in. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

/** Whether the key or token of a request that was let in still counts. */
export const isStillKnown = async (request: FoundRequest): Promise<boolean> =>
  (await request[FIND]?.()) !== undefined;

/**
 * Lets nothing through without an active key or access token, but health, metrics, documentation, previews and public keys. Before bodies
 * are read.
 */
export function requireKey(find: FindCaller): RequestHandler {
  return (request: FoundRequest, _response, next) => {
    if (OPEN_PATHS.test(request.path)) {
      next();
      return;
    }
    const found = () => find(credentialsOf(request), request);
    found()
      .then((caller) => {
        if (caller === undefined) throw unauthorized();
        callers.set(request, caller);
        request[FIND] = found;
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
