import type { Contract, ContractTransactionReceipt, Wallet } from 'ethers';

/** A Safe, made as its web application makes one. */
export interface TestSafe {
  readonly address: string;
  readonly contract: Contract;
  /** A transaction that these owners sign; the first one sends it. */
  execute(signers: readonly Wallet[], call: SafeCall): Promise<ContractTransactionReceipt | null>;
}

export interface SafeCall {
  readonly to: string;
  readonly data: string;
  readonly value?: bigint;
}

/** Puts Safe's contracts on the chain. @returns makes Safes with them */
export function safeContracts(
  payer: Wallet,
): Promise<(owners: readonly string[], threshold: number) => Promise<TestSafe>>;
