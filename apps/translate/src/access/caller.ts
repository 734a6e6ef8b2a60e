import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import type { Request } from 'express';
import { apiKeyOf, AUTH_ERRORS } from './auth-key.js';

/** The key that the request came with. */
export const CallerKey = createParamDecorator((_data: unknown, context: ExecutionContext): ApiKey =>
  keyOf(context),
);

/** The organization of that key: what the request may see and change. */
export const Owner = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => keyOf(context).owner,
);

function keyOf(context: ExecutionContext): ApiKey {
  const key = apiKeyOf(context.switchToHttp().getRequest<Request>());
  if (key === undefined) throw AUTH_ERRORS.invalidKey();
  return key;
}
