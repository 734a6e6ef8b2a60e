import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { unauthorized } from './caller-finder.js';
import { callerOf } from './caller.middleware.js';
import type { Caller } from './scopes.js';

function requiredCaller(request: Request): Caller {
  const caller = callerOf(request);
  if (caller === undefined) throw unauthorized();
  return caller;
}

/** Of whoever sent a request. @throws {Problem} `unauthorized` */
export const workspaceOf = (request: Request): string => requiredCaller(request).workspace;

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  requiredCaller(context.switchToHttp().getRequest<Request>()),
);
