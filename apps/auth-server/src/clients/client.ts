export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** How a client's secret is kept: as a digest, or sealed where the protocol needs its plain text. */
export type KeptSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'hashed'; readonly sha256: Buffer }
  | { readonly kind: 'sealed'; readonly sealed: Buffer };

/** An application that asks for tokens. */
export interface Client {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly type: ClientType;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isActive: boolean;
  /** The operator's own: people are not asked whether it may act for them. The bootstrap file alone says so. */
  readonly isFirstParty: boolean;
  readonly createdAt: Date;
  /** Further client metadata of OpenID Connect Dynamic Client Registration 1.0, section 2. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly secret: KeptSecret;
}

export interface ClientFilter {
  readonly limit: number;
  readonly offset: number;
  readonly active?: boolean;
  /** What the name or the `client_id` holds. */
  readonly q?: string;
}

export type ClientChange = Partial<
  Pick<
    Client,
    | 'name'
    | 'redirectUris'
    | 'scopes'
    | 'isActive'
    | 'isFirstParty'
    | 'metadata'
    | 'secret'
    | 'type'
  >
>;

/** Where clients are kept. */
export abstract class Clients {
  /** By `id` or `client_id`. */
  abstract find(id: string): Promise<Client | undefined>;
  /** As the client is now, and stays until the end of the transaction. */
  abstract findToChange(id: string): Promise<Client | undefined>;
  abstract list(
    filter: ClientFilter,
  ): Promise<{ readonly clients: readonly Client[]; readonly total: number }>;
  abstract add(client: Client): Promise<void>;
  abstract change(id: string, change: ClientChange): Promise<Client | undefined>;
  abstract count(): Promise<number>;
  /** Ids of active clients for which PKCE is waived. */
  abstract withoutPkce(): Promise<readonly string[]>;
}

/** Name of the workspace that the clients of one owner share; the claim `workspace` of their tokens. */
export const WORKSPACE = /^[\w-]{1,64}$/;

/** Clients of the service's own doors and pages; they exist in no table. */
export const FIRST_PARTY = {
  /** `/auth/token` and `/auth/refresh`. */
  directLogin: 'sextant-direct-login',
  /** `/admin/auth`. */
  admin: 'sextant-admin',
  /** People's own pages, `/account`; no client of the protocol. */
  account: 'sextant-account',
  /** The pages of administrators, `/admin/console`. */
  console: 'sextant-console',
  /** The first page of all services, `/`. */
  start: 'sextant-start',
} as const;

export const isFirstParty = (clientId: string): boolean =>
  Object.values<string>(FIRST_PARTY).includes(clientId);

/** The host of a client whose id is the address of its metadata; nothing of any other. */
export const documentHostOf = (clientId: string): string | undefined =>
  clientId.startsWith('https://') ? URL.parse(clientId)?.host : undefined;
