import {
  getBytes,
  Interface,
  toQuantity,
  Transaction,
  ZeroAddress,
  type InterfaceAbi,
} from 'ethers';
import type { Chain } from '../../chain/chain.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import type { Fee, FeeMarket } from './relayer-fees.js';
import {
  safeTransactionHash,
  type NewAttempt,
  type RelayCall,
  type RelayChain,
  type RelayReceipt,
  type SafeFacts,
  type SignedSafeTransaction,
  type Trial,
  type Unsigned,
} from '../relayer.js';
import { artifactOf } from '../../chain/contracts/artifacts.js';
import { callContract, WALLET_GAS } from '../../chain/rpc/contract-call.js';
import type { FinalityReader } from '../../chain/indexer/finality.js';
import type { DigestWallet } from '../../signing/local-key.js';
import type { Block } from '../../chain/indexer/log-reader.js';
import { paymentOf } from './rpc-relay-payment.js';
import { relayReceipt, type RpcReceipt } from './rpc-relay-receipt.js';
import { errorNamed, refusalOf } from '../../chain/rpc/refusal.js';
import type { Rpc } from '../../chain/rpc/rpc.js';
import { RpcError } from '../../chain/rpc/rpc-error.js';

/** The same in Safe 1.3.0 to 1.5.0. */
const SAFE = new Interface([
  'function VERSION() view returns (string)',
  'function nonce() view returns (uint256)',
  'function getThreshold() view returns (uint256)',
  'function checkNSignatures(bytes32 dataHash, bytes data, bytes signatures, uint256 required) view',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'error Error(string)',
]);
const VERSIONS: readonly string[] = ['1.3.0', '1.4.1', '1.5.0'];
const TRIAL_ARTIFACT = artifactOf('RelayTrial');
const TRIAL = new Interface(TRIAL_ARTIFACT.abi as InterfaceAbi);
/** What the trial takes beside what is tried. */
const TRIAL_GAS = 100_000n;
/** Of every transaction, and of a byte of its data (EIP-2028). */
const BASE_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;
const FLOOR_GAS = 10n;
/** How nodes say that the sender cannot pay. */
const TOO_POOR = /insufficient (funds|balance)|out of (gas )?fund/i;
/** How much gas they have tried at most: as much as was said, or as the balance pays for. */
const GAS_ALLOWANCE = /exceeds allowance\D{1,5}(\d{1,20})/i;
/** A block later it may take a little more. */
const MARGIN = { numerator: 11n, denominator: 10n } as const;

export interface RpcRelayChainOptions {
  readonly chain: Chain;
  readonly rpc: Rpc;
  readonly contracts: Interface;
  readonly wallet: DigestWallet;
  readonly finality: FinalityReader;
  readonly head: () => Promise<Block | undefined>;
  readonly limits: Pick<RelayChain, 'maxFeeWei' | 'maxGas' | 'maxPending' | 'maxLosses'>;
}

/** A chain and the account that pays there, through JSON-RPC. */
export class RpcRelayChain implements RelayChain {
  readonly chainId: number;
  readonly account: string;
  readonly maxFeeWei: bigint;
  readonly maxGas: bigint;
  readonly maxPending: number;
  readonly maxLosses: number;
  #code: string | undefined;

  constructor(private readonly options: RpcRelayChainOptions) {
    this.chainId = options.chain.chainId;
    this.account = options.wallet.address;
    ({
      maxFeeWei: this.maxFeeWei,
      maxGas: this.maxGas,
      maxPending: this.maxPending,
      maxLosses: this.maxLosses,
    } = options.limits);
  }

  callOf(to: string, data: string): { call: RelayCall; valueWei: bigint } | undefined {
    const { chain, contracts } = this.options;
    const known = callNamed(contracts, data);
    const reserve = chain.reserve();
    if (to === chain.ipnft && known === 'reserve') {
      return { call: 'RESERVE', valueWei: reserve.valueWei };
    }
    if (to === chain.ipnft && known === 'mintReservation') {
      return { call: 'MINT', valueWei: chain.mintFeeWei };
    }
    const isTokenizing = to === chain.tokenizer && known === 'tokenizeIpnft';
    return isTokenizing ? { call: 'TOKENIZE', valueWei: 0n } : undefined;
  }

