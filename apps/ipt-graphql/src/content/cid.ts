import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { create } from 'multiformats/hashes/digest';

/** Multihash code of SHA-256. */
export const SHA_256 = 0x12;
/** Multicodec of UnixFS nodes. */
export const DAG_PB = 0x70;
/** Multicodec of JSON, which older agreements were addressed with. */
const JSON_CODEC = 0x0200;

/** Blocks of the profile unixfs-v1-2025 (IPIP-499) hold 1 MiB. */
export const CHUNK_BYTES = 1024 * 1024;

/** The CIDv1 of bytes that are one block: at most `CHUNK_BYTES`. */
export function rawCid(bytes: Uint8Array): CID {
  return CID.createV1(raw.code, create(SHA_256, createHash('sha256').update(bytes).digest()));
}

/** No CID of SHA-256 is longer in base 32, the longest spelling that is read. */
const MAX_CID_CHARACTERS = 100;

/** A CID in any of its spellings; `undefined` for anything else and for hashes other than SHA-256. */
export function parseCid(text: string): CID | undefined {
  // Base 58 and 36 take time with the square of the length: 16,000 characters, which an address may have, 0.2 s.
  if (text.length > MAX_CID_CHARACTERS) return undefined;
  try {
    const cid = CID.parse(text);
    return cid.multihash.code === SHA_256 ? cid : undefined;
  } catch {
    return undefined;
  }
}

/** The CID of `ipfs://<cid>`. */
export function cidOfUri(uri: string): CID | undefined {
  const [, text] = /^ipfs:\/\/([A-Za-z0-9]+)$/.exec(uri) ?? [];
  return text === undefined ? undefined : parseCid(text);
}

export const ipfsUri = (cid: string): string => `ipfs://${cid}`;

/** SHA-256 of content as clients write it: hex with or without `0x`, or a CID of the codec json or raw. */
export function contentHashOf(text: string): string | undefined {
  const [, hex] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (hex !== undefined) return hex.toLowerCase();
  const cid = parseCid(text);
  if (cid === undefined || ![raw.code, JSON_CODEC].includes(cid.code)) return undefined;
  return Buffer.from(cid.multihash.digest).toString('hex');
}
