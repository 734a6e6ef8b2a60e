import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

const LISTS: ReadonlySet<string> = new Set(['text']);
const BOOLEANS: ReadonlySet<string> = new Set(['show_billed_characters', 'enable_beta_languages']);
const TRUTH: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/**
 * Brings form bodies into the shape of JSON ones before they are validated: a repeated parameter
 * is a list, booleans are written `1` and `0`.
 *
 * Interceptors run before pipes, so that one DTO serves both encodings.
 */
@Injectable()
export class FormBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.is('application/x-www-form-urlencoded')) {
      request.body = fromForm(request.body as Record<string, unknown>);
    } else if (!request.is('application/json')) {
      throw HTTP_PROBLEMS.unsupportedMediaType({
        message: 'Content-Type must be application/json or application/x-www-form-urlencoded.',
      });
    }
    return next.handle();
  }
}

function fromForm(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, fromFormValue(name, value)]),
  );
}

function fromFormValue(name: string, value: unknown): unknown {
  if (LISTS.has(name)) return typeof value === 'string' ? [value] : value;
  if (BOOLEANS.has(name) && typeof value === 'string') return TRUTH[value] ?? value;
  return value;
}
