import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

/** Repeated parameters. */
const LISTS: ReadonlySet<string> = new Set(['text', 'custom_instructions']);
/** Comma-separated or repeated. */
const COMMA_LISTS: ReadonlySet<string> = new Set([
  'glossary_ids',
  'ignore_tags',
  'non_splitting_tags',
  'splitting_tags',
]);
const BOOLEANS: ReadonlySet<string> = new Set([
  'enable_beta_languages',
  'outline_detection',
  'preserve_formatting',
  'show_applied_terms',
  'show_billed_characters',
  'show_provenance',
]);
const NUMBERS: ReadonlySet<string> = new Set(['translation_memory_threshold']);
const TRUTH: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/** @see spec 1, part 4 */
const JSON_ONLY: readonly string[] = ['style_id', 'custom_instructions', 'tag_handling_version'];

/**
 * The official clients send these parameters in forms all the same, and must work unchanged (our choice).
 * deepl-node 1.28 is one: everything it sends to translate is a form.
 */
const OFFICIAL_CLIENT = /^deepl-(?:node|python|php|ruby|dotnet|java)\//;

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
      const form = request.body as Record<string, unknown>;
      refuseJsonOnly(form, request.headers['user-agent']);
      request.body = fromForm(form);
    } else if (!request.is('application/json')) {
      throw HTTP_PROBLEMS.unsupportedMediaType({
        message: 'Content-Type must be application/json or application/x-www-form-urlencoded.',
      });
    }
    return next.handle();
  }
}

function refuseJsonOnly(form: Readonly<Record<string, unknown>>, client = ''): void {
  const name = JSON_ONLY.find((parameter) => form[parameter] !== undefined);
  if (name === undefined || OFFICIAL_CLIENT.test(client)) return;
  throw HTTP_PROBLEMS.badRequest({
    message: `Parameter '${name}' is only supported in requests with a JSON body.`,
  });
}

function fromForm(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, fromFormValue(name, value)]),
  );
}

function fromFormValue(name: string, value: unknown): unknown {
  if (LISTS.has(name)) return typeof value === 'string' ? [value] : value;
  if (COMMA_LISTS.has(name)) return commaList(value);
  if (typeof value !== 'string') return value;
  if (BOOLEANS.has(name)) return TRUTH[value] ?? value;
  return NUMBERS.has(name) && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

function commaList(value: unknown): unknown {
  const given = Array.isArray(value) ? (value as unknown[]) : [value];
  return given
    .flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '');
}
