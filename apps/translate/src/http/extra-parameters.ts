import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Request, Response } from 'express';
import { distance } from 'fastest-levenshtein';
import type { Observable } from 'rxjs';
import { CorrectedAlignmentDto, DocumentDto } from './documents.dto.js';
import { TranslateDto } from './translate.dto.js';
import { CorrectDto, RephraseDto } from './write.dto.js';

/** Names the parameters that were left aside. */
export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';

const MOST_EXTRAS = 20;
/** What fits into a header; longer and odder names are refused like misspelt ones. */
const EXTRA_NAME = /^[\w.-]{1,64}$/;
/** From this many edits on, a name is no misspelling of a known one. */
const EDITS_APART = 3;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The parameters of all that take text or documents. */
const KNOWN: readonly string[] = [
  ...new Set(
    [TranslateDto, DocumentDto, CorrectedAlignmentDto, CorrectDto, RephraseDto].flatMap((dto) =>
      getMetadataStorage()
        .getTargetValidationMetadatas(dto, '', false, false)
        .map(({ propertyName }) => plain(propertyName)),
    ),
  ),
];

/**
 * Leaves aside what is no parameter and looks like none: the official clients let their callers send such
 * (`extraRequestParameters`), and the real service ignores them. What may be a misspelt parameter, or one of
 * another endpoint, stays and is refused.
 *
 * @returns the body without them; the answer's header names them
 */
export function withoutExtras<Body>(body: Body, response: Response): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = Object.keys(body);
  // More are refused, whatever they look like.
  if (names.length > KNOWN.length + MOST_EXTRAS) return body;
  const extras = names.filter(isExtra);
  if (extras.length === 0 || extras.length > MOST_EXTRAS) return body;
  response.setHeader(IGNORED_PARAMETERS_HEADER, extras.join(', '));
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !extras.includes(name)),
  ) as Body;
}

const isExtra = (name: string): boolean =>
  EXTRA_NAME.test(name) && !(name in Object.prototype) && !KNOWN.some(isLike(plain(name)));

const isLike = (name: string) => (known: string) =>
  known.startsWith(name) || name.startsWith(known) || distance(name, known) < EDITS_APART;

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
