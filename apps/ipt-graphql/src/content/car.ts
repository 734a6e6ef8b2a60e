import { CarWriter } from '@ipld/car';
import { varint } from 'multiformats';
import type { CID } from 'multiformats/cid';
/** Of a CAR without blocks there is only that. */
export function headerOf(root: CID): AsyncIterable<Uint8Array> {
  const { writer, out } = CarWriter.create([root]);
  void writer.close();
  return out;
}

export function sectionOf(cid: CID, bytes: Uint8Array): Uint8Array {
  const length = cid.bytes.length + bytes.length;
  const prefix = varint.encodeTo(length, new Uint8Array(varint.encodingLength(length)));
  return Buffer.concat([prefix, cid.bytes, bytes]);
}
