import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskContentStore } from '../content/disk-content-store.js';
import { ipfsUri } from '../content/cid.js';
import { Descriptions } from './descriptions.js';

/** A store whose content cannot be read any more: whoever reads it, throws. */
async function unreadable(bytes: Uint8Array, folder: string): Promise<string> {
  const before = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const cid = await new DiskContentStore(folder).add(bytes);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // The parents of blocks have the sizes.
    if (before.has(name) || !name.includes('/bafkrei')) continue;
    const block = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), block.fill('x', block.length - 1));
  }
  return cid;
}

describe('descriptions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ipt-descriptions-'));
  const store = new DiskContentStore(folder);
  const descriptions = new Descriptions(store);

  it.each([
    ['an image', Buffer.alloc(5_000_000, 7)],
    ['a small image', Buffer.alloc(500, 8)],
    ['a document too large', Buffer.alloc(5_000_000, '{')],
  ])('do not read what strangers name as metadata and is %s', async (_what, bytes) => {
    const cid = await unreadable(bytes, folder);

    expect(await descriptions.of(ipfsUri(cid))).toBeUndefined();
  });

  it('tell what is stored without reading it', async () => {
    const image = await unreadable(Buffer.alloc(1_000_000, 9), folder);
    const agreement = await unreadable(Buffer.alloc(1_000_000, 10), folder);
    const metadata = {
      image: ipfsUri(image),
      properties: { agreements: [{ url: ipfsUri(agreement) }] },
    };
    const cid = await store.add(Buffer.from(JSON.stringify(metadata)));

    expect(await descriptions.of(ipfsUri(cid))).toMatchObject({
      imageCid: image,
      agreements: [{ cid: agreement }],
    });
  });
});
