import type { Request, Response } from 'express';

const COOKIE = 'sextant_approval';
const TOKEN = /^[\w-]{43}$/;

/** Keeps the token of the link while the person signs in: in an address it would be in logs. */
export function keepApproval(response: Response, token: string, isSecure: boolean): void {
  if (!TOKEN.test(token)) return;
  response.cookie(COOKIE, token, {
    ...{ path: '/account', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: 600_000 },
  });
}

/** Empty without one. */
export function approvalIn({ headers }: Request): string {
  const found = (headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return found !== undefined && TOKEN.test(found) ? found : '';
}

export const forgetApproval = (response: Response): void =>
  void response.clearCookie(COOKIE, { path: '/account' });
