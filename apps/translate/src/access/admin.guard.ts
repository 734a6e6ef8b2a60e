import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { hasScope } from '@sextant/platform-security/api-keys';
import { problem } from '@sextant/platform-http/errors';
import type { Request } from 'express';
import { SCOPES } from './scopes.js';
import { apiKeyOf } from './auth-key.js';

export const ADMIN_ERRORS = {
  forbidden: problem(
    'forbidden',
    403,
    'Forbidden. Only a key of an administrator of the organization may do this.',
  ),
} as const;

/** Lets only keys with the scope `admin` through (spec 1, part 5). */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const key = apiKeyOf(context.switchToHttp().getRequest<Request>());
    if (key === undefined || !hasScope(key, SCOPES.admin)) throw ADMIN_ERRORS.forbidden();
    return true;
  }
}
