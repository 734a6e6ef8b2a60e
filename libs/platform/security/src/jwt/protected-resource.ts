import type { RequestHandler, Response } from 'express';
import type { JwtConfig } from './jwt-settings.js';

/** What a service says of itself to clients that have never heard of it (RFC 9728). */
export interface ProtectedResource {
  readonly name: string;
  /** Where its interfaces begin, such as `/v2`: each is a resource, and a token for one counts at all of them. */
  readonly paths: readonly string[];
  /** What clients may ask for; never the scope of administrators, which they could not have. */
  readonly scopes: readonly string[];
  /** Path of its documentation. */
  readonly documentation: string;
}

type Places = Pick<JwtConfig, 'authIssuer' | 'authResourceBase'>;

/** The addresses that clients name as `resource` (RFC 8707) and tokens as `aud`. */
export const resourcesOf = (config: Places, { paths }: Pick<ProtectedResource, 'paths'>) =>
  paths.map((path) => addressOf(config, path));

const addressOf = ({ authIssuer, authResourceBase }: Places, path: string): string =>
  `${(authResourceBase ?? authIssuer).replace(/\/$/, '')}${path}`;

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The well-known part stands between the host and the path (RFC 9728 section 3.1). */
function metadataAddressOf(resource: string): URL {
  const address = new URL(resource);
  address.pathname = `${WELL_KNOWN}${address.pathname}`;
  return address;
}

/**
 * Express middleware that answers the metadata of the service's resources (RFC 9728 section 3), and adds where they are to
 * every challenge below their paths (section 5.1), whoever words it.
 */
export function protectedResource(config: Places, service: ProtectedResource): RequestHandler {
  const resources = service.paths.map((path) => {
    const address = addressOf(config, path);
    const metadata = metadataAddressOf(address);
    const body = documentOf(config, service, address);
    return { path, metadata: metadata.href, place: metadata.pathname, body };
  });
  const documents = new Map(resources.map(({ place, body }) => [place, body]));
  return (request, response, next) => {
    const document = isRead(request.method) ? documents.get(request.path) : undefined;
    if (document !== undefined) {
      response.set('Access-Control-Allow-Origin', '*').json(document);
      return;
    }
    const { path } = request;
    const own = resources.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    if (own !== undefined) announce(response, own.metadata);
    next();
  };
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const documentOf = (config: Places, service: ProtectedResource, resource: string) => ({
  resource,
  authorization_servers: [config.authIssuer],
  scopes_supported: service.scopes,
  bearer_methods_supported: ['header'],
  resource_name: `Sextant ${service.name}`,
  resource_documentation: addressOf(config, service.documentation),
});

/** When the head is written, and not before: which status it will have the handlers decide. */
function announce(response: Response, metadata: string): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
  response.writeHead = (...given: unknown[]) => {
    const challenge = challengeOf(given[0], response.getHeader('WWW-Authenticate'));
    if (challenge !== undefined) {
      const separator = challenge.includes(' ') ? ',' : '';
      const parameter = `resource_metadata="${metadata}"`;
      response.setHeader('WWW-Authenticate', `${challenge}${separator} ${parameter}`);
    }
    return writeHead(...given);
  };
}

/** What is to be extended: a challenge for tokens, or that of a service which only spoke of keys. */
function challengeOf(status: unknown, given: unknown): string | undefined {
  if (typeof given === 'string') return /^Bearer\b/i.test(given) ? given : undefined;
  return status === 401 ? 'Bearer' : undefined;
}
