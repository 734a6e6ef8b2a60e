import { Injectable } from '@nestjs/common';
import type { CID } from 'multiformats/cid';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains, type MintLog } from '../chain/chain.js';
import { cidOfUri, contentHashOf, parseCid } from '../content/cid.js';
import { ContentStore } from '../content/content-store.js';
import { ChainIndex } from '../explorer/explorer.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { type AuthorizationRecord, type DocumentRecord, Ledger } from '../ledger/ledger.js';
import { requiredChain, requiredId } from '../requests/requests.js';
import { parseObject, type JsonObject } from '../fields/strict-json.js';
import { agreementsOf } from '../terms/terms.js';
import { TermsService } from '../terms/terms-service.js';

/**
 * The root of a bundle, as its DAG-CBOR has it: docs/api/schemas/ipt-graphql/bundle.json describes it (our choice). Addresses are
 * EIP-55, hashes and signatures `0x` and hexadecimal digits, token ids decimal.
 */
export interface BundleManifest {
  readonly type: 'sextant.ipt.bundle';
  readonly version: 1;
  readonly ipnft: { readonly chainId: number; readonly contract: string; readonly tokenId: string };
  readonly metadata: CID;
  readonly image: CID;
  readonly agreements: readonly BundledAgreement[];
  readonly terms: { readonly message: string; readonly signature: string };
  readonly authorization: Readonly<
    Record<'minter' | 'to' | 'tokenUri' | 'symbol' | 'signature' | 'signer', string>
  >;
  /** `null` until it is minted. */
  readonly mint: MintLog | null;
}

export interface BundledAgreement {
  /** SHA-256, 64 hexadecimal digits. */
  readonly contentHash: string;
  readonly document: CID;
  readonly pdf: CID;
}

export interface PackedBundle {
  /** The CID of the manifest. */
  readonly root: string;
  /** A CAR, version 1, of which a block at a time is read. Fails where one of them is not stored here or is damaged. */
  readonly parts: AsyncIterable<Uint8Array>;
}

/** Puts a manifest and the files that it links to into one CAR. */
export abstract class BundlePacker {
  /** @throws when a file is not stored here */
  abstract pack(manifest: BundleManifest, files: readonly CID[]): Promise<PackedBundle>;
}

export interface BundleRequest {
  readonly chainId: number;
  readonly ipnftId: string;
}

/** Hands out everything that proves an IP-NFT in one file, which is checked without the service (`npm run ipt:verify`). */
@Injectable()
export class BundleService {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly index: ChainIndex,
    private readonly content: ContentStore,
    private readonly terms: TermsService,
    private readonly packer: BundlePacker,
  ) {}

  /**
   * @throws {Problem} `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` when the tenant has no sign-off for it, or not the one that it was
   *   minted with; `CHAIN_UNAVAILABLE`, `TERMS_MESSAGE_FAILED` when the content is away
   */
  async bundle(caller: Caller, request: BundleRequest): Promise<PackedBundle> {
    caller.require('read');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const ipnftId = requiredId(request.ipnftId);
    const mint = await this.mintOf(chain, ipnftId);
    const signedOff = await this.authorizationOf(caller, { chain, ipnftId, mint });
    const metadata = await this.metadataOf(signedOff);
    const { message } = await this.terms.messageFor(chain, metadata.cid, signedOff.minter);
    const agreements = await this.agreementsOf(signedOff, metadata.cid);
    const manifest: BundleManifest = {
      ...{ type: 'sextant.ipt.bundle', version: 1 },
      ipnft: { chainId: chain.chainId, contract: chain.ipnft, tokenId: ipnftId },
      metadata: stored(metadata.cid),
      image: stored(metadata.companionCid),
      agreements,
      terms: { message, signature: signedOff.termsSignature },
      authorization: authorizationOf(signedOff),
      mint: mint?.log ?? null,
    };
    const files = agreements.flatMap(({ document, pdf }) => [document, pdf]);
    return await this.packer.pack(manifest, [manifest.metadata, manifest.image, ...files]);
  }

  /** The index knows the block; what else of the log there is, the chain does. */
  private async mintOf(chain: Chain, ipnftId: string) {
    const ipnft = await this.index.ipnft(chain.chainId, ipnftId);
    if (ipnft === undefined) return undefined;
    const { to, log } = await chain.mintOf(ipnftId, ipnft.blockNumber);
    return { to, tokenUri: ipnft.tokenUri, log };
  }

  private async authorizationOf(
    { tenant }: Caller,
    { chain, ipnftId, mint }: { chain: Chain; ipnftId: string; mint: Minted | undefined },
  ): Promise<AuthorizationRecord> {
    const { chainId } = chain;
    const found = await this.ledger.lastAuthorization({
      ...{ tenant, chainId, ipnftId },
      ...(mint === undefined ? {} : { to: mint.to, tokenUri: mint.tokenUri }),
    });
    if (found !== undefined) return found;
    throw IPT_ERRORS.notFound({
      message:
        mint === undefined
          ? 'Nothing was signed off for this IP-NFT with your keys.'
          : 'This IP-NFT was not minted with a sign-off of yours.',
    });
  }

  private async metadataOf({
    tenant,
    chainId,
    ipnftId,
    tokenUri,
  }: AuthorizationRecord): Promise<DocumentRecord> {
    const cid = cidOfUri(tokenUri)?.toString() ?? '';
    const records = await this.ledger.documents(tenant, cid, 'METADATA');
    const record = records.find((each) => each.chainId === chainId && each.ipnftId === ipnftId);
    if (record === undefined) throw new Error(`There is no record of the metadata ${cid}.`);
    return record;
  }

  /** Those of ours, in the order in which the metadata names them. */
  private async agreementsOf({ tenant, chainId, ipnftId }: AuthorizationRecord, cid: string) {
    const hashes = agreementsOf(await this.document(cid)).flatMap(
      ({ hash }) => contentHashOf(hash) ?? [],
    );
    const records = await this.ledger.agreementsByHash(tenant, ipnftId, hashes);
    return [...new Set(hashes)].flatMap((contentHash): readonly BundledAgreement[] => {
      const record = records.find(
        (each) => each.contentHash === contentHash && each.chainId === chainId,
      );
      if (record === undefined) return [];
      return [{ contentHash, document: stored(record.cid), pdf: stored(record.companionCid) }];
    });
  }

  private async document(cid: string): Promise<JsonObject> {
    const bytes = await this.content.read(cid);
    if (bytes === undefined) throw IPT_ERRORS.termsMessageFailed();
    return parseObject(Buffer.from(bytes).toString('utf8'), 'metadata');
  }
}

interface Minted {
  readonly to: string;
  readonly tokenUri: string;
}

const authorizationOf = (record: AuthorizationRecord) => ({
  minter: record.minter,
  to: record.to,
  tokenUri: record.tokenUri,
  symbol: record.symbol,
  signature: record.authorization,
  signer: record.signer,
});

/** A CID that the service has written down itself. */
function stored(text: string): CID {
  const cid = parseCid(text);
  if (cid === undefined) throw new Error(`${text} is no CID.`);
  return cid;
}
