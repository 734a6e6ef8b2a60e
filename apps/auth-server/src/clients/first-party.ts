/**
 * Whether a first-party client may get an answer at an address without a question to the person. Programs of the same machine
 * can listen at a loopback address, and apps can claim a private scheme (RFC 8252, sections 8.4 and 8.6): there the client is
 * anybody. At the issuer's own origin it is the issuer, whatever the address: who listens there has the passwords already.
 */
export function isTrustedAddress(redirectUri: string, issuer: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null) return false;
  if (url.origin === new URL(issuer).origin) return true;
  return url.protocol === 'https:' && !isLoopbackHost(url.hostname);
}

const isLoopbackHost = (host: string): boolean =>
  /^(?:(?:.*\.)?localhost\.?|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    host,
  );

/** @throws {Error} for a first-party client with an address that another program can have */
export function requireOwnAddresses(
  {
    clientId,
    isFirstParty,
    redirectUris,
  }: {
    readonly clientId: string;
    readonly isFirstParty: boolean;
    readonly redirectUris: readonly string[];
  },
  issuer: string,
): void {
  if (!isFirstParty) return;
  const other = redirectUris.find((uri) => !isTrustedAddress(uri, issuer));
  if (other === undefined) return;
  throw new RangeError(
    `the client ${clientId} cannot be first_party, because ${other} is neither https ` +
      `nor at ${issuer}. Remove first_party, or the address.`,
  );
}
