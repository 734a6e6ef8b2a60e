import { getAddress, Interface, verifyMessage } from 'ethers';
import { readIpnft, type Ipnft, type IpToken } from '../operations.js';
import { cidOf, type Chain, type Service } from '../service.js';
import { asked, type Connection } from '../wallet/provider.js';
import { readChecked } from './checked-content.js';
import type { Check, Report } from './report.js';

export interface ProofWish {
  readonly service: Service;
  readonly chain: Chain;
  /** Whose node the chain is asked of; absent: the chain itself is not asked. */
  readonly connection: Connection | undefined;
  readonly tokenId: string;
}

const CONTRACTS = new Interface([
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
  'function symbol(uint256) view returns (string)',
  'function synthesized(uint256) view returns (address)',
  'function tokenizeIpnft(uint256 ipnftId, uint256 tokenAmount, string tokenSymbol, string agreementCid, bytes signedAgreement) returns (address)',
]);

/**
 * Recomputes every CID and hash of an IP-NFT in the browser. Blocks are hashed here, so that the service could not
 * pass others off; what is on the chain is asked of the wallet's own node, where there is a wallet.
 */
export async function prove(wish: ProofWish): Promise<Report> {
  const { service, chain, tokenId, connection } = wish;
  const ipnft = await readIpnft(service, { chainId: chain.id, id: tokenId });
  const checks: Check[] = [];
  const add = (check: Check['check'], outcome: boolean | 'skipped', detail = '') => {
    checks.push({ check, outcome: toOutcome(outcome), detail });
  };
  if (connection === undefined) add('chain', 'skipped');
  else await proveOnChain({ ipnft, chain, connection }, add);
  await proveContent(ipnft, add);
  for (const token of ipnft.ipTokens) await proveToken({ ipnft, token, chain, connection }, add);
  return { chainId: chain.id, tokenId, symbol: ipnft.symbol, checks };
}

const toOutcome = (outcome: boolean | 'skipped'): Check['outcome'] =>
  outcome === 'skipped' ? 'skipped' : outcome ? 'holds' : 'fails';

type Add = (check: Check['check'], outcome: boolean | 'skipped', detail?: string) => void;

interface OnChain {
  readonly ipnft: Ipnft;
  readonly chain: Chain;
  readonly connection: Connection;
}

async function proveOnChain({ ipnft, chain, connection }: OnChain, add: Add): Promise<void> {
  const { provider } = connection.wallet;
  const chainId = Number(await asked(provider, 'eth_chainId'));
  if (chainId !== chain.id) {
    add('chain', 'skipped', String(chainId));
    return;
  }
  const read = (name: string) => call(connection, chain.ipnft, name, ipnft.tokenId);
  const [owner, uri, symbol] = await Promise.all([
    read('ownerOf'),
    read('tokenURI'),
    read('symbol'),
  ]);
  add('owner', owner === ipnft.owner, owner);
  add('tokenUri', uri === ipnft.tokenUri, uri);
  add('symbol', symbol === ipnft.symbol, symbol);
}

async function call(
  { wallet: { provider } }: Connection,
  to: string,
  name: string,
  id: string,
): Promise<string> {
  const data = CONTRACTS.encodeFunctionData(name, [id]);
  const answer = String(await asked(provider, 'eth_call', [{ to, data }, 'latest']));
  return String(CONTRACTS.decodeFunctionResult(name, answer)[0]);
}

interface Metadata {
  readonly image?: string;
  readonly properties?: {
    readonly initial_symbol?: string;
    readonly agreements?: readonly { readonly url: string; readonly content_hash: string }[];
  };
}

async function proveContent(ipnft: Ipnft, add: Add): Promise<void> {
  const metadata = await document(ipnft.tokenUri, 'metadata', add);
  if (metadata === undefined) return;
  const { image, properties = {} } = metadata.value as Metadata;
  const { initial_symbol: named, agreements = [] } = properties;
  add('named', named === ipnft.symbol, named);
  await content(image ?? '', 'image', add);
  for (const { url, content_hash: claimed } of agreements) {
    const agreement = await agreementOf(url, add);
    if (agreement === undefined) continue;
    add('agreementHash', agreement.sha256 === claimed.replace(/^0x/, ''), agreement.sha256);
    const { ipnftId, chainId } = agreement.value as Place;
    add('agreementPlace', ipnftId === ipnft.tokenId && chainId === ipnft.chainId);
  }
}

interface Place {
  readonly ipnftId?: string;
  readonly chainId?: number;
}

interface Tokenized {
  readonly ipnft: Ipnft;
  readonly token: IpToken;
  readonly chain: Chain;
  readonly connection: Connection | undefined;
}

async function proveToken({ ipnft, token, chain, connection }: Tokenized, add: Add): Promise<void> {
  const { agreementCid, address, emitter } = token;
  const agreement = await document(`ipfs://${agreementCid}`, 'membership', add);
  if (agreement !== undefined) {
    add('membershipPlace', (agreement.value as Place).ipnftId === ipnft.tokenId);
  }
  if (connection === undefined) {
    add('terms', 'skipped');
    return;
  }
  const known = await call(connection, chain.tokenizer, 'synthesized', ipnft.tokenId);
  add('token', getAddress(known) === getAddress(address), address);
  const signed = await signedTerms(connection, token);
  const text = `As an IP token holder of IPNFT #${ipnft.tokenId}, I accept all terms that I've read here: ipfs://${agreementCid}\n\nChain Id: ${chain.id}\nVersion: 1`;
  // The signature of a contract wallet is none of a key: the Tokenizer itself has asked that contract.
  add('terms', signed === undefined ? 'skipped' : isBy(emitter, text, signed), emitter);
}

/** Whoever tokenizes sends the signature along. */
async function signedTerms({ wallet: { provider } }: Connection, { transactionHash }: IpToken) {
  const sent = (await asked(provider, 'eth_getTransactionByHash', [transactionHash])) as {
    readonly input: string;
  } | null;
  const parsed = sent === null ? null : CONTRACTS.parseTransaction({ data: sent.input });
  const signature: unknown = parsed?.args['signedAgreement'];
  return typeof signature === 'string' && signature.length === 132 ? signature : undefined;
}

function isBy(signer: string, text: string, signature: string): boolean {
  try {
    return verifyMessage(text, signature) === getAddress(signer);
  } catch {
    return false;
  }
}

/** @returns `undefined` when it is not what its CID says, or cannot be had */
async function content(uri: string, check: Check['check'], add: Add) {
  try {
    const read = await readChecked(cidOf(uri));
    add(check, true, uri);
    return read;
  } catch (error) {
    add(check, false, error instanceof Error ? error.message : uri);
    return undefined;
  }
}

/** Of one that is encrypted, what its header claims: the key is its owner's. */
async function agreementOf(uri: string, add: Add) {
  const read = await content(uri, 'agreement', add);
  if (read === undefined) return undefined;
  const text = new TextDecoder().decode(read.bytes);
  const [, header] = /^(eyJ[\w-]*)\.\.[\w-]+\.[\w-]+\.[\w-]+$/.exec(text) ?? [];
  const json = header === undefined ? text : atob(header.replace(/-/g, '+').replace(/_/g, '/'));
  return { ...read, value: JSON.parse(json) as unknown };
}

async function document(uri: string, check: Check['check'], add: Add) {
  const read = await content(uri, check, add);
  if (read === undefined) return undefined;
  return { ...read, value: JSON.parse(new TextDecoder().decode(read.bytes)) as unknown };
}
