import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

/**
 * Reads the parameters of a GET that its client sends as a form, as `get_target_languages()` of deepl-python does. What
 * stands in the address goes before.
 *
 * Interceptors run before pipes, so that both are checked alike.
 */
@Injectable()
export class FormQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' && request.is('application/x-www-form-urlencoded')) {
      const value = { ...(request.body as object), ...request.query };
      // Express 5 has a getter there.
      Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true });
    }
    return next.handle();
  }
}