  async safe(address: string): Promise<SafeFacts> {
    const [code, version, nonce, threshold, balance] = await Promise.all([
      this.#send<string>('eth_getCode', [address, 'latest']),
      this.#ask(address, 'VERSION'),
      this.#ask(address, 'nonce'),
      this.#ask(address, 'getThreshold'),
      this.#send<string>('eth_getBalance', [address, 'latest']),
    ]);
    const isSafe =
      VERSIONS.includes(String(version)) &&
      typeof nonce === 'bigint' &&
      typeof threshold === 'bigint' &&
      threshold > 0n &&
      threshold < 1000n;
    return {
      hasCode: code !== '0x',
      version: isSafe ? String(version) : undefined,
      nonce: isSafe ? nonce : 0n,
      threshold: isSafe ? Number(threshold) : 0,
      balanceWei: BigInt(balance),
    };
  }

  /** From the address zero, which owns no Safe: whoever calls counts as having approved. */
  async accepts(signed: SignedSafeTransaction, threshold: number): Promise<boolean> {
    const { hash, encoded } = safeTransactionHash(signed);
    const values = [hash, encoded, signed.signatures, threshold];
    const data = SAFE.encodeFunctionData('checkNSignatures', values);
    const call = { from: ZeroAddress, to: signed.safe, data, gas: WALLET_GAS };
    return (await callContract(this.options.rpc, call)) === '0x';
  }

  async market(): Promise<FeeMarket> {
    const [block, tip] = await Promise.all([
      this.#send<{ baseFeePerGas?: string }>('eth_getBlockByNumber', ['latest', false]),
      this.#send<string>('eth_maxPriorityFeePerGas', []),
    ]);
    // A tip of nothing could not be raised.
    const tipWei = BigInt(tip) > 0n ? BigInt(tip) : 1n;
    return { baseFeeWei: BigInt(block.baseFeePerGas ?? '0x0'), tipWei };
  }

  async trial(signed: SignedSafeTransaction, { maxFeeWei }: Fee): Promise<Trial> {
    // With its price, since what the Safe pays depends on it.
    const price = { from: this.account, gasPrice: toQuantity(maxFeeWei) };
    try {
      // Not of the pending block, where the transaction may be already.
      const execution = { ...price, to: signed.safe, data: executionOf(signed) };
      // Strangers' code: it may keep no node busy for longer than what is relayed at all.
      const bounded = { ...execution, gas: toQuantity(this.maxGas) };
      const estimate = await this.#send<string>('eth_estimateGas', [bounded, 'latest']);
      const gasLimit = (BigInt(estimate) * MARGIN.numerator) / MARGIN.denominator;
      const data = TRIAL.encodeFunctionData('run', [signed.safe, execution.data]);
      const gas = toQuantity(gasLimit + TRIAL_GAS + intrinsicGas(data));
      const call = { ...price, to: this.account, data, gas };
      const override = { [this.account]: { code: await this.#trialCode() } };
      const answer = await this.#send<string>('eth_call', [call, 'latest', override]);
      const [isDone, gasUsed, paidWei] = TRIAL.decodeFunctionResult('run', answer) as unknown as [
        ...[boolean, bigint, bigint],
      ];
      return { gasLimit, gasUsed: wholeGas(execution.data, gasUsed), paidWei, isDone };
    } catch (error) {
      const cause = error instanceof RpcError ? error : (error as Error).cause;
      if (!(cause instanceof RpcError)) throw error;
      if (isTooPoor(cause, this.maxGas)) throw IPT_ERRORS.relayerUnfunded({ cause });
      if (!cause.isFinal && !GAS_ALLOWANCE.test(cause.message)) throw error;
      return { refusal: this.#refusal(cause) };
    }
  }

  async balanceWei(): Promise<bigint> {
    return BigInt(await this.#send<string>('eth_getBalance', [this.account, 'latest']));
  }

  async sentCount(): Promise<number> {
    return Number(await this.#send<string>('eth_getTransactionCount', [this.account, 'latest']));
  }

  async sign({ nonce, execution, gasLimit, fee }: Unsigned): Promise<NewAttempt> {
    const transaction = Transaction.from({
      type: 2,
      chainId: this.chainId,
      nonce,
      to: execution?.safe ?? this.account,
      data: execution === undefined ? '0x' : executionOf(execution),
      value: 0n,
      gasLimit,
      maxFeePerGas: fee.maxFeeWei,
      maxPriorityFeePerGas: fee.tipWei,
    });
    transaction.signature = await this.options.wallet.signDigest(transaction.unsignedHash);
    if (transaction.from !== this.account) throw new Error('Another key has signed.');
    const kind = execution === undefined ? 'CANCEL' : 'EXECUTE';
    return { kind, hash: transaction.hash ?? '', raw: transaction.serialized, fee };
  }

  async broadcast(raw: string): Promise<string | undefined> {
    try {
      await this.#send<string>('eth_sendRawTransaction', [raw]);
      return undefined;
    } catch (error) {
      const cause = error instanceof RpcError ? error : (error as Error).cause;
      if (!(cause instanceof RpcError)) throw error;
      return /already ?known|already imported|known transaction|same hash/i.test(cause.message)
        ? undefined
        : cause.message.slice(0, 300);
    }
  }

  async receipt(hash: string, safe: string): Promise<RelayReceipt | undefined> {
    const receipt = await this.options.rpc.send<RpcReceipt | null>(
      'eth_getTransactionReceipt',
      [hash],
      { isAbsent: true },
    );
    if (receipt === null) return undefined;
    const said = relayReceipt(receipt, safe);
    if (said.paidWei === 0n) return said;
    return { ...said, paidWei: await paymentOf(this.options.rpc, this.account, said) };
  }

  async head(): Promise<{ number: number; finalized: number }> {
    const head = await this.options.head();
    if (head === undefined) return { number: 0, finalized: 0 };
    const { finalized } = await this.options.finality.marks(head);
    return { number: head.number, finalized };
  }

  /** What runs of it: the answer of its constructor. */
  async #trialCode(): Promise<string> {
    this.#code ??= await this.#send<string>('eth_call', [
      { data: TRIAL_ARTIFACT.bytecode },
      'latest',
    ]);
    return this.#code;
  }

  #refusal(error: RpcError): string {
    const [, allowance] = GAS_ALLOWANCE.exec(error.message) ?? [];
    if (allowance !== undefined && !isReverted(error)) {
      return `It takes more than the ${this.maxGas} gas that are relayed at most.`;
    }
    const text = errorNamed(SAFE, error.revertData);
    if (text?.name !== 'Error') return refusalOf(error, this.options.contracts);
    return `The Safe refuses it: ${text.values.join().slice(0, 200)}.`;
  }

  #send<T>(method: string, params: readonly unknown[]): Promise<T> {
    return this.options.rpc.send<T>(method, params);
  }

