/** A password's hash that another system has made. */
export interface ForeignHash {
  readonly digest: (password: string) => Promise<Buffer>;
  readonly expected: Buffer;
}
