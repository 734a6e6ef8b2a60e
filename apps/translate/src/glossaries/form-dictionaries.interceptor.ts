import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

const MEMBER = /^dictionaries\[(\d{1,4})\]\.(\w+)$/;

/**
 * Brings forms into the shape of JSON before they are validated: the official clients write a list of objects as
 * `dictionaries[0].entries`.
 */
@Injectable()
export class FormDictionariesInterceptor implements NestInterceptor {
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
  const members: [name: string, value: unknown][] = [];
  const dictionaries = new Map<number, [name: string, value: unknown][]>();
  for (const [name, value] of Object.entries(form)) {
    const [, index, member] = MEMBER.exec(name) ?? [];
    if (index === undefined || member === undefined) {
      members.push([name, value]);
      continue;
    }
    const dictionary = dictionaries.get(Number(index)) ?? [];
    dictionaries.set(Number(index), dictionary);
    dictionary.push([member, value]);
  }
  if (dictionaries.size > 0) {
    const inOrder = [...dictionaries].sort(([a], [b]) => a - b);
    members.push(['dictionaries', inOrder.map(([, list]) => Object.fromEntries(list))]);
  }
  return Object.fromEntries(members);
}
