import { createHash } from 'node:crypto';
import { CarReader, CarWriter } from '@ipld/car';
import * as dagCbor from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import type { BundleManifest, BundlePacker, PackedBundle } from '../domain/bundle.js';
import { SHA_256 } from '../domain/cid.js';
import type { ContentStore } from '../domain/content-store.js';

/** Bundles as CAR, version 1 (https://ipld.io/specs/transport/car/carv1/): the manifest first, each block once. */
export class CarPacker implements BundlePacker {
  constructor(private readonly content: Pick<ContentStore, 'car'>) {}

  async pack(manifest: BundleManifest, files: readonly CID[]): Promise<PackedBundle> {
    const head = dagCbor.encode(manifest);
    const digest = createHash('sha256').update(head).digest();
    const root = CID.createV1(dagCbor.code, create(SHA_256, digest));
    const blocks = await this.blocksOf(files);
    const { writer, out } = CarWriter.create([root]);
    const written = collect(out);
    await writer.put({ cid: root, bytes: head });
    for (const [cid, bytes] of blocks) await writer.put({ cid: CID.parse(cid), bytes });
    await writer.close();
    return { root: root.toString(), bytes: await written };
  }

  private async blocksOf(files: readonly CID[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const blocks = new Map<string, Uint8Array>();
    for (const file of files) {
      const car = await this.content.car(file.toString());
      if (car === undefined) throw new Error(`${file.toString()} is not stored here.`);
      const reader = await CarReader.fromBytes(car);
      for await (const { cid, bytes } of reader.blocks()) blocks.set(cid.toString(), bytes);
    }
    return blocks;
  }
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
