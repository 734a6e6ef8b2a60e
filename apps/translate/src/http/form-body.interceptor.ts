import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { fromForm } from './form-body.js';

/**
 * Brings form bodies into the shape of JSON ones before they are validated: a repeated parameter
 * is a list, booleans are written `1` and `0`.
 *
 * What is said to be for JSON only (spec 1, part 4) is taken in forms as well (our choice): the official clients
 * send it, deepl-node 1.28 sends nothing but forms.
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
