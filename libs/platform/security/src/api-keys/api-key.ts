/** A key as it is stored: everything but the secret. */
export interface ApiKey {
  readonly id: string;
  /** Whose key it is: an organization, a workspace, a tenant. */
  readonly owner: string;
  readonly label: string;
  /** First and last characters of the secret, for lists and reports. */
  readonly masked: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** Absent: it does not expire. */
  readonly expiresAt?: Date;
  /** Absent: it is active. */
  readonly revokedAt?: Date;
}

/** A stored key with the hash that finds it. */
export interface StoredApiKey extends ApiKey {
  /** SHA-256 of the secret, 32 bytes. */
  readonly hash: Buffer;
}

/** Where keys are kept. */
export interface ApiKeyStore {
  /** @returns `false` when a key with this hash exists already; nothing is changed then */
  insert(key: StoredApiKey): Promise<boolean>;
  findByHash(hash: Buffer): Promise<StoredApiKey | undefined>;
  find(owner: string, id: string): Promise<ApiKey | undefined>;
  /** The keys of an owner, oldest first, revoked ones too. */
  list(owner: string): Promise<readonly ApiKey[]>;
  /** @returns the key as it is now, or `undefined` if the owner has none with this id */
  revoke(owner: string, id: string, at: Date): Promise<ApiKey | undefined>;
  rename(owner: string, id: string, label: string): Promise<ApiKey | undefined>;
}
