import {
  concat,
  getAddress,
  Interface,
  toBeHex,
  toQuantity,
  ZeroAddress,
  type InterfaceAbi,
} from 'ethers';
import type {
  Chain,
  Counterfactual,
  GasEstimate,
  MintCall,
  MintLog,
  PreparedTransaction,
  TokenizeCall,
} from '../chain.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { artifactOf } from '../contracts/artifacts.js';
import { refusalOf } from './refusal.js';
import { callContract, WALLET_GAS } from './contract-call.js';
import type { RpcLog } from '../contracts/event-decoder.js';
import type { Rpc } from './rpc.js';
import { RpcError } from './rpc-error.js';
import { RpcSafes } from './rpc-safes.js';

/** The symbolic fee of a mint, which is a constant of the contract (spec 3, part 8). */
const MINT_FEE_WEI = 10n ** 15n;
/** ERC-1271: the whole word, so that a wallet which answers anything else answers no. */
const MAGIC_WORD = `0x1626ba7e${'0'.repeat(56)}`;
const COUNTERFACTUAL = artifactOf('CounterfactualSignature');
const IS_VALID_SIGNATURE = 'function isValidSignature(bytes32,bytes) view returns (bytes4)';

export interface RpcChainOptions {
  readonly chainId: number;
  readonly rpc: Rpc;
  readonly contracts: Interface;
  /** ERC-1271. */
  readonly wallets: Interface;
  readonly ipnft: string;
  readonly tokenizer: string;
  readonly reserveFeeWei: bigint;
  /** Number of the chain's safe block. */
  readonly safeBlock: () => Promise<number>;
}

export const WALLET_ABI = [IS_VALID_SIGNATURE];

/** A chain, asked through JSON-RPC. */
export class RpcChain implements Chain {
  readonly chainId: number;
  readonly ipnft: string;
  readonly tokenizer: string;
  readonly mintFeeWei = MINT_FEE_WEI;
  readonly safes: RpcSafes;

  constructor(private readonly options: RpcChainOptions) {
    this.chainId = options.chainId;
    this.ipnft = options.ipnft;
    this.tokenizer = options.tokenizer;
    this.safes = new RpcSafes(options.rpc);
  }

  reserverOf(reservationId: string): Promise<string | undefined> {
    return this.addressAt(this.ipnft, 'reservations', reservationId);
  }

  ownerOf(ipnftId: string): Promise<string | undefined> {
    return this.addressAt(this.ipnft, 'ownerOf', ipnftId);
  }

  async settledOwnerOf(ipnftId: string): Promise<string | undefined> {
    const block = toQuantity(await this.options.safeBlock());
    return await this.addressAt(this.ipnft, 'ownerOf', ipnftId, block);
  }

  tokenOf(ipnftId: string): Promise<string | undefined> {
    return this.addressAt(this.tokenizer, 'synthesized', ipnftId);
  }

  async mintOf(ipnftId: string, blockNumber: number): Promise<{ to: string; log: MintLog }> {
    const block = toQuantity(blockNumber);
    const topic = this.options.contracts.getEvent('IPNFTMinted')?.topicHash ?? null;
    const topics = [topic, null, toBeHex(BigInt(ipnftId), 32)];
    const [log] = await this.options.rpc.send<readonly RpcLog[]>('eth_getLogs', [
      { address: this.ipnft, topics, fromBlock: block, toBlock: block },
    ]);
    // The block was taken back since it was indexed, or the node is behind.
    if (log === undefined) throw IPT_ERRORS.chainUnavailable();
    return { to: getAddress(`0x${log.topics[1]?.slice(26)}`), log: mintLog(log) };
  }

  async isValidSignature(wallet: string, digest: string, signature: string): Promise<boolean> {
    const code = await this.options.rpc.send<string>('eth_getCode', [wallet, 'latest']);
    if (code === '0x') return false;
    const data = this.options.wallets.encodeFunctionData('isValidSignature', [digest, signature]);
    const answer = await this.call({ to: wallet, data, gas: WALLET_GAS });
    return answer?.slice(0, MAGIC_WORD.length) === MAGIC_WORD;
  }

  async isValidOnceDeployed(
    wallet: string,
    digest: string,
    { factory, factoryCall, signature }: Counterfactual,
  ): Promise<boolean> {
    const { abi, bytecode } = COUNTERFACTUAL;
    const values = [wallet, digest, factory, factoryCall, signature];
    const data = concat([bytecode, new Interface(abi as InterfaceAbi).encodeDeploy(values)]);
    const answer = await this.call({ data, gas: WALLET_GAS });
    return answer !== undefined && BigInt(answer) === 1n;
  }

  async estimateGas(
    from: string,
    { to, data, valueWei }: PreparedTransaction,
  ): Promise<GasEstimate> {
    try {
      const call = { from, to, data, value: toQuantity(valueWei) };
      return { gas: BigInt(await this.options.rpc.send<string>('eth_estimateGas', [call])) };
    } catch (error) {
      if (error instanceof RpcError) return { refusal: refusalOf(error, this.options.contracts) };
      throw error;
    }
  }

  reserve(): PreparedTransaction {
    return this.transaction(this.ipnft, 'reserve', [], this.options.reserveFeeWei);
  }

  mint({ to, reservationId, tokenUri, symbol, authorization }: MintCall): PreparedTransaction {
    const values = [to, reservationId, tokenUri, symbol, authorization];
    return this.transaction(this.ipnft, 'mintReservation', values, MINT_FEE_WEI);
  }

  tokenize(call: TokenizeCall): PreparedTransaction {
    const { ipnftId, amountWei, symbol, agreementCid, termsSignature } = call;
    const values = [ipnftId, amountWei, symbol, agreementCid, termsSignature];
    return this.transaction(this.tokenizer, 'tokenizeIpnft', values, 0n);
  }

  private transaction(
    to: string,
    name: string,
    values: readonly unknown[],
    valueWei: bigint,
  ): PreparedTransaction {
    return { to, data: this.options.contracts.encodeFunctionData(name, values), valueWei };
  }

  /** The address that a mapping holds; `undefined` for zero and when the call is reverted. */
  private async addressAt(
    to: string,
    name: string,
    ...[id, block]: [string, string?]
  ): Promise<string | undefined> {
    const data = this.options.contracts.encodeFunctionData(name, [id]);
    const answer = await this.call({ to, data }, block);
    if (answer === undefined) return undefined;
    // Before the contract was deployed nobody owned anything.
    if (answer === '0x' && block !== undefined) return undefined;
    if (answer.length !== 66) {
      throw new Error(`There is no contract with ${name} at ${to} on chain ${this.chainId}.`);
    }
    const address = getAddress(`0x${answer.slice(26)}`);
    return address === ZeroAddress ? undefined : address;
  }

  private call(
    call: Readonly<Record<string, string>>,
    block?: string,
  ): Promise<string | undefined> {
    return callContract(this.options.rpc, call, block);
  }
}

const mintLog = (log: RpcLog): MintLog => ({
  transactionHash: log.transactionHash,
  blockNumber: Number(log.blockNumber),
  blockHash: log.blockHash,
  logIndex: Number(log.logIndex),
  topics: [...log.topics],
  data: log.data,
});
