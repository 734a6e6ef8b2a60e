import { describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  ConflictException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Problem, problem, toProblem } from './index.js';

const nothing = () => undefined;
const parserError = (type: string) => Object.assign(new Error('parser'), { type, status: 400 });

describe('problem', () => {
  it('makes Problems of one code, with a message of their own where needed', () => {
    const notFound = problem('voice_not_found', 404, 'No such voice.');
    const cause = new Error('private');

    const plain = notFound();
    const special = notFound({ message: 'No such voice: v1.', headers: { 'X-A': 'b' }, cause });

    expect(plain).toMatchObject({
      code: 'voice_not_found',
      status: 404,
      message: 'No such voice.',
    });
    expect(special).toMatchObject({
      message: 'No such voice: v1.',
      headers: { 'X-A': 'b' },
      cause,
    });
  });
});

describe('toProblem', () => {
  it('keeps a Problem', () => {
    const gone = new Problem('gone', 410, 'Gone.');

    expect(toProblem(gone, nothing)).toBe(gone);
  });

  it('asks the app about its own errors', () => {
    const recognised = toProblem(new RangeError('x'), (error) =>
      error instanceof RangeError ? new Problem('range', 422, 'Out of range.') : undefined,
    );

    expect(recognised).toMatchObject({ code: 'range', status: 422 });
  });

  it.each<[string, number, unknown]>([
    ['not_found', 404, new NotFoundException('secret detail')],
    ['bad_request', 400, new BadRequestException('secret detail')],
    ['request_refused', 409, new ConflictException('secret detail')],
    ['unavailable', 503, new ServiceUnavailableException('secret detail')],
    ['internal_error', 500, new InternalServerErrorException('secret detail')],
    ['malformed_body', 400, parserError('entity.parse.failed')],
    ['body_too_large', 413, parserError('entity.too.large')],
    ['body_too_large', 413, parserError('parameters.too.many')],
    ['unsupported_media_type', 415, parserError('charset.unsupported')],
    ['unsupported_media_type', 415, parserError('encoding.unsupported')],
    ['bad_request', 400, parserError('something.else')],
    ['internal_error', 500, new Error('secret detail')],
    ['internal_error', 500, 'thrown text'],
  ])('answers %s with status %i and a safe message', (code, status, error) => {
    const found = toProblem(error, nothing);

    expect(found).toMatchObject({ code, status });
    expect(found.message).not.toContain('secret');
  });
});
