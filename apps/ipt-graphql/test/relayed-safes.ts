import { concat, parseUnits, toQuantity, Wallet, ZeroAddress } from 'ethers';
import type { TestSafe } from '../development/safe.mjs';
import { contractInterface } from '../src/chain/contracts/contracts.js';
import { safeTransactionHash, type SafeTransaction } from '../src/relayer/relayer.js';
import type { TestChain } from './anvil.js';
import type { Answer, IptClient } from './client.js';

/** The key that pays in tests. */
export const RELAYER_KEY = '0x' + '7'.repeat(64);
export const RELAYER = new Wallet(RELAYER_KEY).address;

/** Settings with which a service relays on a chain, and looks often. */
export const relaying = (chainId: number): Record<string, string> => ({
  [`RELAYER_KEY_${chainId}`]: RELAYER_KEY,
  INDEXER_POLL_MS: '150',
});

export const ETHER = 10n ** 18n;
export const FEE = 10n ** 15n;

export interface Relayed {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly problem: string | null;
  readonly relayer: string | null;
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const FIELDS = `relayedTransaction { id chainId safe safeNonce safeTxHash step state reason problem relayer transactionHash
    blockNumber createdAt updatedAt expiresAt } isSuccess error { message code retryable }`;

const ARGUMENTS = [
  ...['safe', 'to', 'value', 'data', 'safeTxGas', 'baseGas', 'gasPrice', 'gasToken'],
  ...['refundReceiver', 'nonce', 'signatures', 'idempotencyKey'],
];
const NAMES = ['chainId', 'operation', ...ARGUMENTS];

const RELAY = `mutation ($chainId: Int, $operation: Int, ${ARGUMENTS.map((name) => `$${name}: String`).join(', ')}) {
    result: relaySafeTransaction(${NAMES.map((name) => `${name}: $${name}`).join(', ')}) { ${FIELDS} } }`;

async function resultOf(client: IptClient, query: string, variables: object): Promise<Answer> {
  const { body } = await client.post({ query, variables });
  const result = (body as { data?: { result?: Answer } }).data?.result;
  if (result === undefined) throw new Error(JSON.stringify(body));
  return result;
}

export const relay = (client: IptClient, request: object): Promise<Answer> =>
  resultOf(client, RELAY, request);

/** The transaction that was accepted. */
export async function relayed(client: IptClient, request: object): Promise<Relayed> {
  const answer = await relay(client, request);
  if (!answer.isSuccess) throw new Error(JSON.stringify(answer.error));
  return answer['relayedTransaction'] as Relayed;
}

export const codeOf = async (client: IptClient, request: object) =>
  (await relay(client, request)).error?.code ?? 'none';

export const relayedTransaction = async (client: IptClient, id: string): Promise<Relayed> => {
  const query = `query ($id: String) { result: relayedTransaction(id: $id) { ${FIELDS} } }`;
  return (await resultOf(client, query, { id }))['relayedTransaction'] as Relayed;
};

/** Asks until it is as it is waited for. */
export async function untilRelayed(
  client: IptClient,
  id: string,
  isThere: (found: Relayed) => boolean,
): Promise<Relayed> {
  const lateMs = Date.now() + 60_000;
  for (;;) {
    const found = await relayedTransaction(client, id);
    if (isThere(found)) return found;
    if (Date.now() > lateMs) throw new Error(`Waited in vain: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const untilState = (client: IptClient, id: string, state: string) =>
  untilRelayed(client, id, (found) => found.state === state);

let keys = 0;

/** What owners sign, and how it is sent; every gas it takes is paid. */
export async function signedRequest(
  chain: TestChain,
  safe: TestSafe,
  owners: readonly Wallet[],
  wish: Partial<SafeTransaction> = {},
) {
  const nonce = wish.nonce ?? ((await safe.contract.getFunction('nonce')()) as bigint);
  const transaction: SafeTransaction = {
    to: chain.contracts.ipnft,
    value: FEE,
    data: contractInterface().encodeFunctionData('reserve'),
    safeTxGas: 120_000n,
    baseGas: 90_000n,
    gasPrice: parseUnits('20', 'gwei'),
    gasToken: ZeroAddress,
    refundReceiver: ZeroAddress,
    ...wish,
    nonce,
  };
  return requestOf(chain, safe.address, owners, transaction);
}

function requestOf(
  { chainId }: TestChain,
  safe: string,
  owners: readonly Wallet[],
  transaction: SafeTransaction,
) {
  const { hash } = safeTransactionHash({ chainId, safe, transaction, signatures: '0x' });
  const sorted = owners.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
  keys += 1;
  return {
    chainId,
    safe,
    ...Object.fromEntries(
      Object.entries(transaction).map(([name, value]) => [name, String(value)]),
    ),
    operation: 0,
    signatures: concat(sorted.map((owner) => owner.signingKey.sign(hash).serialized)),
    idempotencyKey: `key ${keys}`,
  };
}

export const fund = (chain: TestChain, address: string, wei: bigint) =>
  chain.send('anvil_setBalance', [address, toQuantity(wei)]);
