import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import * as dagCbor from '@ipld/dag-cbor';
import * as dagPb from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import type { BundleManifest, BundlePacker, PackedBundle } from './bundle.js';
import { headerOf, sectionOf } from '../content/car.js';
import { DAG_PB, SHA_256 } from '../content/cid.js';
import { ContentStore } from '../content/content-store.js';

/**
 * Bundles as CAR, version 1 (https://ipld.io/specs/transport/car/carv1/): the manifest first, each block once. A block is read when the
 * one before it is sent, so that many who read slowly cost little memory.
 */
@Injectable()
export class CarPacker implements BundlePacker {
  constructor(private readonly content: ContentStore) {}

  async pack(manifest: BundleManifest, files: readonly CID[]): Promise<PackedBundle> {
    const head = dagCbor.encode(manifest);
    const digest = createHash('sha256').update(head).digest();
    const root = CID.createV1(dagCbor.code, create(SHA_256, digest));
    for (const file of files) await this.block(file);
    return { root: root.toString(), parts: this.parts(root, head, files) };
  }

  private async *parts(root: CID, head: Uint8Array, files: readonly CID[]) {
    yield* headerOf(root);
    yield sectionOf(root, head);
    const seen = new Set<string>();
    for (const file of files) yield* this.sections(file, seen);
  }

  /** Parents before children, in the order of the file. */
  private async *sections(file: CID, seen: Set<string>): AsyncGenerator<Uint8Array> {
    const open = [file];
    for (let cid = open.shift(); cid !== undefined; cid = open.shift()) {
      if (seen.has(cid.toString())) continue;
      seen.add(cid.toString());
      const bytes = await this.block(cid);
      yield sectionOf(cid, bytes);
      if (cid.code !== DAG_PB) continue;
      open.unshift(...dagPb.decode(bytes).Links.map(({ Hash }) => CID.asCID(Hash) ?? Hash));
    }
  }

  private async block(cid: CID): Promise<Uint8Array> {
    const bytes = await this.content.block(cid.toString());
    if (bytes === undefined) throw new Error(`${cid.toString()} is not stored here.`);
    return bytes;
  }
}
