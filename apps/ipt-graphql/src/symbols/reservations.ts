import { isProofOfIdea, type Chain } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

export interface Claim {
  readonly ipnftId: string;
  readonly minter: string;
}

/** Whether the contract would let the wallet mint now. @throws {Problem} `MUST_CONTROL_IPNFT`, `CHAIN_UNAVAILABLE` */
export async function requireReservation(chain: Chain, { ipnftId, minter }: Claim): Promise<void> {
  const holder = isProofOfIdea(ipnftId)
    ? await holderOfIdea(chain, { ipnftId, minter })
    : await chain.reserverOf(ipnftId);
  if (holder === minter) return;
  throw IPT_ERRORS.mustControl({
    message: 'The reservation does not belong to the minter, or was minted already.',
  });
}

/** Nobody reserves a proof of idea: it is the minter's while nobody owns it. */
async function holderOfIdea(chain: Chain, { ipnftId, minter }: Claim): Promise<string | undefined> {
  return (await chain.ownerOf(ipnftId)) === undefined ? minter : undefined;
}
