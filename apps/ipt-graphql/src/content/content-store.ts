/** What is stored under a CID, of which nothing has been read yet. */
export interface StoredContent {
  readonly sizeBytes: number;
  /** What it begins with, to tell what it is. It is not checked against the CID. */
  readonly start: Uint8Array;
  /** The bytes from `first` to `last`, both included, a block at a time. @throws when a block does not have its hash */
  read(first: number, last: number): AsyncIterable<Uint8Array>;
}

/** Files by their CID. What is read has been checked against it. */
export abstract class ContentStore {
  /** @returns the CIDv1 (profile unixfs-v1-2025, IPIP-499), once the bytes are safe on disk */
  abstract add(bytes: Uint8Array): Promise<string>;
  /** The file, or `undefined` when it is not here. @throws when a block does not have its hash */
  abstract read(cid: string): Promise<Uint8Array | undefined>;
  /** The file, or the one block of this CID, to be read as fast as it is taken; `undefined` when it is not here. */
  abstract open(cid: string, as: 'file' | 'block'): Promise<StoredContent | undefined>;
  /** One block as it is hashed. */
  abstract block(cid: string): Promise<Uint8Array | undefined>;
  /** The file's blocks as a CAR, version 1, a block at a time; `undefined` when it is not here. */
  abstract car(cid: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** A place outside of the service that keeps content reachable. */
export interface Pinner {
  /** @throws when the place does not hold exactly this content afterwards */
  pin(cid: string, car: AsyncIterable<Uint8Array>): Promise<void>;
}
