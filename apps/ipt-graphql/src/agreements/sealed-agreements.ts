export interface SealedPlace {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  /** SHA-256 of the document that is encrypted, which is never shown. */
  readonly documentHash: string;
}

export interface SealedKey extends SealedPlace {
  /** The wallet that the agreement is for. */
  readonly wallet: string;
  readonly keyId: string;
  readonly wrappedKey: string;
}

/** What was stored of an encrypted agreement. */
export interface SealedContent {
  readonly cid: string;
  readonly pdfCid: string;
  /** SHA-256 of the encrypted document. */
  readonly contentHash: string;
}

/** `content` is absent until all of it is stored. */
export interface SealedAgreement extends SealedKey {
  readonly content: SealedContent | undefined;
}

/** Remembers the keys of encrypted agreements, wrapped, and what they were used for. */
export abstract class SealedAgreements {
  abstract find(place: SealedPlace): Promise<SealedAgreement | undefined>;
  /** Stores the key of a document, once. @returns what is stored: the key of whoever came first */
  abstract keep(key: SealedKey): Promise<SealedAgreement>;
  abstract settle(place: SealedPlace, content: SealedContent): Promise<void>;
  /** By the CIDs of the encrypted documents. */
  abstract byCids(tenant: string, cids: readonly string[]): Promise<readonly SealedAgreement[]>;
}
