import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { RequestHandler } from 'express';

const JSON_TYPE = 'application/json';

/** Paths that take something else than JSON, or more. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  '/v1/voices': ['multipart/form-data'],
  '/v1/audio/books': ['multipart/form-data'],
  '/v1/audio/transcriptions': ['multipart/form-data'],
  '/v1/audio/translations': ['multipart/form-data'],
  '/v1/speech-to-text': ['multipart/form-data'],
  '/v1/pronunciation-dictionaries/add-from-file': ['multipart/form-data'],
  '/v1/audio/provenance': ['multipart/form-data'],
  // Both published clients ask for tokens, one of them with a form.
  '/v1/auth/token': [JSON_TYPE, 'application/x-www-form-urlencoded'],
};

/** Refuses bodies of a type that nobody would read with 415, instead of finding them empty. */
export const requireBodyType: RequestHandler = (request, _response, next) => {
  const path = request.path.replace(/(?<=.)\/$/, '').toLowerCase();
  const types = TYPES[path] ?? [JSON_TYPE];
  const isEmpty = request.get('content-length') === '0';
  const isWrong = request.method === 'POST' && !isEmpty && request.is([...types]) === false;
  next(isWrong ? HTTP_PROBLEMS.unsupportedMediaType() : undefined);
};