  /** `undefined` for what is reverted, or is no answer to this. */
  async #ask(safe: string, name: string): Promise<unknown> {
    const data = SAFE.encodeFunctionData(name, []);
    const answer = await callContract(this.options.rpc, { to: safe, data, gas: WALLET_GAS });
    if (answer === undefined) return undefined;
    try {
      return SAFE.decodeFunctionResult(name, answer)[0] as unknown;
    } catch {
      return undefined; // another contract, or none
    }
  }
}

/** Whether a contract has said no: its words are a stranger's, and mean nothing. */
const isReverted = ({ message, revertData = '0x' }: RpcError): boolean =>
  revertData !== '0x' || /revert/i.test(message);

function isTooPoor(error: RpcError, maxGas: bigint): boolean {
  if (isReverted(error)) return false;
  const [, allowance] = GAS_ALLOWANCE.exec(error.message) ?? [];
  return allowance === undefined ? TOO_POOR.test(error.message) : BigInt(allowance) < maxGas;
}

/** The function that the data calls, with arguments that can be read. */
function callNamed(contracts: Interface, data: string): string | undefined {
  try {
    return contracts.parseTransaction({ data })?.name;
  } catch {
    return undefined; // the function's name with arguments of another one
  }
}

const executionOf = ({ transaction, signatures }: SignedSafeTransaction): string => {
  const { to, value, data, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = transaction;
  return SAFE.encodeFunctionData('execTransaction', [
    ...[to, value, data, 0, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures],
  ]);
};

/** What a transaction with this data takes before anything runs. */
function intrinsicGas(data: string): bigint {
  const { zeros, others } = bytesOf(data);
  return BASE_GAS + zeros * ZERO_BYTE_GAS + others * BYTE_GAS;
}

/** What it takes in all: data has a price of its own where little else happens (EIP-7623). */
function wholeGas(data: string, gasUsed: bigint): bigint {
  const { zeros, others } = bytesOf(data);
  const floor = BASE_GAS + FLOOR_GAS * (zeros + 4n * others);
  const whole = intrinsicGas(data) + gasUsed;
  return whole > floor ? whole : floor;
}

function bytesOf(data: string): { readonly zeros: bigint; readonly others: bigint } {
  const bytes = getBytes(data);
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return { zeros: BigInt(zeros), others: BigInt(bytes.length - zeros) };
}
