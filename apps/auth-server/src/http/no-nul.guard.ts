import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import type { Request } from 'express';

/** Refuses the character NUL, which no text of the database can hold, wherever it was sent. */
@Injectable()
export class NoNulGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params, query, body } = context.switchToHttp().getRequest<Request>();
    if (holdsNul([params, query, body])) {
      throw HTTP_PROBLEMS.badRequest({ message: 'A parameter holds the character NUL.' });
    }
    return true;
  }
}

const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes('\0') || holdsNul(member));
};
