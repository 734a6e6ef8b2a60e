import { describe, expect, it } from '@jest/globals';
import { Wallet, ZeroAddress } from 'ethers';
import { contractInterface } from '../../chain/contracts/contracts.js';
import { rpcError } from '../../chain/rpc/rpc-error.js';
import { RpcRelayChain, type RpcRelayChainOptions } from './rpc-relay-chain.js';

const safe = Wallet.createRandom().address;
const transaction = {
  ...{ to: safe, value: 0n, data: '0x', safeTxGas: 0n, baseGas: 0n, gasPrice: 1n },
  ...{ gasToken: ZeroAddress, refundReceiver: ZeroAddress, nonce: 0n },
};

/** What comes of a transaction when the node answers so. */
function trialOf(message: string) {
  const refuse = () => Promise.reject(rpcError({ code: -32_000, message }));
  const wallet = { address: safe };
  const chain = new RpcRelayChain({
    ...{ chain: { chainId: 1 }, rpc: { send: refuse }, contracts: contractInterface(), wallet },
    limits: { maxFeeWei: 1n, maxGas: 2_000_000n, maxPending: 1, maxLosses: 1 },
  } as unknown as RpcRelayChainOptions);
  const signed = { chainId: 1, safe, transaction, signatures: '0x' };
  return chain.trial(signed, { maxFeeWei: 1n, tipWei: 1n });
}

describe('what nodes say of a trial', () => {
  it.each(['gas required exceeds allowance (2000000)', 'out of gas: exceeds allowance: 2000000'])(
    'takes %p for too much gas: it is the most that was said',
    async (message) => {
      await expect(trialOf(message)).resolves.toEqual({
        refusal: 'It takes more than the 2000000 gas that are relayed at most.',
      });
    },
  );

  it.each(['gas required exceeds allowance (1999)', 'insufficient funds for gas * price + value'])(
    'takes %p for a poor relayer',
    async (message) => {
      await expect(trialOf(message)).rejects.toMatchObject({ code: 'RELAYER_UNFUNDED' });
    },
  );

  it.each(['exceeds allowance (1)', 'ERC20: insufficient balance'])(
    'takes %p for the words of a contract where it was reverted',
    async (words) => {
      await expect(trialOf(`execution reverted: ${words}`)).resolves.toMatchObject({
        refusal: expect.stringContaining('refuses it'),
      });
    },
  );

  // Of Geth, which has no code for them; whoever is asked would say so.
  it.each(['stack limit reached 1024 (1023)', 'return data out of bounds', 'gas uint64 overflow'])(
    'takes %p for the end of a contract, not of the node',
    (message) => {
      expect(rpcError({ code: -32_000, message })).toMatchObject({ isFinal: true, code: 3 });
    },
  );
});
