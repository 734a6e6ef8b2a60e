import type { OpenAPIObject } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from './errors/index.js';
import type { RequestHandler } from 'express';

const METHODS = ['delete', 'get', 'patch', 'post', 'put'] as const;

/**
 * Answers 405 with `Allow` (RFC 9110, 15.5.6) where an app serves a path, but not with this method: to routers alone that
 * is an unknown path.
 *
 * @param document which lists the app's routes
 */
export function allowedMethods({ paths }: Pick<OpenAPIObject, 'paths'>): RequestHandler {
  const routes = Object.entries(paths).map(([template, item]) => ({
    pattern: patternOf(template),
    methods: METHODS.filter((method) => item[method] !== undefined).flatMap(withHead),
  }));
  return (request, _response, next) => {
    const methods = routes
      .filter(({ pattern }) => pattern.test(request.path))
      .flatMap((route) => route.methods);
    if (methods.length === 0 || methods.includes(request.method)) {
      next();
      return;
    }
    const allowed = [...new Set(methods)].toSorted().join(', ');
    next(HTTP_PROBLEMS.methodNotAllowed({ headers: { Allow: allowed } }));
  };
}

/** Express answers HEAD wherever it answers GET. */
const withHead = (method: string): string[] =>
  method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];

/** As Express matches: in any case, with or without a slash at the end. */
function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i');
}
