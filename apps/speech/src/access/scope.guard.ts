import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ACCESS_ERRORS, unauthorized } from './caller-finder.js';
import { callerOf, OPEN_PATHS } from './caller.middleware.js';
import { allows, type Caller, type Scope } from './scopes.js';

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
    if (caller === undefined) throw unauthorized();
    const own = scopesFor(caller, context);
    const isAllowed = scopes.some((scope) => scope === ANY_SCOPE || allows(own, scope));
    if (isAllowed) return true;
    const names = scopes.join(' or ');
    throw ACCESS_ERRORS.forbidden({ message: `This key lacks the scope ${names || 'for it'}.` });
  }
}
