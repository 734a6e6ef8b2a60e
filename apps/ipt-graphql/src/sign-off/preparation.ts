import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains, type GasEstimate, type PreparedTransaction } from '../chain/chain.js';
import { ipfsUri } from '../content/cid.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { type AuthorizationChoice, type DocumentRecord, Ledger } from '../ledger/ledger.js';
import {
  optionalText,
  requiredAddress,
  requiredChain,
  requiredCid,
  requiredId,
  requiredSymbol,
  requiredText,
  requiredTokenUri,
  type Maybe,
} from '../requests/requests.js';
import { requireReservation } from '../symbols/reservations.js';
import { TermsSignatures } from '../safes/safe-signatures.js';
import { requiredMembership } from '../terms/terms-service.js';
import { iptTerms } from '../terms/terms.js';
import { WalletService } from '../wallets/wallet-service.js';

export interface Prepared extends PreparedTransaction {
  readonly step: 'RESERVE' | 'MINT' | 'TOKENIZE';
  readonly chainId: number;
  readonly from: string;
  /** Who gets the IP-NFT; of a mint only. */
  readonly recipient?: string;
  readonly estimate: GasEstimate;
  readonly preparedAt: Date;
}

export interface MintPreparation {
  /** Absent: the reservation is prepared, which comes before. */
  readonly ipnftId?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  /** Needed for the reservation only; a mint is the minter's. */
  readonly from?: Maybe<string>;
  /** Which sign-off is meant, where there are several; the one that was asked for last if absent. */
  readonly to?: Maybe<string>;
  readonly tokenUri?: Maybe<string>;
}

export interface TokenizePreparation {
  readonly ipnftId?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  readonly from?: Maybe<string>;
  readonly tokenAmount?: Maybe<string>;
  readonly tokenSymbol?: Maybe<string>;
  readonly agreementCid?: Maybe<string>;
  /** Absent: a Safe's owners have signed one after the other. */
  readonly termsSignature?: Maybe<string>;
}

/** Transactions ready to be sent by a wallet or a multi-signature wallet. */
@Injectable()
export class Preparation {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly signatures: TermsSignatures,
    private readonly wallets: WalletService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws {Problem} `INVALID_INPUT`, `NOT_FOUND` without a sign-off, `MUST_CONTROL_IPNFT` after the mint,
   *   `CHAIN_UNAVAILABLE`
   */
  async mint(caller: Caller, request: MintPreparation): Promise<Prepared> {
    caller.require('mint');
    const chain = requiredChain(this.chains, caller, request.chainId);
    if (request.ipnftId === null || request.ipnftId === undefined) {
      const from = requiredAddress(request.from, 'from');
      return await this.prepared(chain, 'RESERVE', from, chain.reserve());
    }
    const ipnftId = requiredId(request.ipnftId);
    const { tenant } = caller;
    const { chainId } = chain;
    const signedOff = await this.ledger.lastAuthorization({
      ...{ tenant, chainId, ipnftId },
      ...choiceOf(request),
    });
    if (signedOff === undefined) {
      throw IPT_ERRORS.notFound({ message: 'There is no such sign-off for this IP-NFT yet.' });
    }
    const { minter, to } = signedOff;
    await requireReservation(chain, { ipnftId, minter });
    const transaction = chain.mint({ ...signedOff, reservationId: ipnftId });
    return { ...(await this.prepared(chain, 'MINT', minter, transaction)), recipient: to };
  }

  /**
   * @throws {Problem} `INVALID_INPUT`, `NOT_FOUND`, `MUST_CONTROL_IPNFT`, `ALREADY_TOKENIZED`,
   *   `INVALID_TERMS_SIGNATURE`, `CHAIN_UNAVAILABLE`
   */
  async tokenize(caller: Caller, request: TokenizePreparation): Promise<Prepared> {
    caller.require('tokenize');
    const chain = requiredChain(this.chains, caller, request.chainId);
    const ipnftId = requiredId(request.ipnftId);
    const from = requiredAddress(request.from, 'from');
    const amountWei = amount(requiredText(request.tokenAmount, 'tokenAmount', 78));
    const symbol = requiredSymbol(request.tokenSymbol, 'tokenSymbol');
    const agreementCid = requiredCid(request.agreementCid, 'agreementCid').toString();
    const given = optionalText(request.termsSignature, 'termsSignature', 10_000);

    await this.wallets.requireOwn(caller, chain, from);
    await requireTokenizable(chain, ipnftId, from);
    await this.requireAgreed(caller, {
      chainId: chain.chainId,
      ipnftId,
      cid: agreementCid,
      symbol,
    });
    const { message } = iptTerms(ipnftId, agreementCid, chain.chainId);
    const signed = { signer: from, role: 'owner', message, signature: given } as const;
    const { tenant } = caller;
    const termsSignature = await this.signatures.verified({ chain, tenant }, signed);
    const call = { ipnftId, amountWei, symbol, agreementCid, termsSignature };
    return await this.prepared(chain, 'TOKENIZE', from, chain.tokenize(call));
  }

  /** Tokens are made once: under the agreement that the holders accept, with the symbol that it names. */
  private async requireAgreed(
    { tenant }: Caller,
    { symbol, ...document }: Pick<DocumentRecord, 'chainId' | 'ipnftId' | 'cid' | 'symbol'>,
  ): Promise<void> {
    const agreement = await requiredMembership(this.ledger, { tenant, ...document });
    if (agreement.symbol === symbol) return;
    throw IPT_ERRORS.invalidInput({
      message: `tokenSymbol must be ${agreement.symbol}, as in the membership agreement.`,
    });
  }

  private async prepared(
    chain: Chain,
    step: Prepared['step'],
    from: string,
    transaction: PreparedTransaction,
  ): Promise<Prepared> {
    const estimate = await chain.estimateGas(from, transaction);
    const preparedAt = new Date(this.clock.nowMs());
    return { ...transaction, step, chainId: chain.chainId, from, estimate, preparedAt };
  }
}

function choiceOf({ to, tokenUri }: MintPreparation): Pick<AuthorizationChoice, 'to' | 'tokenUri'> {
  const isGiven = (value: Maybe<string>) => value !== null && value !== undefined;
  return {
    to: isGiven(to) ? requiredAddress(to, 'to') : undefined,
    tokenUri: isGiven(tokenUri) ? ipfsUri(requiredTokenUri(tokenUri)) : undefined,
  };
}

async function requireTokenizable(chain: Chain, ipnftId: string, from: string): Promise<void> {
  const [owner, token] = await Promise.all([chain.ownerOf(ipnftId), chain.tokenOf(ipnftId)]);
  if (owner === undefined) throw IPT_ERRORS.notFound();
  if (owner !== from) {
    throw IPT_ERRORS.mustControl({ message: 'Only the owner of the IP-NFT may tokenize it.' });
  }
  if (token !== undefined) throw IPT_ERRORS.alreadyTokenized();
}

function amount(text: string): bigint {
  const value = /^\d+$/.test(text) ? BigInt(text) : 0n;
  if (value > 0n && value < 2n ** 256n) return value;
  throw IPT_ERRORS.invalidInput({ message: 'tokenAmount must be a whole number of wei above 0.' });
}
