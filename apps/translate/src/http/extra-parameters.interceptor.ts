import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { withoutExtras } from './extra-parameters.js';

/** As `withoutExtras`, for bodies that Nest validates; after the FormBodyInterceptor. */
@Injectable()
export class ExtraParametersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = withoutExtras<unknown>(request.body, http.getResponse<Response>());
    return next.handle();
  }
}
