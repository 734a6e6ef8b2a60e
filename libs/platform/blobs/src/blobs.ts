/** Keeps files by key, such as `voices/<id>/sample`: words of letters, digits, `_` and `-`. */
export interface Blobs {
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Also when there is none. */
  delete(key: string): Promise<void>;
  /** Ends connections that are kept open. */
  close(): void;
}
