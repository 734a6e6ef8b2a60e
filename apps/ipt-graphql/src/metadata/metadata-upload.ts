import { Injectable } from '@nestjs/common';
import { Archive } from '../content/copies/archive.js';
import type { Caller } from '../access/caller.js';
import { Chains } from '../chain/chain.js';
import { contentHashOf, ipfsUri } from '../content/cid.js';
import { Images } from '../images/images.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { type DocumentRecord, Ledger } from '../ledger/ledger.js';
import { parseMetadata, withEncryption, withImage, type Metadata } from './metadata.js';
import { requiredChain, requiredId, requiredText, type Maybe } from '../requests/requests.js';
import { SealedAgreements } from '../agreements/sealed-agreements.js';
import { canonicalBytes, sha256Hex } from '../fields/strict-json.js';
import { requireFreeSymbol, SymbolRegister } from '../symbols/symbols.js';

export interface MetadataRequest {
  readonly metadata: Maybe<string>;
  readonly imageKey: Maybe<string>;
  readonly ipnftId: Maybe<string>;
}

export interface StoredMetadata {
  readonly cid: string;
  readonly url: string;
  readonly imageCid: string;
  readonly warnings: readonly string[];
}

/** Joins metadata with its uploaded image and stores both. */
@Injectable()
export class MetadataUpload {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly symbols: SymbolRegister,
    private readonly archive: Archive,
    private readonly images: Images,
    private readonly sealed: SealedAgreements,
  ) {}

  /**
   * @throws {Problem} `INVALID_METADATA`, `IMAGE_UPLOAD_FAILED`, `SYMBOL_ALREADY_TAKEN`, `QUOTA_EXCEEDED`,
   *   `METADATA_UPLOAD_FAILED`
   */
  async store(caller: Caller, request: MetadataRequest): Promise<StoredMetadata> {
    caller.require('mint');
    const ipnftId = requiredId(request.ipnftId);
    const key = requiredText(request.imageKey, 'imageKey', 400);
    const metadata = parseMetadata(requiredText(request.metadata, 'metadata', 1_000_000));
    const named = await this.agreementsOf(caller, ipnftId, metadata);
    const [{ chainId, wallet }] = named;
    const chain = requiredChain(this.chains, caller, chainId);
    const { tenant } = caller;
    const { symbol } = metadata;
    await requireFreeSymbol(this.symbols, chain, { tenant, chainId, symbol, ipnftId });

    const image = await this.images.find(caller, ipnftId, key);
    const imageCid = await this.archive.add(tenant, image.bytes);
    const document = withEncryption(withImage(metadata, imageCid), await this.marks(tenant, named));
    const bytes = canonicalBytes(document);
    const cid = await this.archive.add(tenant, bytes);
    await this.ledger.recordMetadata({
      ...{ tenant, chainId, ipnftId, kind: 'METADATA', cid, symbol, wallet },
      contentHash: sha256Hex(bytes),
      companionCid: imageCid,
    });
    return { cid, url: ipfsUri(cid), imageCid, warnings: image.warnings };
  }

  /** Of those that are encrypted. */
  private async marks(tenant: string, named: readonly DocumentRecord[]) {
    const sealed = await this.sealed.byCids(
      tenant,
      named.map(({ cid }) => cid),
    );
    return sealed.flatMap(({ keyId, content }) =>
      content === undefined ? [] : [{ keyId, contentHash: content.contentHash }],
    );
  }

  /** Which of our agreements the metadata names: that decides the chain, which the call does not. */
  private async agreementsOf(
    { tenant }: Caller,
    ipnftId: string,
    { agreementHashes, symbol }: Metadata,
  ): Promise<readonly [DocumentRecord, ...DocumentRecord[]]> {
    const hashes = agreementHashes.flatMap((hash) => contentHashOf(hash) ?? []);
    const [first, ...others] = await this.ledger.agreementsByHash(tenant, ipnftId, hashes);
    const isAnother = ({ chainId, wallet }: DocumentRecord) =>
      chainId !== first?.chainId || wallet !== first.wallet;
    if (first === undefined || others.some(isAnother)) {
      throw IPT_ERRORS.invalidMetadata({
        message:
          'properties.agreements must name, by content_hash, the assignment agreement that was generated for this ipnftId, of one chain and one wallet.',
      });
    }
    const differing = [first, ...others].find((agreement) => agreement.symbol !== symbol);
    if (differing === undefined) return [first, ...others];
    throw IPT_ERRORS.invalidMetadata({
      message: `properties.initial_symbol must be ${differing.symbol}, as in the assignment agreement.`,
    });
  }
}
