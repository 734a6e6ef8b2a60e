import type { Clock } from '@sextant/platform-clock';
import type { Caller } from './caller.js';
import type { Chain, Chains, PreparedTransaction } from './chain.js';
import { IPT_ERRORS } from './ipt-errors.js';
import type { Ledger } from './ledger.js';
import {
  requiredAddress,
  requiredChain,
  requiredCid,
  requiredId,
  requiredSymbol,
  requiredText,
  type Maybe,
} from './requests.js';
import { verifySignature } from './signatures.js';
import { iptTerms } from './terms.js';

export interface Prepared extends PreparedTransaction {
  readonly step: 'RESERVE' | 'MINT' | 'TOKENIZE';
  readonly chainId: number;
  readonly from: string;
  /** `undefined` when the chain would refuse the transaction now. */
  readonly gas: bigint | undefined;
  readonly preparedAt: Date;
}

export interface MintPreparation {
  /** Absent: the reservation is prepared, which comes before. */
  readonly ipnftId?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  /** Needed for the reservation only; a mint is the minter's. */
  readonly from?: Maybe<string>;
}

export interface TokenizePreparation {
  readonly ipnftId?: Maybe<string>;
  readonly chainId?: Maybe<number>;
  readonly from?: Maybe<string>;
  readonly tokenAmount?: Maybe<string>;
  readonly tokenSymbol?: Maybe<string>;
  readonly agreementCid?: Maybe<string>;
  readonly termsSignature?: Maybe<string>;
}

export interface PreparationUses {
  readonly chains: Chains;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Transactions ready to be sent by a wallet or a multi-signature wallet. */
export class Preparation {
  constructor(private readonly uses: PreparationUses) {}

  /** @throws {Problem} `INVALID_INPUT`, `NOT_FOUND` without a sign-off, `CHAIN_UNAVAILABLE` */
  async mint(caller: Caller, request: MintPreparation): Promise<Prepared> {
    caller.require('mint');
    const chain = requiredChain(this.uses.chains, caller, request.chainId);
    if (request.ipnftId === null || request.ipnftId === undefined) {
      const from = requiredAddress(request.from, 'from');
      return await this.prepared(chain, 'RESERVE', from, chain.reserve());
    }
    const ipnftId = requiredId(request.ipnftId);
    const signedOff = await this.uses.ledger.newestAuthorization(
      caller.tenant,
      chain.chainId,
      ipnftId,
    );
    if (signedOff === undefined) {
      throw IPT_ERRORS.notFound({ message: 'There is no sign-off for this IP-NFT yet.' });
    }
    const { minter } = signedOff;
    return await this.prepared(
      chain,
      'MINT',
      minter,
      chain.mint({ ...signedOff, reservationId: ipnftId }),
    );
  }

  /**
   * @throws {Problem} `INVALID_INPUT`, `MUST_CONTROL_IPNFT`, `ALREADY_TOKENIZED`, `INVALID_TERMS_SIGNATURE`,
   *   `CHAIN_UNAVAILABLE`
   */
  async tokenize(caller: Caller, request: TokenizePreparation): Promise<Prepared> {
    caller.require('tokenize');
    const chain = requiredChain(this.uses.chains, caller, request.chainId);
    const ipnftId = requiredId(request.ipnftId);
    const from = requiredAddress(request.from, 'from');
    const amountWei = amount(requiredText(request.tokenAmount, 'tokenAmount', 78));
    const symbol = requiredSymbol(request.tokenSymbol, 'tokenSymbol');
    const agreementCid = requiredCid(request.agreementCid, 'agreementCid').toString();
    const given = requiredText(request.termsSignature, 'termsSignature', 10_000);

    const [owner, token] = await Promise.all([chain.ownerOf(ipnftId), chain.tokenOf(ipnftId)]);
    if (owner !== from) {
      throw IPT_ERRORS.mustControl({ message: 'Only the owner of the IP-NFT may tokenize it.' });
    }
    if (token !== undefined) throw IPT_ERRORS.alreadyTokenized();
    const { message } = iptTerms(ipnftId, agreementCid, chain.chainId);
    const termsSignature = await verifySignature(chain, {
      signer: from,
      message,
      signature: given,
    });
    const call = { ipnftId, amountWei, symbol, agreementCid, termsSignature };
    return await this.prepared(chain, 'TOKENIZE', from, chain.tokenize(call));
  }

  private async prepared(
    chain: Chain,
    step: Prepared['step'],
    from: string,
    transaction: PreparedTransaction,
  ): Promise<Prepared> {
    const gas = await chain.estimateGas(from, transaction);
    const preparedAt = new Date(this.uses.clock.nowMs());
    return { ...transaction, step, chainId: chain.chainId, from, gas, preparedAt };
  }
}

function amount(text: string): bigint {
  const value = /^\d+$/.test(text) ? BigInt(text) : 0n;
  if (value > 0n && value < 2n ** 256n) return value;
  throw IPT_ERRORS.invalidInput({ message: 'tokenAmount must be a whole number of wei above 0.' });
}
