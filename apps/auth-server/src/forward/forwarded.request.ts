import type { Request } from 'express';

/** What somebody asks the application for, as its proxy tells. */
export interface Forwarded {
  readonly scheme: (typeof SCHEMES)[number];
  /** In small letters, with the port where it is not the usual one. */
  readonly host: string;
  /** Path and query. */
  readonly uri: string;
  /** Whether the person reads what is answered: a page that is asked for, not a picture or a call of a script. */
  readonly isPage: boolean;
}

const LONGEST_URI = 8000;
const SCHEMES = ['http', 'https'] as const;

/**
 * Reads `X-Forwarded-Proto`, `-Host`, `-Uri` and `-Method`, as Traefik and Caddy send them and nginx is told to.
 *
 * @returns `undefined` for a request that no trusted proxy has sent, or that lacks one of them: anybody can write headers
 */
export function forwardedOf(request: Request): Forwarded | undefined {
  if (!isFromProxy(request)) return undefined;
  const proto = headerOf(request, 'x-forwarded-proto');
  const scheme = SCHEMES.find((one) => one === proto);
  const host = headerOf(request, 'x-forwarded-host').toLowerCase();
  const uri = headerOf(request, 'x-forwarded-uri');
  const isPath = uri.startsWith('/') && uri.length <= LONGEST_URI;
  if (scheme === undefined || host === '' || !isPath) return undefined;
  return { scheme, host, uri, isPage: isPage(request) };
}

function isPage(request: Request): boolean {
  const method = headerOf(request, 'x-forwarded-method').toUpperCase();
  const reads = request.headers.accept?.includes('text/html') === true;
  return reads && ['', 'GET', 'HEAD'].includes(method);
}

/** As Express itself decides about X-Forwarded-For. */
function isFromProxy({ app, socket }: Request): boolean {
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return trusts(socket.remoteAddress ?? '', 0);
}

/** Empty for one that is absent or there twice: Node puts those together with a comma and a space. An address may have commas. */
function headerOf({ headers }: Request, name: string): string {
  const value = headers[name];
  return typeof value === 'string' && !value.includes(', ') ? value.trim() : '';
}
