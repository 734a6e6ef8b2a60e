import type { Request, Response } from 'express';

const COOKIE = 'sextant_onward';
const LONGEST = 3000;
/** Of this server, and nothing that a browser takes for another one. */
const ADDRESS = /^\/[\w./-]*(\?[\w.~*%&=+:/-]*)?$/;

/** Keeps where somebody goes on after the sign-in that comes first. */
export function keepOnward(response: Response, address: string, isSecure: boolean): void {
  if (address.length > LONGEST || !isOwn(address)) return;
  response.cookie(COOKIE, address, {
    ...{ path: '/account', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: 600_000 },
  });
}

/** Once. @returns `undefined` where there is none */
export function takeOnward(request: Request, response: Response): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  if (found === undefined) return undefined;
  response.clearCookie(COOKIE, { path: '/account' });
  const address = decoded(found);
  return isOwn(address) ? address : undefined;
}

const isOwn = (address: string): boolean => ADDRESS.test(address) && !address.startsWith('//');

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // not as it was set
  }
}
