/** Keeps files by key, such as `voices/<id>/sample`: words of letters, digits, `_` and `-`. */
export abstract class Blobs {
  /** Durable when it resolves. */
  abstract put(key: string, bytes: Uint8Array): Promise<void>;
  abstract get(key: string): Promise<Uint8Array | undefined>;
  /** Also when there is none. */
  abstract delete(key: string): Promise<void>;
  /** Ends connections that are kept open. */
  abstract close(): void;
}
