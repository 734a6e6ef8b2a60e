import { createHash } from 'node:crypto';
import { CarBlockIterator } from '@ipld/car';
import * as dagCbor from '@ipld/dag-cbor';
import * as dagPb from '@ipld/dag-pb';
import { importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { varint } from 'multiformats';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';

const MIB = 1024 * 1024;
const SHA_256 = 0x12;

/** Beyond these a bundle is refused before it costs anything (our choice; bundles hold an image of at most 100 MiB). */
export const LIMITS = {
  carBytes: 256 * MIB,
  headerBytes: 4096,
  blocks: 10_000,
  blockBytes: 2 * MIB,
  manifestBytes: 256 * 1024,
  fileBytes: 128 * MIB,
  /** Of all files together: few blocks can be linked to often. */
  filesBytes: 256 * MIB,
  linksOfFile: 10_000,
  depth: 3,
};

/** Why a bundle is none. */
export class Refusal extends Error {}

/**
 * Reads a CAR, version 1, with one root, and checks each block against its CID.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<{ root: CID, blocks: Map<string, Uint8Array> }>}
 * @throws {Refusal}
 */
export async function readCar(bytes) {
  if (bytes.length > LIMITS.carBytes) throw new Refusal('the file is too large');
  const iterator = await openCar(bytes);
  const roots = await iterator.getRoots();
  if (roots.length !== 1) throw new Refusal(`the CAR has ${roots.length} roots, not one`);
  const blocks = new Map();
  try {
    for await (const { cid, bytes: block } of iterator) keepBlock(blocks, cid, block);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`the CAR cannot be read to its end (${error.message})`);
  }
  return { root: roots[0], blocks };
}

/** The header is decoded before anything can be counted: its length first. */
async function openCar(bytes) {
  try {
    const [length] = varint.decode(bytes.subarray(0, 10));
    if (length > LIMITS.headerBytes) throw new Error('its header is too long');
    const iterator = await CarBlockIterator.fromBytes(bytes);
    if (iterator.version !== 1) throw new Error(`its version is ${iterator.version}`);
    return iterator;
  } catch (error) {
    throw new Refusal(`this is no CAR of version 1 (${error.message})`);
  }
}

function keepBlock(blocks, cid, block) {
  if (blocks.size >= LIMITS.blocks) throw new Refusal('the CAR has too many blocks');
  if (block.length > LIMITS.blockBytes) throw new Refusal(`the block ${cid} is too large`);
  if (!isKnown(cid)) throw new Refusal(`the block ${cid} is of a kind that bundles do not have`);
  const hash = createHash('sha256').update(block).digest();
  if (!hash.equals(cid.multihash.digest)) {
    throw new Refusal(`the block ${cid} does not have its hash`);
  }
  if (blocks.has(cid.toString())) throw new Refusal(`the block ${cid} is there twice`);
  blocks.set(cid.toString(), block);
}

const isKnown = ({ version, code, multihash }) =>
  version === 1 &&
  [raw.code, dagPb.code, dagCbor.code].includes(code) &&
  multihash.code === SHA_256 &&
  multihash.digest.length === 32;

/** The files of a CAR; remembers which blocks were used. */
export class BundledFiles {
  #used = new Set();
  #bytesLeft = LIMITS.filesBytes;

  /** @param {Map<string, Uint8Array>} blocks */
  constructor(blocks) {
    this.blocks = blocks;
  }

  /** The manifest, which has one way to be written. @throws {Refusal} */
  manifest(root) {
    if (root.code !== dagCbor.code) throw new Refusal('the root is not DAG-CBOR');
    const block = this.#block(root, 'the root');
    if (block.length > LIMITS.manifestBytes) throw new Refusal('the manifest is too large');
    let manifest;
    try {
      manifest = dagCbor.decode(block);
    } catch (error) {
      throw new Refusal(`the manifest is not DAG-CBOR (${error.message})`);
    }
    if (Buffer.compare(dagCbor.encode(manifest), block) !== 0) {
      throw new Refusal('the manifest is not written as DAG-CBOR writes it');
    }
    return manifest;
  }

  /** All bytes of a file. @throws {Refusal} for a missing block, and for what does not hash to the CID as a file */
  async read(cid, what) {
    const parts = [];
    const budget = { bytes: LIMITS.fileBytes, links: LIMITS.linksOfFile };
    this.#collect(cid, what, { parts, budget, depth: 0 });
    const bytes = Buffer.concat(parts);
    // Nodes can hold bytes besides their links, which other readers show: the same file again must have the same CID.
    if (cid.code !== raw.code && (await cidOfFile(bytes)) !== cid.toString()) {
      throw new Refusal(`${what}: the file does not have the CID ${cid}`);
    }
    return bytes;
  }

  /** @throws {Refusal} for blocks that nothing links to */
  requireAllUsed() {
    const extra = [...this.blocks.keys()].find((cid) => !this.#used.has(cid));
    if (extra !== undefined) throw new Refusal(`nothing links to the block ${extra}`);
  }

  #collect(cid, what, { parts, budget, depth }) {
    budget.links -= 1;
    if (budget.links < 0 || depth > LIMITS.depth) {
      throw new Refusal(`${what}: there are too many links, or too deep ones`);
    }
    const block = this.#block(cid, what);
    if (cid.code === raw.code) {
      budget.bytes -= block.length;
      if (budget.bytes < 0) throw new Refusal(`${what}: the file is too large`);
      this.#bytesLeft -= block.length;
      if (this.#bytesLeft < 0) throw new Refusal('the files are too large together');
      parts.push(block);
      return;
    }
    for (const { Hash } of linksOf(cid, block, what)) {
      this.#collect(Hash, what, { parts, budget, depth: depth + 1 });
    }
  }

  #block(cid, what) {
    const block = this.blocks.get(cid.toString());
    if (block === undefined) throw new Refusal(`${what}: the block ${cid} is missing`);
    this.#used.add(cid.toString());
    return block;
  }
}

function linksOf(cid, block, what) {
  if (cid.code !== dagPb.code) throw new Refusal(`${what}: ${cid} is no file`);
  try {
    return dagPb.decode(block).Links;
  } catch (error) {
    throw new Refusal(`${what}: the block ${cid} is not DAG-PB (${error.message})`);
  }
}

/** The profile unixfs-v1-2025 (IPIP-499), by which the service makes CIDs. */
async function cidOfFile(bytes) {
  const chunker = fixedSize({ chunkSize: MIB });
  const options = { cidVersion: 1, rawLeaves: true, chunker, wrapWithDirectory: false };
  const nowhere = { put: (cid) => cid };
  for await (const entry of importer([{ content: bytes }], nowhere, options)) {
    return entry.cid.toString();
  }
  return undefined;
}

/** A manifest as DAG-JSON, which the schema describes: links are `{"/": "<cid>"}`. */
export function asDagJson(value) {
  const cid = CID.asCID(value);
  if (cid !== null) return { '/': cid.toString() };
  if (Array.isArray(value)) return value.map(asDagJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, asDagJson(member)]),
  );
}
