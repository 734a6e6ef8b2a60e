/** What every page with a sign-in is told. */
export interface PageSettings {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** A public client whose redirect URIs are those of the page, at this origin. */
  readonly clientId: string;
  /** Path of the page, such as `/inbox`. */
  readonly path: string;
  /** What the issuer says of itself (OpenID Connect Discovery 1.0); absent where the service does not know it yet. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * What the service tells its page: a block of data in the document, which no policy forbids.
 *
 * @see serveWeb of platform-http
 */
export function pageSettings(): PageSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as PageSettings;
}
