import { authorizationHash, type AuthorizationSigner } from './authorization-signer.js';
import type { Caller } from './caller.js';
import { isProofOfIdea, type Chain, type Chains } from './chain.js';
import { cidOfUri, ipfsUri } from './cid.js';
import { requireFreeSymbol } from './agreements.js';
import { IPT_ERRORS, withOutage } from './ipt-errors.js';
import type { Ledger } from './ledger.js';
import type { Observer } from './observer.js';
import {
  requiredAddress,
  requiredChain,
  requiredId,
  requiredText,
  type Maybe,
} from './requests.js';
import { verifySignature } from './signatures.js';
import type { TermsDesk } from './terms-desk.js';

export interface SignOffRequest {
  readonly ipnftId?: Maybe<string>;
  readonly tokenUri?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  readonly minter?: Maybe<string>;
  readonly to?: Maybe<string>;
  readonly termsSignature?: Maybe<string>;
}

export interface SignOffUses {
  readonly chains: Chains;
  readonly ledger: Ledger;
  readonly terms: TermsDesk;
  readonly signer: AuthorizationSigner;
  readonly observer: Observer;
}

/** An authorization has no expiry and cannot be taken back: everything is checked before it is signed. */
export class SignOff {
  constructor(private readonly uses: SignOffUses) {}

  /**
   * @returns the authorization; the same for the same request
   * @throws {Problem} `INVALID_INPUT`, `INVALID_TERMS_SIGNATURE`, `MUST_CONTROL_IPNFT`, `SYMBOL_ALREADY_TAKEN`,
   *   `SIGNOFF_FAILED`
   */
  async authorize(caller: Caller, request: SignOffRequest): Promise<string> {
    caller.require('mint');
    const chain = requiredChain(this.uses.chains, caller, request.chainId);
    const signer = this.signerOf(chain);
    const wish = {
      tenant: caller.tenant,
      chainId: chain.chainId,
      ipnftId: requiredId(request.ipnftId),
      minter: requiredAddress(request.minter, 'minter'),
      to: requiredAddress(request.to, 'to'),
    };
    const given = requiredText(request.termsSignature, 'termsSignature', 10_000);
    const { cid, symbol } = await this.metadataOf(caller, chain, wish.ipnftId, request.tokenUri);
    const tokenUri = ipfsUri(cid);

    const termsSignature = await withOutage('signoffFailed', () =>
      this.verifyTerms(chain, cid, wish.minter, given),
    );
    const earlier = await this.uses.ledger.findAuthorization({ ...wish, tokenUri });
    if (earlier !== undefined) {
      this.uses.observer.signedOff(wish.chainId, false);
      return earlier.authorization;
    }

    await requireFreeSymbol(this.uses.ledger, { ...wish, symbol });
    await withOutage('signoffFailed', () => this.requireReservation(chain, wish));
    const hash = authorizationHash({ ...wish, tokenUri });
    const record = await this.uses.ledger.signOff(
      { ...wish, keyId: caller.keyId, tokenUri, symbol, termsSignature, signer },
      () => this.uses.signer.sign(chain.chainId, hash),
    );
    this.uses.observer.signedOff(wish.chainId, true);
    return record.authorization;
  }

  private signerOf({ chainId }: Chain): string {
    const signer = this.uses.signer.address(chainId);
    if (signer !== undefined) return signer;
    throw IPT_ERRORS.invalidInput({
      message: `There is no key to sign with for chain ${chainId}.`,
    });
  }

  /** The document must be one that this tenant stored for this IP-NFT on this chain. */
  private async metadataOf(caller: Caller, chain: Chain, ipnftId: string, uri: Maybe<string>) {
    const cid = cidOfUri(requiredText(uri, 'tokenURI', 200))?.toString();
    if (cid === undefined) {
      throw IPT_ERRORS.invalidInput({ message: 'tokenURI must be ipfs:// and a CID.' });
    }
    const record = await this.uses.terms.metadataOf(caller, cid, chain);
    if (record.ipnftId === ipnftId) return record;
    throw IPT_ERRORS.invalidInput({ message: 'tokenURI is the metadata of another IP-NFT.' });
  }

  private async verifyTerms(chain: Chain, cid: string, minter: string, signature: string) {
    const { message } = await this.uses.terms.messageFor(chain, cid, minter);
    return verifySignature(chain, { signer: minter, message, signature });
  }

  private async requireReservation(
    chain: Chain,
    { ipnftId, minter }: { readonly ipnftId: string; readonly minter: string },
  ): Promise<void> {
    const holder = isProofOfIdea(ipnftId)
      ? await this.holderOfIdea(chain, ipnftId, minter)
      : await chain.reserverOf(ipnftId);
    if (holder === minter) return;
    throw IPT_ERRORS.mustControl({
      message: 'The reservation does not belong to the minter, or was minted already.',
    });
  }

  /** Nobody reserves a proof of idea: it is the minter's while nobody owns it. */
  private async holderOfIdea(chain: Chain, ipnftId: string, minter: string) {
    return (await chain.ownerOf(ipnftId)) === undefined ? minter : undefined;
  }
}
