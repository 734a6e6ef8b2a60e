import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from './known-devices.js';

const COOKIE = 'sextant_browser';
const TOKEN = /^[\w-]{43}$/;
const YEAR_SECONDS = 365 * 86_400;
const MOST_LANGUAGES = 5;

/** The browser that sends a request: with the cookie that it has, or a new one. */
export function browserOf({ headers }: IncomingMessage): Browser {
  const found = (headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  const token =
    found !== undefined && TOKEN.test(found) ? found : randomBytes(32).toString('base64url');
  return {
    token,
    name: nameOf(headers['user-agent'] ?? ''),
    languages: languagesOf(headers['accept-language']),
  };
}

/** Kept once somebody has signed in: it tells nothing of who that was. */
export function keepBrowser(response: ServerResponse, { token }: Browser, isSecure: boolean): void {
  const attributes = ['Path=/', `Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
  response.appendHeader(
    'Set-Cookie',
    [`${COOKIE}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '),
  );
}

/** Languages of `Accept-Language`, best first (RFC 9110 section 12.5.4). */
export const languagesOf = (header = ''): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .slice(0, MOST_LANGUAGES)
    .map(({ tag }) => tag);

/** The first that fits counts: most call themselves by the names of others as well. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Such as "Firefox, Linux": for people to tell their devices apart, not to be believed. */
export function nameOf(userAgent: string): string {
  const first = (names: typeof PROGRAMS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const parts = [first(PROGRAMS), first(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? productOf(userAgent) : parts.join(', ');
}

/** Letters alone: it stands in mails, where anything with a dot would become a link. */
const productOf = (userAgent: string): string => /^[A-Za-z]{1,20}/.exec(userAgent)?.[0] ?? '?';
