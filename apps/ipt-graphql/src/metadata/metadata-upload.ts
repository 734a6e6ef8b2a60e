import type { Archive } from '../content/copies/archive.js';
import type { Caller } from '../access/caller.js';
import type { Chains } from '../chain/chain.js';
import { contentHashOf, ipfsUri } from '../content/cid.js';
import type { Images } from '../images/images.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { DocumentRecord, Ledger } from '../ledger/ledger.js';
import { parseMetadata, withEncryption, withImage, type Metadata } from './metadata.js';
import { requiredChain, requiredId, requiredText, type Maybe } from '../requests/requests.js';
import type { SealedAgreements } from '../agreements/sealed-agreements.js';
import { canonicalBytes, sha256Hex } from '../fields/strict-json.js';
import { requireFreeSymbol, type SymbolRegister } from '../symbols/symbols.js';

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

export interface MetadataUploadUses {
  readonly chains: Chains;
  readonly ledger: Ledger;
  readonly symbols: SymbolRegister;
  readonly archive: Archive;
  readonly images: Images;
  readonly sealed: Pick<SealedAgreements, 'byCids'>;
}

/** Joins metadata with its uploaded image and stores both. */
export class MetadataUpload {
  constructor(private readonly uses: MetadataUploadUses) {}

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
    const chain = requiredChain(this.uses.chains, caller, chainId);
    const { tenant } = caller;
    const { symbol } = metadata;
    await requireFreeSymbol(this.uses.symbols, chain, { tenant, chainId, symbol, ipnftId });

    const image = await this.uses.images.find(caller, ipnftId, key);
    const imageCid = await this.uses.archive.add(tenant, image.bytes);
    const document = withEncryption(withImage(metadata, imageCid), await this.marks(tenant, named));
    const bytes = canonicalBytes(document);
    const cid = await this.uses.archive.add(tenant, bytes);
    await this.uses.ledger.recordMetadata({
      ...{ tenant, chainId, ipnftId, kind: 'METADATA', cid, symbol, wallet },
      contentHash: sha256Hex(bytes),
      companionCid: imageCid,
    });
    return { cid, url: ipfsUri(cid), imageCid, warnings: image.warnings };
  }

  /** Of those that are encrypted. */
  private async marks(tenant: string, named: readonly DocumentRecord[]) {
    const sealed = await this.uses.sealed.byCids(
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
    const [first, ...others] = await this.uses.ledger.agreementsByHash(tenant, ipnftId, hashes);
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
