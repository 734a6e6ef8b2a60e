import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CarWriter } from '@ipld/car';
import * as dagPb from '@ipld/dag-pb';
import { importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { CID } from 'multiformats/cid';
import { CHUNK_BYTES, DAG_PB, parseCid, rawCid } from '../domain/cid.js';
import type { ContentStore } from '../domain/content-store.js';

/** Files larger than this are not put together (our choice). */
const MAX_BLOCKS = 1000;

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
    const leaves: Uint8Array[] = [];
    for await (const { cid, bytes } of this.#walk(text)) {
      if (cid.code !== DAG_PB) leaves.push(bytes);
    }
    return leaves.length === 0 ? undefined : Buffer.concat(leaves);
  }

  async block(text: string): Promise<Uint8Array | undefined> {
    const cid = parseCid(text)?.toV1();
    return cid === undefined ? undefined : await this.#read(cid);
  }

  async car(text: string): Promise<Uint8Array | undefined> {
    const root = parseCid(text)?.toV1();
    if (root === undefined || (await this.#read(root)) === undefined) return undefined;
    const { writer, out } = CarWriter.create([root]);
    const written = collect(out);
    for await (const block of this.#walk(text)) await writer.put(block);
    await writer.close();
    return await written;
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
    await this.#write(cid, block instanceof Uint8Array ? block : await collect(block));
    return cid;
  }

  /** Every block once, parents before children, in the order of the file. */
  async *#walk(text: string): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
    const root = parseCid(text)?.toV1();
    const open: CID[] = root === undefined ? [] : [root];
    for (let count = 0; open.length > 0; count += 1) {
      const cid = open.shift();
      const bytes = cid === undefined ? undefined : await this.#read(cid);
      if (cid === undefined || bytes === undefined) {
        if (count === 0) return; // not here at all
        throw new Error(`A block of ${text} is missing.`);
      }
      if (count > MAX_BLOCKS) throw new Error(`${text} has too many blocks.`);
      yield { cid, bytes };
      if (cid.code === DAG_PB) {
        open.unshift(...dagPb.decode(bytes).Links.map(({ Hash }) => CID.asCID(Hash) ?? Hash));
      }
    }
  }

  async #read(cid: CID): Promise<Uint8Array | undefined> {
    let bytes: Buffer;
    try {
      bytes = await readFile(this.#fileOf(cid));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
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

/** A rename is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
