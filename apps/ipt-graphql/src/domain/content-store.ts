/** What `ContentStore` is bound to. */
export const CONTENT_STORE = Symbol('ContentStore');

/** Files by their CID. What is read has been checked against it. */
export interface ContentStore {
  /** @returns the CIDv1 (profile unixfs-v1-2025, IPIP-499), once the bytes are safe on disk */
  add(bytes: Uint8Array): Promise<string>;
  /** The file, or `undefined` when it is not here. @throws when a block does not have its hash */
  read(cid: string): Promise<Uint8Array | undefined>;
  /** One block as it is hashed. */
  block(cid: string): Promise<Uint8Array | undefined>;
  /** The file's blocks as a CAR, version 1. */
  car(cid: string): Promise<Uint8Array | undefined>;
}

/** A place outside of the service that keeps content reachable. */
export interface Pinner {
  /** @throws when the place does not hold exactly this content afterwards */
  pin(cid: string, car: Uint8Array): Promise<void>;
}
