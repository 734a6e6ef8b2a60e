import type { Request, Response } from 'express';
import type { Forwarded } from './forwarded.request.js';
import { PASS_MS } from './forward-tickets.js';

/** Of the application's host, by way of its proxy. */
const PASS = 'sextant_forward';
const STATE = 'sextant_forward_state';
const STATE_MS = 600_000;
const LONGEST = 2000;

/** With TLS no other host and no plain connection can set it (RFC 6265bis section 4.1.3.2). */
const nameOf = (name: string, { scheme }: Forwarded): string =>
  scheme === 'https' ? `__Host-${name}` : name;

export const passIn = (request: Request, forwarded: Forwarded): string =>
  valueOf(request, nameOf(PASS, forwarded));

export const stateIn = (request: Request, forwarded: Forwarded): string =>
  valueOf(request, nameOf(STATE, forwarded));

export function keepPass(response: Response, forwarded: Forwarded, pass: string): void {
  set(response, forwarded, { name: PASS, value: pass, maxAge: PASS_MS });
}

export function keepState(response: Response, forwarded: Forwarded, state: string): void {
  set(response, forwarded, { name: STATE, value: state, maxAge: STATE_MS });
}

export function dropCookies(response: Response, forwarded: Forwarded): void {
  for (const name of [PASS, STATE]) set(response, forwarded, { name, value: '', maxAge: 0 });
}

export function dropState(response: Response, forwarded: Forwarded): void {
  set(response, forwarded, { name: STATE, value: '', maxAge: 0 });
}

function set(
  response: Response,
  forwarded: Forwarded,
  {
    name,
    value,
    maxAge,
  }: { readonly name: string; readonly value: string; readonly maxAge: number },
): void {
  response.cookie(nameOf(name, forwarded), value, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', maxAge },
    secure: forwarded.scheme === 'https',
  });
}

/** Empty where there is none, or more than one: which one counts nobody could say. */
function valueOf({ headers }: Request, name: string): string {
  const found = (headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`));
  const value = found.length === 1 ? (found[0] ?? '').slice(name.length + 1) : '';
  return value.length <= LONGEST ? value : '';
}
