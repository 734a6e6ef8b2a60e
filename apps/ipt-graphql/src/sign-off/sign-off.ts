import { Injectable } from '@nestjs/common';
import { authorizationHash, AuthorizationSigner } from '../signing/authorization-signer.js';
import type { Caller } from '../access/caller.js';
import { isProofOfIdea, type Chain, Chains } from '../chain/chain.js';
import { ipfsUri } from '../content/cid.js';
import { SecondCopy } from '../content/copies/copies.js';
import { IPT_ERRORS, withOutage } from '../errors/ipt-errors.js';
import { type AuthorizationRecord, Ledger } from '../ledger/ledger.js';
import { Observer } from '../observability/observer.js';
import { requireReservation } from '../symbols/reservations.js';
import {
  optionalText,
  requiredAddress,
  requiredChain,
  requiredId,
  requiredTokenUri,
  type Maybe,
} from '../requests/requests.js';
import { TermsSignatures } from '../safes/safe-signatures.js';
import { requireFreeSymbol, SymbolRegister } from '../symbols/symbols.js';
import { TermsService } from '../terms/terms-service.js';
import { WalletService } from '../wallets/wallet-service.js';

export interface SignOffRequest {
  readonly ipnftId?: Maybe<string>;
  readonly tokenUri?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  readonly minter?: Maybe<string>;
  readonly to?: Maybe<string>;
  /** Absent: a Safe's owners have signed one after the other. */
  readonly termsSignature?: Maybe<string>;
}

export interface SignedOff {
  readonly authorization: string;
  /** Until when a proof of idea holds its symbol; reservations hold theirs without an end. */
  readonly symbolHeldUntil: Date | null;
}

/** An authorization has no expiry and cannot be taken back: everything is checked before it is signed. */
@Injectable()
export class SignOff {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly symbols: SymbolRegister,
    private readonly terms: TermsService,
    private readonly signatures: TermsSignatures,
    private readonly signer: AuthorizationSigner,
    private readonly wallets: WalletService,
    private readonly observer: Observer,
    private readonly copies: SecondCopy,
  ) {}

  /**
   * @returns the authorization; the same for the same request, as long as the chain's key is the same
   * @throws {Problem} `INVALID_INPUT`, `INVALID_TERMS_SIGNATURE`, `MUST_CONTROL_IPNFT`, `SYMBOL_ALREADY_TAKEN`,
   *   `QUOTA_EXCEEDED` for too many proofs of ideas, `SIGNOFF_FAILED`, `COPY_PENDING`
   */
  async authorize(caller: Caller, request: SignOffRequest): Promise<SignedOff> {
    caller.require('mint');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const signer = this.signerOf(chain);
    const wish = wishOf(caller, chain, request);
    const given = optionalText(request.termsSignature, 'termsSignature', 10_000);
    const metadata = await this.metadataOf(caller, chain, wish.ipnftId, request.tokenUri);
    const { cid, symbol, wallet } = metadata;
    const tokenUri = ipfsUri(cid);
    await withOutage('signoffFailed', () => this.wallets.requireOwn(caller, chain, wish.minter));

    const termsSignature = await withOutage('signoffFailed', () =>
      this.verifyTerms(chain, cid, wish, given),
    );
    const earlier = await this.ledger.repeatAuthorization({ ...wish, tokenUri, signer });
    if (earlier !== undefined) {
      this.observer.signedOff(wish.chainId, false);
      return this.signedOff(earlier);
    }

    const lapsed = await withOutage('signoffFailed', async () => {
      const holder = await requireFreeSymbol(this.symbols, chain, { ...wish, symbol });
      await requireReservation(chain, wish);
      return holder;
    });
    requireSameWallet(wallet, wish.minter);
    await this.copies.require(metadata);
    const hash = authorizationHash({ ...wish, tokenUri });
    const record = await this.ledger.signOff(
      { ...wish, keyId: caller.keyId, tokenUri, symbol, termsSignature, signer, lapsed },
      () => this.signer.sign(chain.chainId, hash),
    );
    this.observer.signedOff(wish.chainId, true);
    return this.signedOff(record);
  }

  private async signedOff(record: AuthorizationRecord): Promise<SignedOff> {
    const { authorization, ipnftId } = record;
    if (!isProofOfIdea(ipnftId)) return { authorization, symbolHeldUntil: null };
    const hold = await this.symbols.holdOf(record);
    return { authorization, symbolHeldUntil: hold?.expiresAt ?? null };
  }

  private signerOf({ chainId }: Chain): string {
    const signer = this.signer.address(chainId);
    if (signer !== undefined) return signer;
    throw IPT_ERRORS.invalidInput({
      message: `There is no key to sign with for chain ${chainId}.`,
    });
  }

  /** The document must be one that this tenant stored for this IP-NFT on this chain. */
  private async metadataOf(caller: Caller, chain: Chain, ipnftId: string, uri: Maybe<string>) {
    const record = await this.terms.metadataOf(caller, requiredTokenUri(uri), chain);
    if (record.ipnftId === ipnftId) return record;
    throw IPT_ERRORS.invalidInput({ message: 'tokenURI is the metadata of another IP-NFT.' });
  }

  private async verifyTerms(
    chain: Chain,
    cid: string,
    { tenant, minter }: ReturnType<typeof wishOf>,
    signature: string | undefined,
  ) {
    const { message } = await this.terms.messageFor(chain, cid, minter);
    const signed = { signer: minter, role: 'minter', message, signature } as const;
    return await this.signatures.verified({ chain, tenant }, signed);
  }
}

const wishOf = ({ tenant }: Caller, { chainId }: Chain, request: SignOffRequest) => ({
  tenant,
  chainId,
  ipnftId: requiredId(request.ipnftId),
  minter: requiredAddress(request.minter, 'minter'),
  to: requiredAddress(request.to, 'to'),
});

/** The minter is who assigned the rights: both stay public, the agreement and the mint. */
function requireSameWallet(agreed: string | null, minter: string): void {
  if (agreed === null || agreed === minter) return;
  throw IPT_ERRORS.invalidInput({
    message: `minter must be ${agreed}: the assignment agreement names it as connectedWalletAddress.`,
  });
}
