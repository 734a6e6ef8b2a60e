import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * Reads the parameters of a GET that its client sends as a form, as `get_target_languages()` of deepl-python does. What
 * stands in the address goes before. Pipes come later, so that both are checked alike.
 */
@Injectable()
export class FormQueryMiddleware implements NestMiddleware {
  use(request: Request, _response: Response, next: NextFunction): void {
    if (request.method === 'GET' && request.is('application/x-www-form-urlencoded')) {
      const value = { ...(request.body as object), ...request.query };
      // Express 5 has a getter there.
      Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true });
    }
    next();
  }
}
