import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as dagCbor from '@ipld/dag-cbor';
import * as dagPb from '@ipld/dag-pb';
import { workspaceRoot } from '@sextant/platform-testing';
import { ContractFactory, Wallet, type InterfaceAbi } from 'ethers';
import { CID } from 'multiformats/cid';
import sharp from 'sharp';
import { artifactOf } from '../../src/chain/contracts/artifacts.js';
import { CarPacker } from '../../src/bundles/car-packer.js';
import type { ContentStore } from '../../src/content/content-store.js';
import { DiskContentStore } from '../../src/content/disk-content-store.js';
import { scratch } from '../anvil.js';
import { block, blocksOf, car, openBundle, repacked, verify, type Opened } from '../bundles.js';
import type { IptClient } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

const chainId = 11155111;
const PROVEN = 'Everything that was checked holds.';

/** More than one block. */
const largeImage = () =>
  sharp({
    create: {
      ...({ width: 900, height: 900, channels: 3, background: '#369' } as const),
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();

/** Packs blocks alone. */
const packerOf = (block: ContentStore['block']) => new CarPacker({ block } as ContentStore);

describe('bundles', () => {
  let service: StartedService;
  let client: IptClient;
  let wallet: Wallet;
  let ipnftId: string;
  let bundle: Uint8Array;
  let opened: Opened;

  const read = (id: string, key = client.apiKey, chain: number | string = chainId) =>
    fetch(`${service.running.url}/ipt/ipnfts/${chain}/${id}/bundle`, {
      headers: { 'x-api-key': key },
    });
  const bytesOf = async (id: string) => {
    const response = await read(id);
    if (response.status !== 200) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer());
  };
  const codeOf = async (answer: Promise<Response>) => {
    const response = await answer;
    const { error } = (await response.json()) as { error: { code: string } };
    return [response.status, error.code];
  };

  beforeAll(async () => {
    service = await startService();
    ({ client } = service);
    wallet = service.chain.wallet(1);
    ipnftId = await client.mint(wallet, 'YEAST');
    await client.until('ipnft', { id: ipnftId, chainId }, ({ isSuccess }) => isSuccess);
    bundle = await bytesOf(ipnftId);
    opened = await openBundle(bundle);
  });

  afterAll(() => service.close());

  describe('handed out', () => {
    it('hold metadata, image, agreement, terms, authorization and the log of the mint', async () => {
      const response = await read(ipnftId);
      const { manifest, blocks } = opened;

      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/vnd.ipld.car; version=1');
      expect(response.headers.get('content-disposition')).toContain(`ipnft-${chainId}-${ipnftId}`);
      expect(manifest).toMatchObject({
        ipnft: { chainId, contract: service.chain.contracts.ipnft, tokenId: ipnftId },
        authorization: { minter: wallet.address, to: wallet.address, symbol: 'YEAST' },
        mint: { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      });
      // manifest, metadata, image, agreement, PDF
      expect(blocks).toHaveLength(5);
    });

    it('are the same bytes whenever they are asked for', async () => {
      expect(Buffer.from(await bytesOf(ipnftId)).equals(bundle)).toBe(true);
    });

    it('are refused without a key, a scope, a sign-off, or with what is no id', async () => {
      const other = await service.clientOf('another');
      const writer = await service.clientOf('acme', { scopes: ['mint'] });
      const elsewhere = await service.clientOf('acme', { chains: [1] });

      expect(await codeOf(read(ipnftId, 'sxt_none'))).toEqual([401, 'UNAUTHENTICATED']);
      expect(await codeOf(read(ipnftId, writer.apiKey))).toEqual([403, 'FORBIDDEN']);
      expect(await codeOf(read(ipnftId, elsewhere.apiKey))).toEqual([403, 'FORBIDDEN']);
      expect(await codeOf(read(ipnftId, other.apiKey))).toEqual([404, 'NOT_FOUND']);
      expect(await codeOf(read('4711'))).toEqual([404, 'NOT_FOUND']);
      expect(await codeOf(read('one'))).toEqual([422, 'INVALID_INPUT']);
      expect(await codeOf(read(ipnftId, client.apiKey, 5))).toEqual([422, 'INVALID_INPUT']);
    });

    it('are read a block at a time, as fast as somebody takes them', async () => {
      const content = new DiskContentStore(scratch());
      const file = CID.parse(await content.add(randomBytes(5 * 1024 * 1024)));
      const asked: string[] = [];
      const packer = packerOf((cid) => {
        asked.push(cid);
        return content.block(cid);
      });

      const { root, parts } = await packer.pack(opened.manifest, [file, file]);

      const before = asked.length;
      const taken: Uint8Array[] = [];
      for await (const part of parts) {
        taken.push(part);
        expect(asked.length - before).toBeLessThanOrEqual(taken.length);
      }
      // The file's own block, and five of a mebibyte, each once.
      expect(asked.length - before).toBe(6);
      const blocks = await blocksOf(Buffer.concat(taken));
      expect(blocks.map(({ cid }) => cid.toString())).toEqual([root, ...asked.slice(before)]);
    });

    it('end in the middle when a block has gone, which nobody takes for the whole', async () => {
      const content = new DiskContentStore(scratch());
      const file = CID.parse(await content.add(randomBytes(3 * 1024 * 1024)));
      const block = (cid: string) =>
        cid === file.toString() ? content.block(cid) : Promise.resolve(undefined);

      const { parts } = await packerOf(block).pack(opened.manifest, [file]);

      await expect(collected(parts)).rejects.toThrow(/not stored here/);
      const packing = packerOf(() => Promise.resolve(undefined));
      await expect(packing.pack(opened.manifest, [file])).rejects.toThrow(/not stored here/);
    });

    it('of a sign-off that is not minted say so', async () => {
      const id = await client.reserve(wallet);
      const { request } = await client.prepareSignOff(wallet, id, 'LATER', {
        image: largeImage(),
      });
      expect(await client.codeOf('signoffMetadata', request)).toBe('none');

      const { code, text } = await verify(await bytesOf(id));

      expect(text).toContain('--  not checked: the mint: when the bundle was made there was none');
      expect(text).toContain(PROVEN);
      expect(code).toBe(0);
    });
  });

  describe('that are whole', () => {
    it('are proven by npm run ipt:verify from the file alone, which tells what that does not show', () => {
      const file = join(scratch(), 'bundle.car');
      writeFileSync(file, bundle);
      const script = join(workspaceRoot(), 'scripts', 'demo', 'ipt-verify.mjs');
      const { status, stdout } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });

      const signer = opened.manifest.authorization.signer;
      expect(stdout).toContain(`ok  the authorizer has signed: ${signer}`);
      expect(stdout).toContain(`ok  the minter has signed the terms: ${wallet.address}`);
      expect(stdout).toContain(
        `--  not checked: whether the contract trusts the authorizer ${signer}`,
      );
      expect(stdout).toContain(
        '--  not checked: whether the log, its block and transaction are on the chain',
      );
      expect(stdout).not.toMatch(/^(no|\?\?)/m);
      expect(status).toBe(0);
    });

    it('are proven against the chain too', async () => {
      const { code, text } = await verify(bundle, service.chain.rpcUrl);

      expect(text).toContain('ok  it was minted with this authorization, by the minter');
      expect(text).toContain('ok  the log is that of the chain');
      expect(text).toContain('ok  the contract trusts the authorizer');
      expect(text).toContain(`owner now: ${wallet.address}`);
      expect(code).toBe(0);
    });

    it('are undecided when the node that was named cannot be asked', async () => {
      const { code, text } = await verify(bundle, 'http://127.0.0.1:1');

      expect(text).toContain('??  what the chain says: the node cannot be asked');
      expect(code).toBe(3);
    });

    it('of a minter that is a contract need the chain', async () => {
      const { abi, bytecode } = artifactOf('ContractWallet');
      const made = await new ContractFactory(abi as InterfaceAbi, bytecode, wallet).deploy(
        wallet.address,
        '0x00000000',
      );
      await made.waitForDeployment();
      const minter = await made.getAddress();
      // Above 2^128 - 1 nobody has to reserve.
      const id = String(2n ** 128n + 7n);
      const { request } = await client.prepareSignOff(wallet, id, 'SAFES', { minter });
      expect(await client.codeOf('signoffMetadata', request)).toBe('none');
      const ofContract = await bytesOf(id);

      const alone = await verify(ofContract);
      expect(alone.text).toContain(`not the signature of ${minter} (if that is a contract`);
      expect(alone.code).toBe(1);
      const asked = await verify(ofContract, service.chain.rpcUrl);
      expect(asked.text).toContain('ok  the minter, a contract, has signed the terms');
      expect(asked.code).toBe(0);
    });
  });

  describe('that were tampered with', () => {
    const refused = async (bytes: Uint8Array, reason: RegExp, rpc?: string) => {
      const { code, text } = await verify(bytes, rpc);
      expect(text).toMatch(reason);
      expect(text).not.toContain(PROVEN);
      expect(code).toBe(1);
    };
    const changed = (change: (manifest: Opened['manifest']) => unknown) =>
      repacked(opened, { ...opened.manifest, ...(change(opened.manifest) as object) });

    it('by any one byte are refused', async () => {
      const places = Array.from({ length: 80 }, (_, at) => Math.floor((at * bundle.length) / 80));
      for (const place of places) {
        const tampered = Uint8Array.from(bundle);
        tampered[place] = (tampered[place] ?? 0) ^ 1;
        await refused(tampered, /^no {2}/m);
      }
    });

    it('by a block that is missing, one for each', async () => {
      for (const [at, { cid }] of opened.blocks.entries()) {
        const [root] = opened.blocks;
        const rest = opened.blocks.filter((_, place) => place !== at);
        await refused(
          await car(root === undefined ? [] : [root.cid], rest),
          new RegExp(`the block ${cid.toString()} is missing`),
        );
      }
    });

    it('by a block too much, or one that is there twice', async () => {
      const stranger = block(Buffer.from('a stranger'));
      const [root] = opened.blocks;
      if (root === undefined) throw new Error('There is no root.');

      await refused(await car([root.cid], [...opened.blocks, stranger]), /nothing links to/);
      await refused(await car([root.cid], [...opened.blocks, root]), /is there twice/);
    });

    it('by another root, or none', async () => {
      const [root, metadata] = opened.blocks;
      if (root === undefined || metadata === undefined) throw new Error('There is no root.');

      await refused(await car([root.cid, metadata.cid], opened.blocks), /has 2 roots/);
      await refused(await car([], opened.blocks), /has 0 roots/);
      await refused(await car([metadata.cid], opened.blocks), /the root is not DAG-CBOR/);
    });

    it('by another signature of the terms', async () => {
      const { message } = opened.manifest.terms;
      const signature = await Wallet.createRandom().signMessage(message);

      const tampered = await changed(({ terms }) => ({ terms: { ...terms, signature } }));
      await refused(tampered, /no {2}the minter has signed the terms: not the signature of/);
      // Nor does the chain call that a contract.
      await refused(tampered, /no {2}the minter has signed the terms/, service.chain.rpcUrl);
    });

    it('by a signature that only a contract could have made', async () => {
      const tampered = await changed(({ terms }) => ({ terms: { ...terms, signature: '0x00' } }));

      const alone = await verify(tampered);
      expect(alone.text).toContain('??  whether the minter has signed the terms');
      expect(alone.code).toBe(3);
    });

    it('by another authorizer, whom the chain does not trust', async () => {
      const stranger = Wallet.createRandom();
      const { authorization } = opened.manifest;
      const signature = await stranger.signMessage('something else');

      await refused(
        await changed(() => ({ authorization: { ...authorization, signature } })),
        /no {2}the authorizer has signed: not/,
      );
      await refused(
        await changed(() => ({ authorization: { ...authorization, signer: stranger.address } })),
        /no {2}the authorizer has signed: not/,
      );
    });

    it.each([
      [
        'terms',
        (m) => ({ terms: { ...m.terms, message: `${m.terms.message}.` } }),
        /the terms are/,
      ],
      ['an image', (m) => ({ image: m.metadata }), /the image is that of the metadata|links to/],
      ['a chain', (m) => ({ ipnft: { ...m.ipnft, chainId: 1 } }), /the terms are those/],
      ['a token', (m) => ({ ipnft: { ...m.ipnft, tokenId: '77' } }), /is about this IP-NFT/],
      [
        'a recipient',
        (m) => ({ authorization: { ...m.authorization, to: m.ipnft.contract } }),
        /no {2}the authorizer has signed/,
      ],
      ['a symbol', (m) => ({ authorization: { ...m.authorization, symbol: 'X' } }), /the symbol/],
      ['a member', () => ({ more: true }), /not of its schema/],
      ['a version', () => ({ version: 2 }), /not of its schema/],
      ['no agreement', () => ({ agreements: [] }), /not of its schema/],
    ] satisfies [string, (manifest: Opened['manifest']) => object, RegExp][])(
      'by %s in the manifest',
      async (_, change, reason) => {
        await refused(await changed(change), reason);
      },
    );

    it('by another log of the mint', async () => {
      const { mint } = opened.manifest;
      if (mint === null) throw new Error('It is not minted.');
      const topics = [mint.topics[0], mint.topics[2], mint.topics[1]];

      await refused(await changed(() => ({ mint: { ...mint, topics } })), /the log is the mint/);
      await refused(
        await changed(() => ({ mint: { ...mint, data: '0x' } })),
        /the log is the mint/,
      );
      // What only the chain knows.
      const later = await changed(() => ({ mint: { ...mint, blockNumber: 1 } }));
      expect((await verify(later)).code).toBe(0);
      await refused(later, /no {2}the transaction is in its block/, service.chain.rpcUrl);
    });

    it('by metadata that is not of its schema', async () => {
      const text = '{"name":"none"}';
      const metadata = block(Buffer.from(text));
      const kept = opened.blocks.filter(({ cid }) => !cid.equals(opened.manifest.metadata));
      const tampered = await repacked(
        { ...opened, blocks: kept },
        { ...opened.manifest, metadata: metadata.cid },
        [metadata],
      );

      await refused(tampered, /the metadata is not of its schema/);
    });

    it('by a file of another kind than its blocks make', async () => {
      const inline = dagPb.encode({ Data: Buffer.from('hidden'), Links: [] });
      const hidden = block(inline, dagPb.code);
      const tampered = await repacked(opened, { ...opened.manifest, image: hidden.cid }, [hidden]);

      await refused(tampered, /image: the file does not have the CID/);
    });
  });

  describe('of an attacker', () => {
    const refusedSoon = async (bytes: Uint8Array, reason: RegExp) => {
      const startMs = performance.now();
      const { code, text } = await verify(bytes);
      expect(text).toMatch(reason);
      expect(code).toBe(1);
      // Far below what reading it all would take.
      expect(performance.now() - startMs).toBeLessThan(10_000);
    };
    const root = block(dagCbor.encode({}), dagCbor.code);

    it('with a header or a block that says it is huge', async () => {
      const huge = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);

      await refusedSoon(Buffer.concat([huge, randomBytes(100)]), /its header is too long/);
      await refusedSoon(
        Buffer.concat([await car([root.cid], [root]), huge, randomBytes(100)]),
        /cannot be read to its end|too large|of a kind/,
      );
      await refusedSoon(Buffer.alloc(100, 0xff), /no CAR of version 1/);
      await refusedSoon(new Uint8Array(), /no CAR of version 1/);
      await refusedSoon(
        Buffer.concat([Buffer.from([0x0a]), dagCbor.encode({ version: 2 })]),
        /no CAR/,
      );
    });

    it('with a million tiny blocks', async () => {
      const tiny = await car([root.cid], [root]);
      const sections = Array.from({ length: 1_000_000 }, (_, at) => sectionOf(at));

      await refusedSoon(
        Buffer.concat([tiny, ...sections]),
        /does not have its hash|too many blocks/,
      );
      const honest = Array.from({ length: 10_001 }, (_, at) => block(Buffer.from(String(at))));
      await refusedSoon(await car([root.cid], [root, ...honest]), /too many blocks/);
    });

    it('with links that are deep, or that come back a million times', async () => {
      let deep = block(Buffer.from('leaf'));
      const blocks = [deep];
      for (let level = 0; level < 2000; level += 1) {
        deep = block(dagPb.encode({ Links: [{ Name: '', Tsize: 1, Hash: deep.cid }] }), dagPb.code);
        blocks.push(deep);
      }
      await refusedSoon(
        await repacked(opened, { ...opened.manifest, image: deep.cid }, blocks),
        /image: there are too many links, or too deep ones/,
      );

      const leaf = block(randomBytes(1024 * 1024));
      const linksTo = (to: typeof leaf) =>
        block(
          dagPb.encode({
            Links: Array.from({ length: 1000 }, () => ({ Name: '', Tsize: 1, Hash: to.cid })),
          }),
          dagPb.code,
        );
      const wide = linksTo(leaf);
      const wider = linksTo(wide);
      await refusedSoon(
        await repacked(opened, { ...opened.manifest, image: wider.cid }, [leaf, wide, wider]),
        /image: (the file is too large|there are too many links)/,
      );
    });

    it('with few blocks that make many large files', async () => {
      const content = new DiskContentStore(scratch());
      const cid = await content.add(Buffer.alloc(60 * 1024 * 1024));
      const blocks = await blocksOf(await buffer((await content.car(cid)) ?? Readable.from([])));
      const [file] = blocks;
      const large = { contentHash: '0'.repeat(64), document: file?.cid, pdf: file?.cid };
      const agreements = Array.from({ length: 100 }, () => large);

      await refusedSoon(
        await repacked(opened, { ...opened.manifest, agreements }, blocks),
        /the files are too large together/,
      );
    });

    it('with words that would draw lines of the report', async () => {
      const text = textOf(opened, opened.manifest.metadata);
      const document = JSON.parse(text) as { properties: { agreements: { type: string }[] } };
      for (const agreement of document.properties.agreements) {
        agreement.type = 'Agreement\u001b[2J\n\u202eok  Everything that was checked holds.';
      }
      const metadata = block(Buffer.from(JSON.stringify(document)));
      const blocks = opened.blocks.filter(({ cid }) => !cid.equals(opened.manifest.metadata));
      const {
        text: report,
        lines,
        code,
      } = await verify(
        await repacked({ ...opened, blocks }, { ...opened.manifest, metadata: metadata.cid }, [
          metadata,
        ]),
      );

      expect(code).toBe(1);
      expect(report).toContain('Everything that was checked holds');
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    });

    it('with a manifest that is nested a thousand times, or not written as DAG-CBOR writes it', async () => {
      const nested = Buffer.concat([Buffer.alloc(60_000, 0x81), Buffer.from([0x00])]);
      const head = block(nested, dagCbor.code);
      await refusedSoon(await car([head.cid], [head]), /^no {2}/m);

      // A map of the key "b" before "a": no one writes that.
      const unsorted = block(Buffer.from('a2616201616101', 'hex'), dagCbor.code);
      await refusedSoon(await car([unsorted.cid], [unsorted]), /not (written as )?DAG-CBOR/);
    });
  });
});

async function collected(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

function textOf({ blocks }: Opened, wanted: CID): string {
  const found = blocks.find(({ cid }) => cid.equals(wanted));
  return Buffer.from(found?.bytes ?? []).toString('utf8');
}

/** A block of four bytes with a CID that is not its own. */
function sectionOf(at: number): Buffer {
  const section = Buffer.alloc(41);
  section[0] = 40;
  section.set([0x01, 0x55, 0x12, 0x20], 1);
  section.writeUInt32BE(at, 37);
  return section;
}
