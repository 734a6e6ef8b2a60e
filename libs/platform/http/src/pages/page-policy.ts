export interface PagePolicy {
  /** Origins beyond its own that the page calls and puts into hidden frames, such as the issuer. */
  readonly origins?: readonly string[];
  /** For libraries that make styles and bring fonts as data; scripts are never inline. */
  readonly inlineStyles?: boolean;
  /** For pages that play files which people chose or which were fetched with a token. */
  readonly media?: boolean;
}

/**
 * The Content-Security-Policy of our own pages, stricter than that of other answers: nothing but
 * files of the same origin, no inline script or style, nobody else's frame around it.
 */
export function pagePolicy({
  origins = [],
  inlineStyles = false,
  media = false,
}: PagePolicy = {}): string {
  const own = ["'self'", ...origins].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    `font-src 'self'${inlineStyles ? ' data:' : ''}`,
    `connect-src ${own}`,
    // The hidden frame in which a token is renewed.
    `frame-src ${own}`,
    ...(media ? ["media-src 'self' blob:"] : []),
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
