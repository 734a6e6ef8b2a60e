import type { Clock } from '@sextant/platform-runtime/clock';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

interface KeyStore extends Iterable<{ readonly kid?: string }> {
  freshUntil?: number;
  fresh(): boolean;
}

/** Unknown key ids that may make us ask again, for one client in a minute. */
const MOST_REFRESHES = 5;
const WINDOW_MS = 60_000;
const MOST_CLIENTS = 5000;

/** By client, whose object is built anew whenever something about any client changes. */
export class KeyRefetches {
  readonly #askedAt = new LRUCache<string, readonly number[]>({ max: MOST_CLIENTS });

  constructor(private readonly clock: Clock) {}

  /** @returns whether the keys of the client may be asked for once more; it counts if so */
  take(clientId: string): boolean {
    const nowMs = this.clock.nowMs();
    const asked = (this.#askedAt.get(clientId) ?? []).filter((at) => nowMs - at < WINDOW_MS);
    if (asked.length >= MOST_REFRESHES) return false;
    this.#askedAt.set(clientId, [...asked, nowMs]);
    return true;
  }
}

/**
 * Fetches the keys at a client's `jwks_uri` again for an assertion whose key is not among them: the
 * engine keeps them for a minute, in which a client that has changed its key would be refused.
 *
 * @see OpenID Connect Core 1.0, section 10.1.1, "Rotation of Asymmetric Signing Keys"
 */
export function refetchUnknownKeys(client: object, refetches: KeyRefetches): void {
  const {
    clientId,
    jwksUri,
    asymmetricKeyStore: store,
  } = client as {
    readonly clientId: string;
    readonly jwksUri?: string;
    readonly asymmetricKeyStore?: KeyStore;
  };
  if (jwksUri === undefined || store === undefined) return;
  const fresh = store.fresh.bind(store);
  const askedIn = new WeakSet<object>();
  store.fresh = () => {
    if (!fresh()) return false;
    const context = Provider.ctx;
    const kid = kidOfAssertion(context);
    const isKnown = kid === undefined || [...store].some((key) => key.kid === kid);
    if (isKnown || context === undefined || askedIn.has(context)) return true;
    if (!refetches.take(clientId)) return true;
    askedIn.add(context);
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
