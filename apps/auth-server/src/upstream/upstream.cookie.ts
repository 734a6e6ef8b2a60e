import type { Request, Response } from 'express';
import type { Sealer } from '../keys/sealer.js';
import type { UpstreamChecks, UpstreamIdentity } from './upstreams.js';

/** What the browser holds while somebody is at another provider. */
export interface Journey {
  readonly upstream: string;
  readonly checks: UpstreamChecks;
  /** Address of the page that it began at. */
  readonly returnTo: string;
  readonly atMs: number;
}

/** What has come of it, for the page that it began at alone. */
export interface Arrival {
  readonly upstream: string;
  /** Absent where the provider has not signed anybody in. */
  readonly identity?: UpstreamIdentity;
  readonly atMs: number;
}

const LONGEST_MS = 600_000;
const JOURNEY = 'sextant_upstream';
const ARRIVAL = 'sextant_arrival';
const PATH = '/upstream';

export interface CookieBox {
  readonly sealer: Sealer;
  readonly isSecure: boolean;
  readonly nowMs: number;
}

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

export function keepJourney(box: CookieBox, response: Response, journey: Journey): void {
  setCookie(box, response, { name: JOURNEY, path: PATH, value: journey });
}

/** Whether the browser shows that it is somebody's who is at a provider. */
export const hasJourney = (box: CookieBox, request: Request): boolean =>
  openCookie(box, request, { name: JOURNEY, path: PATH }) !== undefined;

/** Once: whoever sends the same answer again has no journey any more. */
export function takeJourney(box: CookieBox, { request, response }: Exchange): Journey | undefined {
  const found = openCookie(box, request, { name: JOURNEY, path: PATH }) as Journey | undefined;
  setCookie(box, response, { name: JOURNEY, path: PATH });
  return found;
}

export function keepArrival(
  box: CookieBox,
  response: Response,
  { path, arrival }: { readonly path: string; readonly arrival: Arrival },
): void {
  setCookie(box, response, { name: ARRIVAL, path, value: arrival });
}

export const openArrival = (box: CookieBox, request: Request): Arrival | undefined =>
  openCookie(box, request, { name: ARRIVAL, path: request.path }) as Arrival | undefined;

export function dropArrival(box: CookieBox, response: Response, path: string): void {
  setCookie(box, response, { name: ARRIVAL, path });
}

interface NewCookie {
  readonly name: string;
  readonly path: string;
  /** Without one the cookie goes. */
  readonly value?: object;
}

/** `Lax`: the provider leads the browser back here from another site. */
function setCookie(
  { sealer, isSecure }: CookieBox,
  response: Response,
  { name, path, value }: NewCookie,
): void {
  const sealed =
    value === undefined
      ? ''
      : sealer.seal(JSON.stringify(value), contextOf({ name, path })).toString('base64url');
  const age = value === undefined ? 0 : LONGEST_MS / 1000;
  const attributes = [`Path=${path}`, `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax'];
  response.appendHeader(
    'Set-Cookie',
    [`${name}=${sealed}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '),
  );
}

/** Of one address: a cookie's own path keeps nobody from putting it at another one. */
const contextOf = ({ name, path }: Omit<NewCookie, 'value'>): string => `${name} ${path}`;

function openCookie(
  { sealer, nowMs }: CookieBox,
  { headers }: Request,
  { name, path }: Omit<NewCookie, 'value'>,
): { readonly atMs: number } | undefined {
  const pair = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`));
  const sealed = pair?.slice(name.length + 1) ?? '';
  if (sealed === '') return undefined;
  try {
    const text = sealer.open(Buffer.from(sealed, 'base64url'), contextOf({ name, path }));
    const value = JSON.parse(text) as { readonly atMs: number };
    return nowMs - value.atMs < LONGEST_MS ? value : undefined;
  } catch {
    return undefined; // not one of ours
  }
}
