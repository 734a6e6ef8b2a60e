import { decode } from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import { contentUrl } from '../service.js';

/** Multicodec of a block that is the file, and the multihash of SHA-256. */
const [RAW, DAG_PB, SHA_256] = [0x55, 0x70, 0x12];

export interface CheckedContent {
  readonly bytes: Uint8Array;
  /** Of the whole, in hexadecimal digits. */
  readonly sha256: string;
}

/** The bytes behind a CID, once each of their blocks has the hash that it is known by. */
export async function readChecked(cid: string): Promise<CheckedContent> {
  const bytes = await file(CID.parse(cid));
  return { bytes, sha256: hex(await sha256(bytes)) };
}

async function file(cid: CID): Promise<Uint8Array> {
  const bytes = await block(cid);
  if (cid.code === RAW) return bytes;
  if (cid.code !== DAG_PB) throw new Error(`${cid.toString()} is no file.`);
  const parts: Uint8Array[] = [];
  for (const { Hash } of decode(bytes).Links) parts.push(await file(CID.parse(String(Hash))));
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

async function block(cid: CID): Promise<Uint8Array> {
  const name = cid.toString();
  const response = await fetch(`${contentUrl(name)}?format=raw`);
  if (!response.ok) throw new Error(`${name} was answered with ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isSame =
    cid.multihash.code === SHA_256 && hex(await sha256(bytes)) === hex(cid.multihash.digest);
  if (!isSame) throw new Error(`${name} does not have its hash.`);
  return bytes;
}

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
