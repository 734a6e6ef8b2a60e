/** One thing that the protocol engine keeps, about to be stored. */
export interface NewArtifact {
  /** SHA-256 of the kind and of what the client holds. */
  readonly id: Buffer;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
  readonly grantId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly uid?: string | undefined;
  /** SHA-256 of the code that a person types. */
  readonly userCode?: Buffer | undefined;
}

export interface ArtifactRow {
  readonly id: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumedAt: Date | undefined;
}

/** Where the protocol engine keeps codes, tokens, sessions and the rest. */
export abstract class ArtifactStore {
  abstract find(id: Buffer): Promise<ArtifactRow | undefined>;
  abstract findByUid(uid: string): Promise<ArtifactRow | undefined>;
  abstract findByUserCode(code: Buffer): Promise<ArtifactRow | undefined>;
  abstract upsert(row: NewArtifact): Promise<void>;
  /** Writes it in the place of one that has to be there still. @returns whether it was */
  abstract replace(previous: Buffer, row: NewArtifact): Promise<boolean>;
  /** Stores what ends with another one, at the latest. @returns whether that is still there */
  abstract insertBelow(parent: Buffer, row: NewArtifact): Promise<boolean>;
  /** @returns whether it was not there yet */
  abstract insertOnce(row: NewArtifact): Promise<boolean>;
  /**
   * Consumes it, once.
   *
   * @returns whether this call may go on
   */
  abstract consume(id: Buffer, now: Date): Promise<boolean>;
  abstract grantOf(id: Buffer): Promise<string | undefined>;
  abstract destroy(id: Buffer): Promise<void>;
  abstract removeKindOfGrant(kind: string, grantId: string): Promise<void>;
  /** Everything of a grant and the grant itself. */
  abstract removeOfGrant(grantId: string): Promise<void>;
}
