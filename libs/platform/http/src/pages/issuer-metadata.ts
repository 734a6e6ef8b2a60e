/** Changes of the issuer reach pages after this. */
const KEPT_MS = 10 * 60_000;
const RETRY_MS = 5_000;
const TIMEOUT_MS = 5_000;

/** What a page needs of it to sign somebody in and out. */
const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'end_session_endpoint',
  'check_session_iframe',
  'revocation_endpoint',
] as const;

type Metadata = Readonly<Partial<Record<(typeof MEMBERS)[number], string>>>;

/**
 * What an issuer says of itself (OpenID Connect Discovery 1.0), for pages that would else ask it themselves, each person's anew.
 * It is asked when a page is, and no page waits for its answer: who comes before it asks as any relying party.
 */
export class IssuerMetadata {
  #known: Metadata | undefined;
  #isAsking = false;
  #askAgainAtMs = 0;

  constructor(private readonly issuer: string) {}

  /** As it was said last; absent while it is not known. The same object until it is asked again. */
  current(): Metadata | undefined {
    if (!this.#isAsking && Date.now() >= this.#askAgainAtMs) void this.#ask();
    return this.#known;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const said = await this.#said().catch(() => undefined); // a page asks itself then, and tells why it cannot
    this.#known = said ?? this.#known;
    this.#askAgainAtMs = Date.now() + (said === undefined ? RETRY_MS : KEPT_MS);
    this.#isAsking = false;
  }

  async #said(): Promise<Metadata | undefined> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return undefined;
    const body = (await response.json()) as Record<string, unknown>;
    // Section 4.3: another's metadata would lead people to another's pages.
    if (body['issuer'] !== this.issuer) return undefined;
    const members = MEMBERS.filter((name) => typeof body[name] === 'string');
    return Object.fromEntries(members.map((name) => [name, body[name]])) as Metadata;
  }
}
