import type { RequestHandler, Router } from 'express';
import { HTTP_PROBLEMS } from '../errors/index.js';

/** What Express keeps of a route; `methods` are in small letters. */
interface RouteLayer {
  match(path: string): boolean;
  readonly route: { readonly methods: Readonly<Record<string, boolean>> };
}

/** Most requests are for few paths; of long ones nothing is kept. */
const PATHS = 500;
const PATH_LENGTH = 200;

/**
 * Answers 405 with `Allow` (RFC 9110, 15.5.6) where a router serves a path, but not with this method: to routers alone that
 * is an unknown path.
 *
 * @param router is asked for at the first request: Nest tells Express of its routes at the end of the start
 */
export function allowedMethods(router: () => Router): RequestHandler {
  let routes: readonly RouteLayer[] | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  const methodsAt = (path: string): ReadonlySet<string> => {
    routes ??= routesOf(router());
    const methods = new Set(routes.filter((layer) => isAt(layer, path)).flatMap(methodsOf));
    if (known.size >= PATHS) known.clear();
    if (path.length <= PATH_LENGTH) known.set(path, methods);
    return methods;
  };
  return ({ method, path }, _response, next) => {
    const methods = known.get(path) ?? methodsAt(path);
    if (methods.size === 0 || methods.has(method)) {
      next();
      return;
    }
    const allowed = [...methods].toSorted().join(', ');
    next(HTTP_PROBLEMS.methodNotAllowed({ headers: { Allow: allowed } }));
  };
}

function routesOf({ stack }: Router): readonly RouteLayer[] {
  const layers = stack as unknown as readonly Partial<RouteLayer>[];
  return layers.filter((layer): layer is RouteLayer => layer.route !== undefined);
}

/** What is not well-formed is told by the router itself. */
function isAt(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

/** Express answers HEAD wherever it answers GET. */
const methodsOf = ({ route: { methods } }: RouteLayer): string[] =>
  Object.keys(methods).flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()]));
