import type { Client, Provider } from 'oidc-provider';

/**
 * Schemes of browsers and of programs that are on every machine: what is sent there is read, run or shown by something else
 * than the client.
 */
const NOT_PRIVATE = new Set([
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'filesystem:', 'about:', 'jar:'],
  ...['view-source:', 'chrome:', 'resource:', 'ws:', 'wss:', 'ftp:', 'mailto:', 'tel:', 'sms:'],
  ...['intent:', 'urn:', 'ldap:', 'ssh:', 'search-ms:', 'ms-msdt:'],
]);

/** `localhost` too, which RFC 8252 section 8.3 advises against and most programs register. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(?=[/?]|$)/i;

const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/**
 * Whether a redirect address is one: each is judged by itself, whatever else the client has registered and whether it
 * calls itself native. Of web addresses https and http count, loopback among them (RFC 8252 section 7.3), else any scheme that a
 * program may have for itself (section 7.1). Such a scheme needs no period here (our choice, section 8.4 says SHOULD): PKCE
 * protects the code, and Cursor and VS Code have none.
 *
 * @returns what is wrong with it
 */
export function faultOfRedirect(uri: unknown, isNative: boolean): string | undefined {
  const parsed = typeof uri === 'string' ? URL.parse(uri) : null;
  if (typeof uri !== 'string' || parsed === null) return 'must only contain valid uris';
  if (parsed.href.includes('#')) return 'must not contain fragments';
  const { protocol } = parsed;
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    return isNative && !isLoopback(uri)
      ? 'for native clients using http as a protocol can only use loopback addresses as hostnames'
      : undefined;
  }
  if (NOT_PRIVATE.has(protocol)) return `must not use the ${protocol.slice(0, -1)} URI scheme`;
  return undefined;
}

/** A loopback address without its port, for RFC 8252 section 7.3: a program listens at another one each time that it runs. */
function withoutPort(uri: string): string | undefined {
  const [matched, host = '', port] = LOOPBACK.exec(uri) ?? [];
  if (matched === undefined || Number(port ?? 80) > 65_535) return undefined;
  return `http://${host.toLowerCase()}${uri.slice(matched.length) || '/'}`;
}

/** Whether an address is one of the registered ones, to the letter but for the port of a loopback address. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const wanted = withoutPort(uri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** Whether a page may call in the name of a client: one of its own origins, or a loopback one at another port. */
export const isOwnOrigin = (origin: string, registered: readonly string[]): boolean =>
  registered.some((uri) => {
    const own = URL.parse(uri)?.origin;
    if (own === undefined || own === 'null') return false;
    return own === origin || isRegistered(`${origin}/`, [`${own}/`]);
  });

interface Schema {
  readonly redirect_uris: readonly string[];
  readonly application_type?: string;
  invalidate(message: string): never;
  redirectUris(this: Schema, uris?: readonly unknown[], label?: string): void;
}

interface ClientPrototype extends Pick<Client, 'redirectUris' | 'postLogoutRedirectUris'> {
  redirectUriAllowed(this: ClientPrototype, uri: string): boolean;
  postLogoutRedirectUriAllowed(this: ClientPrototype, uri: string): boolean;
}

/** The engine judges by `application_type`, which clients that register themselves leave out. */
export function judgeRedirects(provider: Provider): void {
  const model = provider.Client as unknown as {
    readonly prototype: ClientPrototype;
    readonly Schema: { readonly prototype: Schema };
  };
  model.Schema.prototype.redirectUris = function judge(
    this: Schema,
    uris = this.redirect_uris,
    label = 'redirect_uris',
  ) {
    for (const uri of uris) {
      const fault = faultOfRedirect(uri, this.application_type === 'native');
      if (fault !== undefined) this.invalidate(`${label} ${fault}`);
    }
  };
  model.prototype.redirectUriAllowed = function isAllowed(this: ClientPrototype, uri) {
    return isRegistered(uri, this.redirectUris ?? []);
  };
  model.prototype.postLogoutRedirectUriAllowed = function isAllowed(this: ClientPrototype, uri) {
    return isRegistered(uri, this.postLogoutRedirectUris ?? []);
  };
}
