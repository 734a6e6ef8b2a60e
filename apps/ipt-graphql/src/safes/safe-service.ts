import { Injectable } from '@nestjs/common';
import { isHexString } from 'ethers';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { Ledger } from '../ledger/ledger.js';
import {
  optionalAddress,
  optionalText,
  requiredAddress,
  requiredChain,
  requiredCid,
  requiredId,
  type Maybe,
} from '../requests/requests.js';
import { ownerSignature, safeMessage, type SafeSignatureKind } from './safe-message.js';
import {
  isTaken,
  readSafe,
  textKey,
  SafeSignatureStore,
  type SafeTextKey,
  type SafeText,
  TermsSignatures,
} from './safe-signatures.js';
import { requiredMembership, TermsService } from '../terms/terms-service.js';
import { iptTerms } from '../terms/terms.js';

/** Which text of which Safe: that of metadata, or that of a membership agreement of an IP-NFT. */
export interface SafeTermsRequest {
  readonly safe?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  readonly metadataCid?: Maybe<string>;
  readonly agreementCid?: Maybe<string>;
  readonly ipnftId?: Maybe<string>;
}

export interface OwnerSignatureRequest extends SafeTermsRequest {
  readonly owner?: Maybe<string>;
  readonly signature?: Maybe<string>;
}

/** A present owner of a Safe. */
export interface SafeOwner {
  readonly owner: string;
  /** Absent, with the time: the owner has not signed. */
  readonly kind: SafeSignatureKind | null;
  readonly signedAt: Date | null;
}

/** Who has signed a text for a Safe. */
export interface SafeTerms {
  readonly safe: string;
  readonly chainId: number;
  readonly message: string;
  readonly messageHash: string;
  /** JSON, for `eth_signTypedData_v4`. */
  readonly typedData: string;
  readonly threshold: number;
  readonly owners: readonly SafeOwner[];
  readonly missing: number;
  readonly signature: string | null;
}

/** Of a contract that owns a Safe; a Safe of some twenty owners fits. */
const MAX_SIGNATURE_BYTES = 2048;

/** Each is a call of the chain whenever the text is looked at; real Safes have few such owners. */
const MAX_CONTRACT_SIGNATURES = 10;

/** Collects what the owners of a Safe sign, one after the other. */
@Injectable()
export class SafeService {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly terms: TermsService,
    private readonly signatures: TermsSignatures,
    private readonly store: SafeSignatureStore,
  ) {}

  /** @throws {Problem} `INVALID_INPUT`, `FORBIDDEN`, `TERMS_MESSAGE_FAILED`, `CHAIN_UNAVAILABLE` */
  async show(caller: Caller, request: SafeTermsRequest): Promise<SafeTerms> {
    return await this.#shown(await this.#textOf(caller, request));
  }

  /**
   * Stores what an owner has signed; the same again changes nothing.
   *
   * @throws {Problem} `INVALID_TERMS_SIGNATURE` for what the Safe does not take of a present owner, `QUOTA_EXCEEDED` for an
   *   11th contract, and as `show()`
   */
  async add(caller: Caller, { owner, signature, ...request }: OwnerSignatureRequest) {
    const given = {
      owner: optionalAddress(owner, 'owner'),
      signature: optionalText(signature, 'signature', 2 + 2 * MAX_SIGNATURE_BYTES),
    };
    requireGiven(given);
    const text = await this.#textOf(caller, request);
    const key = textKey(text);
    const { owners } = await readSafe(text, key.digest);
    const message = safeMessage(text.safe, key.chainId, key.digest);
    const signed = ownerSignature(given, message, owners);
    if (signed === undefined || !(await isTaken(text.chain, text.safe, key.digest, signed))) {
      throw IPT_ERRORS.invalidTermsSignature({
        message:
          'No present owner of the Safe has signed this: sign typedData, or approve messageHash, and name owner if it is a contract.',
      });
    }
    if (signed.kind === 'CONTRACT') await this.#requireFew(key, signed.owner, owners);
    await this.store.put(key, signed, owners);
    return await this.#shown(text);
  }

  async #requireFew(key: SafeTextKey, signer: string, owners: readonly string[]): Promise<void> {
    const others = (await this.store.of(key)).filter(
      ({ kind, owner }) => kind === 'CONTRACT' && owner !== signer && owners.includes(owner),
    );
    if (others.length < MAX_CONTRACT_SIGNATURES) return;
    throw IPT_ERRORS.quotaExceeded({
      message: `At most ${MAX_CONTRACT_SIGNATURES} contracts may sign for a Safe.`,
    });
  }

  async #shown(text: SafeText): Promise<SafeTerms> {
    const { digest, chainId, safe } = textKey(text);
    const { owners, signed, signature, ...rest } = await this.signatures.progress(text);
    const { hash, typedData } = safeMessage(safe, chainId, digest);
    return {
      ...{ safe, chainId, message: text.message, messageHash: hash },
      typedData: JSON.stringify(typedData),
      ...rest,
      owners: owners.map((owner) => {
        const own = signed.find((each) => each.owner === owner);
        return { owner, kind: own?.kind ?? null, signedAt: own?.signedAt ?? null };
      }),
      signature: signature ?? null,
    };
  }

  async #textOf(caller: Caller, request: SafeTermsRequest): Promise<SafeText> {
    const isMint = isGiven(request.metadataCid);
    if (isMint === isGiven(request.agreementCid)) {
      throw IPT_ERRORS.invalidInput({ message: 'Name either metadataCid or agreementCid.' });
    }
    caller.require(isMint ? 'mint' : 'tokenize');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const safe = requiredAddress(request.safe, 'safe');
    const message = await (isMint
      ? this.#mintText(caller, chain, { ...request, safe })
      : this.#tokenText(caller, chain, request));
    return { tenant: caller.tenant, chain, safe, message };
  }

  async #mintText(
    caller: Caller,
    chain: Chain,
    { metadataCid, safe }: Pick<SafeTermsRequest, 'metadataCid'> & { readonly safe: string },
  ): Promise<string> {
    const cid = requiredCid(metadataCid, 'metadataCid').toString();
    await this.terms.metadataOf(caller, cid, chain);
    return (await this.terms.messageFor(chain, cid, safe)).message;
  }

  async #tokenText({ tenant }: Caller, { chainId }: Chain, request: SafeTermsRequest) {
    const ipnftId = requiredId(request.ipnftId);
    const cid = requiredCid(request.agreementCid, 'agreementCid').toString();
    await requiredMembership(this.ledger, { tenant, chainId, ipnftId, cid });
    return iptTerms(ipnftId, cid, chainId).message;
  }
}

const isGiven = (value: Maybe<string>): boolean =>
  value !== null && value !== undefined && value !== '';

function requireGiven({
  owner,
  signature,
}: {
  owner?: string | undefined;
  signature?: string | undefined;
}) {
  if (owner === undefined && signature === undefined) {
    throw IPT_ERRORS.invalidInput({
      message:
        'signature is missing: an owner who approved messageHash on the chain is named by owner.',
    });
  }
  if (signature !== undefined && (!isHexString(signature) || signature.length % 2 !== 0)) {
    throw IPT_ERRORS.invalidTermsSignature({
      message: 'The signature must be hexadecimal, with 0x before it.',
    });
  }
}
