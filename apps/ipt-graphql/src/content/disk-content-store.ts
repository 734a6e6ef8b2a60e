import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as dagPb from '@ipld/dag-pb';
import { importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { CID } from 'multiformats/cid';
import { CHUNK_BYTES, DAG_PB, parseCid, rawCid } from './cid.js';
import type { ContentStore, StoredContent } from './content-store.js';
import { headerOf, sectionOf } from './car.js';

/** Files larger than this are not put together (our choice). */
const MAX_BLOCKS = 1000;
/** Shows the type of what is stored here. */
const START_BYTES = 12;

/** A block of a file's own bytes. */
interface Leaf {
  readonly cid: CID;
  readonly sizeBytes: number;
}

/**
 * Blocks in a folder, named by their CID. A block is on the disk before its CID is given out (fsync, then rename),
 * and its hash is checked whenever it is read.
 */
export class DiskContentStore implements ContentStore {
  constructor(private readonly folder: string) {}

  async add(bytes: Uint8Array): Promise<string> {
    if (bytes.length <= CHUNK_BYTES) {
      const cid = rawCid(bytes);
      await this.#write(cid, bytes);
      return cid.toString();
    }
    return await this.#addLarge(bytes);
  }

  async read(text: string): Promise<Uint8Array | undefined> {
    const root = parseCid(text)?.toV1();
    const first = root === undefined ? undefined : await this.#read(root);
    // Most files are one block.
    if (root === undefined || first === undefined || root.code !== DAG_PB) return first;
    const leaves: Uint8Array[] = [];
    for await (const { cid, bytes } of this.#walk(root)) {
      if (cid.code !== DAG_PB) leaves.push(bytes);
    }
    return Buffer.concat(leaves);
  }

  async open(text: string, as: 'file' | 'block'): Promise<StoredContent | undefined> {
    const root = parseCid(text)?.toV1();
    const sizeBytes = root === undefined ? undefined : await this.#sizeOf(root);
    if (root === undefined || sizeBytes === undefined) return undefined;
    const block = { cid: root, sizeBytes };
    const leaves = as === 'block' ? [block] : await this.#leavesOf(block);
    return {
      sizeBytes: leaves.reduce((sum, leaf) => sum + leaf.sizeBytes, 0),
      start: await this.#startOf(leaves[0]?.cid ?? root),
      read: (first, last) => this.#part(leaves, first, last),
    };
  }

  async block(text: string): Promise<Uint8Array | undefined> {
    const cid = parseCid(text)?.toV1();
    return cid === undefined ? undefined : await this.#read(cid);
  }

  async car(text: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const root = parseCid(text)?.toV1();
    if (root === undefined || (await this.#sizeOf(root)) === undefined) return undefined;
    return this.#sections(root);
  }

  async *#sections(root: CID): AsyncGenerator<Uint8Array> {
    yield* headerOf(root);
    for await (const { cid, bytes } of this.#walk(root)) yield sectionOf(cid, bytes);
  }

  /** In the order of the file; of its blocks only the parents are read, which have the sizes of the others. */
  async #leavesOf({ cid, sizeBytes }: Leaf): Promise<readonly Leaf[]> {
    if (cid.code !== DAG_PB) return [{ cid, sizeBytes }];
    const leaves: Leaf[] = [];
    for (const { Hash, Tsize } of dagPb.decode(await this.#existing(cid)).Links) {
      const child = CID.asCID(Hash) ?? Hash;
      leaves.push(...(await this.#leavesOf({ cid: child, sizeBytes: Tsize ?? 0 })));
      if (leaves.length > MAX_BLOCKS) throw new Error(`${cid.toString()} has too many blocks.`);
    }
    return leaves;
  }

  async *#part(leaves: readonly Leaf[], first: number, last: number): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const { cid, sizeBytes } of leaves) {
      const [from, to] = [Math.max(0, first - at), Math.min(sizeBytes, last + 1 - at)];
      // Nothing at all has a hash, too.
      if (from < to || sizeBytes === 0) yield (await this.#existing(cid)).subarray(from, to);
      at += sizeBytes;
    }
  }

  /** The profile unixfs-v1-2025 of IPIP-499: chunks of 1 MiB, raw leaves, balanced, at most 1,024 links. */
  async #addLarge(bytes: Uint8Array): Promise<string> {
    const blocks = { put: (cid: CID, block: Uint8Array) => this.#put(cid, block) };
    const options = {
      cidVersion: 1,
      rawLeaves: true,
      chunker: fixedSize({ chunkSize: CHUNK_BYTES }),
      wrapWithDirectory: false,
    } as const;
    const source = [{ content: bytes }];
    for await (const entry of importer(source, blocks, options)) {
      return entry.cid.toString();
    }
    throw new Error('The importer gave no CID.');
  }

  async #put(cid: CID, block: Uint8Array | AsyncIterable<Uint8Array>): Promise<CID> {
    await this.#write(cid, block instanceof Uint8Array ? block : await buffer(block));
    return cid;
  }

  /** Every block, parents before children, in the order of the file. */
  async *#walk(root: CID): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
    const open: CID[] = [root];
    let count = 0;
    for (let cid = open.shift(); cid !== undefined; cid = open.shift()) {
      count += 1;
      if (count > MAX_BLOCKS) throw new Error(`${root.toString()} has too many blocks.`);
      const bytes = await this.#existing(cid);
      yield { cid, bytes };
      if (cid.code !== DAG_PB) continue;
      open.unshift(...dagPb.decode(bytes).Links.map(({ Hash }) => CID.asCID(Hash) ?? Hash));
    }
  }

  async #existing(cid: CID): Promise<Uint8Array> {
    const bytes = await this.#read(cid);
    if (bytes === undefined) throw new Error(`The block ${cid.toString()} is missing.`);
    return bytes;
  }

  async #sizeOf(cid: CID): Promise<number | undefined> {
    return (await stat(this.#fileOf(cid)).catch(absent))?.size;
  }

  async #startOf(cid: CID): Promise<Uint8Array> {
    const handle = await open(this.#fileOf(cid));
    try {
      const { buffer: start, bytesRead } = await handle.read(Buffer.alloc(START_BYTES));
      return start.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async #read(cid: CID): Promise<Uint8Array | undefined> {
    const bytes = await readFile(this.#fileOf(cid)).catch(absent);
    if (bytes === undefined) return undefined;
    const hash = createHash('sha256').update(bytes).digest();
    if (!hash.equals(cid.multihash.digest))
      throw new Error(`The block ${cid.toString()} is damaged.`);
    return bytes;
  }

  async #write(cid: CID, bytes: Uint8Array): Promise<void> {
    const file = this.#fileOf(cid);
    const known = await stat(file).catch(() => undefined);
    if (known?.size === bytes.length) return;
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    const handle = await open(draft, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
  }

  /** The last characters of a CID spread blocks evenly over folders. */
  #fileOf(cid: CID): string {
    const name = cid.toV1().toString();
    return join(this.folder, name.slice(-3, -1), name);
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** A rename is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
