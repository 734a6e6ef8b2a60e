import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains } from '../chain/chain.js';
import { ContentStore } from '../content/content-store.js';
import { IPT_ERRORS, withOutage } from '../errors/ipt-errors.js';
import { type DocumentRecord, Ledger } from '../ledger/ledger.js';
import {
  requiredAddress,
  requiredChain,
  requiredCid,
  requiredId,
  type Maybe,
} from '../requests/requests.js';
import { parseObject } from '../fields/strict-json.js';
import { ipnftTerms, iptTerms, type TermsMessage } from './terms.js';

export interface MintTermsRequest {
  readonly metadataCid: Maybe<string>;
  readonly minter: Maybe<string>;
  readonly chainId: Maybe<number>;
}

export interface IptTermsRequest {
  readonly agreementCid: Maybe<string>;
  readonly ipnftId: Maybe<string>;
  readonly chainId: Maybe<number>;
}

/** Hands out the texts that wallets sign. */
@Injectable()
export class TermsService {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly content: ContentStore,
  ) {}

  /** @throws {Problem} `INVALID_INPUT`, `TERMS_MESSAGE_FAILED` */
  async mintTerms(caller: Caller, request: MintTermsRequest): Promise<TermsMessage> {
    caller.require('mint');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const minter = requiredAddress(request.minter, 'minter');
    const cid = requiredCid(request.metadataCid, 'metadataCid').toString();
    const record = await this.metadataOf(caller, cid, chain);
    const message = await this.messageFor(chain, cid, minter);
    const { tenant, chainId, ipnftId } = record;
    await this.ledger.recordStep({ tenant, chainId, ipnftId, kind: 'MINT' }, 'TERMS_ISSUED');
    return message;
  }

  /** The text for a document that is ours: what the sign-off compares with. */
  async messageFor(chain: Chain, cid: string, minter: string): Promise<TermsMessage> {
    const bytes = await this.read(cid);
    const document = parseObject(Buffer.from(bytes).toString('utf8'), 'metadata');
    const { chainId, ipnft } = chain;
    return ipnftTerms({ metadataCid: cid, document, minter, chainId, contract: ipnft });
  }

  /** A document that was given out as a CID is there: that it is gone or damaged is an outage. */
  private async read(cid: string): Promise<Uint8Array> {
    let cause: unknown;
    try {
      const bytes = await this.content.read(cid);
      if (bytes !== undefined) return bytes;
    } catch (error) {
      cause = error;
    }
    throw IPT_ERRORS.termsMessageFailed({ cause });
  }

  /** A tenant sees its own documents only. @throws {Problem} `INVALID_INPUT` */
  async metadataOf(caller: Caller, cid: string, { chainId }: Chain): Promise<DocumentRecord> {
    const records = await this.ledger.documents(caller.tenant, cid, 'METADATA');
    const record = records.find((each) => each.chainId === chainId);
    if (record !== undefined) return record;
    throw IPT_ERRORS.invalidInput({
      message: 'This is not metadata that was uploaded with your keys for this chain.',
    });
  }

  /** @throws {Problem} `INVALID_INPUT`, `MUST_CONTROL_IPNFT`, `ALREADY_TOKENIZED`, `TERMS_MESSAGE_FAILED` */
  async tokenTerms(caller: Caller, request: IptTermsRequest): Promise<TermsMessage> {
    caller.require('tokenize');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const ipnftId = requiredId(request.ipnftId);
    const cid = requiredCid(request.agreementCid, 'agreementCid').toString();
    const { chainId } = chain;
    const { tenant } = caller;
    await requiredMembership(this.ledger, { tenant, chainId, ipnftId, cid });
    const [owner, token] = await withOutage('termsMessageFailed', () =>
      Promise.all([chain.ownerOf(ipnftId), chain.tokenOf(ipnftId)]),
    );
    if (owner === undefined) {
      throw IPT_ERRORS.mustControl({ message: 'Nobody owns this IP-NFT: it is not minted.' });
    }
    if (token !== undefined) throw IPT_ERRORS.alreadyTokenized();
    await this.ledger.recordStep({ tenant, chainId, ipnftId, kind: 'TOKENIZE' }, 'TERMS_ISSUED');
    return iptTerms(ipnftId, cid, chainId);
  }
}

/** The membership agreement that tokens are made under. @throws {Problem} `INVALID_INPUT` for any other document */
export async function requiredMembership(
  ledger: Pick<Ledger, 'documents'>,
  { tenant, chainId, ipnftId, cid }: Pick<DocumentRecord, 'tenant' | 'chainId' | 'ipnftId' | 'cid'>,
): Promise<DocumentRecord> {
  const records = await ledger.documents(tenant, cid, 'MEMBERSHIP');
  const record = records.find((each) => each.chainId === chainId && each.ipnftId === ipnftId);
  if (record !== undefined) return record;
  throw IPT_ERRORS.invalidInput({
    message: 'agreementCid is not a membership agreement of this IP-NFT on this chain.',
  });
}
