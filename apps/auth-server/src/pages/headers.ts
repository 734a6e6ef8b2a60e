import type { ServerResponse } from 'node:http';

/**
 * Headers of the pages: no script but our own files, no picture but those given, no frame around them, nothing stored, no
 * address told to others. `form-action` is left out on purpose: Chromium applies it to the
 * redirect that follows the form as well, and that one leads to the client.
 */
export function protectPage(response: ServerResponse, images: readonly string[] = []): void {
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; script-src 'self'; img-src ${["'self'", ...originsOf(images)].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
}

const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.map((url) => new URL(url).origin)),
];

/** The page of a sign-out loads addresses of other sites in frames. */
export function allowFrames(response: ServerResponse, urls: readonly string[]): void {
  const origins = originsOf(urls).join(' ');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; script-src 'self'; frame-src ${origins}; base-uri 'none'; frame-ancestors 'none'`,
  );
}

/** The session iframe is made to be framed by anybody. */
export function allowFraming(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self'");
  response.removeHeader('X-Frame-Options');
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}
