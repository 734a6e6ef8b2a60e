import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Request } from 'express';
import { isUnstorable } from './storable-text.js';

/** Refuses what no text of the database can hold, wherever it was sent: NUL and half characters. */
@Injectable()
export class StorableTextGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const body: unknown = request.body;
    if (isUnstorable([request.params, request.query, body])) {
      throw HTTP_PROBLEMS.badRequest({
        message: 'A parameter holds the character NUL or half of a character.',
      });
    }
    return true;
  }
}
