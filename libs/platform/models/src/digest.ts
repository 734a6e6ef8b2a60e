import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** What a hub says of a file's content: SHA-256 of large files, git's own hash of small ones (`blob <size>\0<content>`). */
export interface Digest {
  readonly algorithm: 'sha256' | 'git-sha1';
  /** Hexadecimal. */
  readonly value: string;
}

/** A file of a model. */
export interface ModelFile {
  /** Below the model's folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly digest: Digest;
  /** Where it lies, if not in the repository of its model. */
  readonly from?: { readonly repository: string; readonly commit: string };
}

/** Names come from strangers: none may leave the model's folder. */
export const isPathBelow = (path: string): boolean =>
  /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(path) &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && !/^\.+$/.test(part));

const hashOf = ({ bytes, digest }: ModelFile): Hash =>
  digest.algorithm === 'sha256'
    ? createHash('sha256')
    : createHash('sha1').update(`blob ${bytes}\0`);

/** Whether a file on disk is the one that is meant, byte for byte. */
export async function isIntact(path: string, file: ModelFile): Promise<boolean> {
  const hash = hashOf(file);
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > file.bytes) return false;
    hash.update(chunk);
  }
  return bytes === file.bytes && hash.digest('hex') === file.digest.value;
}
