import type { OidcMetadata } from 'oidc-client-ts';

const keyOf = (issuer: string): string => `sextant.discovery.${issuer}`;

/** What the issuer has said of itself to an earlier page of this tab: it is asked once, not by each page. */
export function knownMetadata(issuer: string): Partial<OidcMetadata> | undefined {
  try {
    const metadata = JSON.parse(sessionStorage.getItem(keyOf(issuer)) ?? '{}') as OidcMetadata;
    return metadata.issuer === issuer ? metadata : undefined;
  } catch {
    return undefined;
  }
}

export function keepMetadata(issuer: string, metadata: Partial<OidcMetadata>): void {
  try {
    sessionStorage.setItem(keyOf(issuer), JSON.stringify(metadata));
  } catch {
    // The next page asks again.
  }
}
