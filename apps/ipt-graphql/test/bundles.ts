import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CarReader, CarWriter } from '@ipld/car';
import * as dagCbor from '@ipld/dag-cbor';
import { workspaceRoot } from '@sextant/platform-testing';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { create } from 'multiformats/hashes/digest';
import type { BundleManifest } from '../src/bundles/bundle.js';

export interface Block {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** A bundle taken apart; the first block is the manifest's. */
export interface Opened {
  readonly manifest: BundleManifest;
  readonly blocks: readonly Block[];
}

export function block(bytes: Uint8Array, codec: number = raw.code): Block {
  const digest = createHash('sha256').update(bytes).digest();
  return { cid: CID.createV1(codec, create(0x12, digest)), bytes };
}

/** Each once, the root first. */
export async function blocksOf(car: Uint8Array): Promise<readonly Block[]> {
  const reader = await CarReader.fromBytes(car);
  const blocks = new Map<string, Block>();
  for await (const each of reader.blocks()) blocks.set(each.cid.toString(), each);
  return [...blocks.values()];
}

export async function openBundle(car: Uint8Array): Promise<Opened> {
  const blocks = await blocksOf(car);
  return { manifest: dagCbor.decode(blocks[0]?.bytes ?? new Uint8Array()), blocks };
}

export async function car(
  roots: readonly CID[],
  blocks: Iterable<Block>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { writer, out } = CarWriter.create([...roots]);
  const parts: Uint8Array[] = [];
  const written = (async () => {
    for await (const part of out) parts.push(part);
  })();
  for (const each of blocks) await writer.put(each);
  await writer.close();
  await written;
  return Buffer.concat(parts);
}

/** The bundle with another manifest, whose hashes are right again: what a forger can do. */
export function repacked({ blocks }: Opened, manifest: unknown, more: readonly Block[] = []) {
  const head = block(dagCbor.encode(manifest), dagCbor.code);
  return car([head.cid], [head, ...blocks.slice(1), ...more]);
}

type Verify = (
  bytes: Uint8Array,
  rpc: string | undefined,
  say: (line: string) => void,
  key?: string,
) => unknown;

interface IptCredentials {
  readonly rpc_url: string;
  readonly base_url: string;
  readonly chain_id: number;
  readonly contracts: object;
}

type VerifyToken = (
  credentials: IptCredentials,
  tokenId: string,
  say: (line: string) => void,
  key?: string,
) => unknown;

/** The same by a token's id, from a chain and a gateway. */
export async function verifyToken(credentials: IptCredentials, tokenId: string, key?: string) {
  const script: string = join(workspaceRoot(), 'scripts', 'demo', 'ipt-proof.mjs');
  const { verifyToken: run } = (await import(script)) as { readonly verifyToken: VerifyToken };
  const lines: string[] = [];
  const isProven = await run(credentials, tokenId, (line) => lines.push(line), key);
  return { isProven, text: lines.join('\n') };
}

/** The verifier of `npm run ipt:verify`, in this process. */
export async function verify(bytes: Uint8Array, rpc?: string, key?: string) {
  const script: string = join(workspaceRoot(), 'scripts', 'demo', 'ipt-bundle.mjs');
  const { verifyBundle } = (await import(script)) as { readonly verifyBundle: Verify };
  const lines: string[] = [];
  const code = await verifyBundle(bytes, rpc, (line) => lines.push(line), key);
  return { code, lines, text: lines.join('\n') };
}
