/** A transaction that a wallet is to send. */
export interface PreparedTransaction {
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
}

export interface MintCall {
  readonly to: string;
  readonly reservationId: string;
  readonly tokenUri: string;
  readonly symbol: string;
  readonly authorization: string;
}

export interface TokenizeCall {
  readonly ipnftId: string;
  readonly amountWei: bigint;
  readonly symbol: string;
  readonly agreementCid: string;
  readonly termsSignature: string;
}

/** What a transaction would take now, or why the chain would refuse it, for people to read. */
export type GasEstimate =
  | { readonly gas: bigint; readonly refusal?: never }
  | { readonly gas?: never; readonly refusal: string };

/** A signature of a wallet that is not deployed yet, and how it would be (ERC-6492). */
export interface Counterfactual {
  readonly factory: string;
  readonly factoryCall: string;
  readonly signature: string;
}

/** Multi-signature wallets of Safe, asked themselves. */
export interface SafeReader {
  /**
   * Owners, threshold and the hash that owners sign for 32 bytes, as the contract says now.
   *
   * @returns `undefined` for what is no Safe
   */
  read(safe: string, digest: string): Promise<SafeReading | undefined>;
  /** Whether the Safe takes the signature of one owner: `checkNSignatures`. */
  accepts(safe: string, signed: SignedForSafe): Promise<boolean>;
}

export interface SafeReading {
  readonly owners: readonly string[];
  readonly threshold: number;
  readonly messageHash: string;
}

export interface SignedForSafe {
  readonly hash: string;
  /** What the hash is of. */
  readonly encoded: string;
  readonly signatures: string;
}

/** The log of a mint, as the chain has it. */
export interface MintLog {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly topics: readonly string[];
  readonly data: string;
}

/**
 * One chain with its two contracts. What asks the chain throws `CHAIN_UNAVAILABLE` when no endpoint answers in time.
 * Addresses are EIP-55, token ids decimal.
 */
export interface Chain {
  readonly chainId: number;
  readonly ipnft: string;
  readonly tokenizer: string;
  /** What a mint takes, in wei. */
  readonly mintFeeWei: bigint;
  readonly safes: SafeReader;
  /** Who may mint a reservation; `undefined` when there is none (any more). */
  reserverOf(reservationId: string): Promise<string | undefined>;
  ownerOf(ipnftId: string): Promise<string | undefined>;
  /** The owner as of the chain's safe block: what a usual reorganization does not take back. */
  settledOwnerOf(ipnftId: string): Promise<string | undefined>;
  /** How it was minted, in a block that is indexed, and to whom. */
  mintOf(ipnftId: string, blockNumber: number): Promise<{ to: string; log: MintLog }>;
  /** The ERC-20 of an IP-NFT. */
  tokenOf(ipnftId: string): Promise<string | undefined>;
  /** ERC-1271: `false` for a wallet without code, and for every answer but the magic value. */
  isValidSignature(wallet: string, digest: string, signature: string): Promise<boolean>;
  /** The same for a wallet that its factory has yet to make (ERC-6492). */
  isValidOnceDeployed(wallet: string, digest: string, signed: Counterfactual): Promise<boolean>;
  estimateGas(from: string, transaction: PreparedTransaction): Promise<GasEstimate>;
  reserve(): PreparedTransaction;
  mint(call: MintCall): PreparedTransaction;
  tokenize(call: TokenizeCall): PreparedTransaction;
}

/** The chains that the service is configured for. */
export abstract class Chains {
  abstract get(chainId: number): Chain | undefined;
  abstract readonly all: readonly Chain[];
}

/** Ids above it are the hash of a proof of idea: nobody has to reserve those. */
const MAX_RESERVATION_ID = 2n ** 128n - 1n;

export const isProofOfIdea = (ipnftId: string): boolean => BigInt(ipnftId) > MAX_RESERVATION_ID;
