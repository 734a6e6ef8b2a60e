import { decodeProtectedHeader } from 'jose';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

interface KeyStore extends Iterable<{ readonly kid?: string }> {
  freshUntil?: number;
  fresh(): boolean;
}

/** Unknown key ids that may make us ask again, for one client in a minute. */
const MOST_REFRESHES = 5;
const WINDOW_MS = 60_000;

/**
 * Fetches the keys at a client's `jwks_uri` again for an assertion whose key is not among them: the
 * engine keeps them for a minute, in which a client that has changed its key would be refused.
 *
 * @see OpenID Connect Core 1.0, section 10.1.1, "Rotation of Asymmetric Signing Keys"
 */
export function refetchUnknownKeys(client: object, nowMs: () => number): void {
  const { jwksUri, asymmetricKeyStore: store } = client as {
    readonly jwksUri?: string;
    readonly asymmetricKeyStore?: KeyStore;
  };
  if (jwksUri === undefined || store === undefined) return;
  const fresh = store.fresh.bind(store);
  const askedIn = new WeakSet<object>();
  let asked: readonly number[] = [];
  store.fresh = () => {
    if (!fresh()) return false;
    const context = Provider.ctx;
    const kid = kidOfAssertion(context);
    const isKnown = kid === undefined || [...store].some((key) => key.kid === kid);
    asked = asked.filter((at) => nowMs() - at < WINDOW_MS);
    const isEnough = asked.length >= MOST_REFRESHES;
    if (isKnown || isEnough || context === undefined || askedIn.has(context)) return true;
    askedIn.add(context);
    asked = [...asked, nowMs()];
    store.freshUntil = 0;
    return false;
  };
}

function kidOfAssertion(context: KoaContextWithOIDC | undefined): string | undefined {
  const { client_assertion } = (context?.oidc.params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof client_assertion !== 'string') return undefined;
  try {
    return decodeProtectedHeader(client_assertion).kid;
  } catch {
    return undefined; // the engine refuses it
  }
}
