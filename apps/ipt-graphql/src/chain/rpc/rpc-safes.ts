import { Interface, ZeroAddress } from 'ethers';
import type { SafeReader, SafeReading, SignedForSafe } from '../chain.js';
import { callContract, WALLET_GAS } from './contract-call.js';
import type { Rpc } from './rpc.js';

/** Of the Safe itself and, behind it, of its fallback handler (Safe 1.3.0 to 1.5.0). */
const SAFE = new Interface([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function getMessageHash(bytes message) view returns (bytes32)',
  'function checkNSignatures(bytes32 dataHash, bytes data, bytes signatures, uint256 required) view',
]);

/** Asks Safes by `eth_call`. */
export class RpcSafes implements SafeReader {
  constructor(private readonly rpc: Rpc) {}

  async read(safe: string, digest: string): Promise<SafeReading | undefined> {
    const [owners, threshold, hash] = await Promise.all([
      this.#ask(safe, 'getOwners', []),
      this.#ask(safe, 'getThreshold', []),
      this.#ask(safe, 'getMessageHash', [digest]),
    ]);
    if (owners === undefined || threshold === undefined || hash === undefined) return undefined;
    return {
      owners: [...(owners as readonly string[])],
      threshold: Number(threshold),
      messageHash: hash as string,
    };
  }

  /** From the address zero, which owns no Safe: whoever calls counts as having approved. */
  async accepts(safe: string, { hash, encoded, signatures }: SignedForSafe): Promise<boolean> {
    const data = SAFE.encodeFunctionData('checkNSignatures', [hash, encoded, signatures, 1]);
    const call = { from: ZeroAddress, to: safe, data, gas: WALLET_GAS };
    return (await callContract(this.rpc, call)) === '0x';
  }

  /** `undefined` for what is reverted, or is no answer to this. */
  async #ask(safe: string, name: string, values: readonly unknown[]): Promise<unknown> {
    const data = SAFE.encodeFunctionData(name, values);
    const answer = await callContract(this.rpc, { to: safe, data, gas: WALLET_GAS });
    if (answer === undefined) return undefined;
    try {
      return SAFE.decodeFunctionResult(name, answer)[0] as unknown;
    } catch {
      return undefined; // another contract, or none
    }
  }
}
