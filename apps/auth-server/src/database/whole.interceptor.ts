import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UnitOfWork } from './unit-of-work.js';

/** Makes the answer a part of the change: what cannot be read for it must not have happened either. */
@Injectable()
class WholeInterceptor implements NestInterceptor {
  constructor(private readonly unit: UnitOfWork) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return next.handle();
    return from(this.unit.prepare(() => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/**
 * For controllers: what a request changes and what is read for its answer is one unit of work. It begins with the first change:
 * hashing and requests to others come before.
 */
export const WholeChanges = (): ClassDecorator & MethodDecorator =>
  UseInterceptors(WholeInterceptor);
