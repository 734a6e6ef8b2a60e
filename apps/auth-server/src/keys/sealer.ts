/** Encrypts what must be readable again: keys and some secrets. */
export abstract class Sealer {
  /** @param context what the text is; it opens only under the same */
  abstract seal(plain: string, context: string): Buffer;
  /** @throws {Error} when the key is another one or the bytes were changed */
  abstract open(sealed: Buffer, context: string): string;
  /** A key of its own for one purpose, derived from the key-encryption key. */
  abstract derive(purpose: string): Buffer;
}
