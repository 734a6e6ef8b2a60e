import {
  Contract,
  id,
  Wallet,
  type ContractTransactionReceipt,
  type Log,
  type TransactionReceipt,
} from 'ethers';
import { join } from 'node:path';
import sharp from 'sharp';
import { contractInterface } from '../src/chain/contracts/contracts.js';
import type { TestChain } from './anvil.js';

export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly retryable: boolean;
}

export type Answer = Readonly<Record<string, unknown>> & {
  readonly isSuccess: boolean;
  readonly error: Failure | null;
};

const SAFE_TERMS = `safeTerms { safe chainId message messageHash typedData threshold owners { owner kind signedAt } missing signature }
    isSuccess error { message code retryable }`;

const DOCUMENTS = {
  generateAssignmentAgreement: `mutation ($projectData: AWSJSON!, $encrypted: Boolean) {
    result: generateAssignmentAgreement(projectData: $projectData, encrypted: $encrypted) {
    agreementCid agreementUri agreementContentHash agreementPdfCid agreementEncrypted isSuccess error { message code retryable } } }`,
  generateImageUploadUrl: `mutation ($filename: String!, $contentType: String!, $ipnftId: String!, $expiresIn: Int) {
    result: generateImageUploadUrl(filename: $filename, contentType: $contentType, ipnftId: $ipnftId, expiresIn: $expiresIn) {
    uploadUrl key expiresAt isSuccess error { message code retryable } } }`,
  uploadMetadataWithImageKey: `mutation ($metadata: AWSJSON!, $imageKey: String!, $ipnftId: String!) {
    result: uploadMetadataWithImageKey(metadata: $metadata, imageKey: $imageKey, ipnftId: $ipnftId) {
    metadataCid metadataUrl imageCid warnings isSuccess error { message code retryable } } }`,
  getTermsMessage: `query ($metadataCid: String!, $minter: String!, $chainId: Int!) {
    result: getTermsMessage(metadataCid: $metadataCid, minter: $minter, chainId: $chainId) {
    message digest isSuccess error { message code retryable } } }`,
  signoffMetadata: `mutation ($ipnftId: String, $tokenURI: String, $chainId: Int, $minter: String, $to: String, $termsSignature: String) {
    result: signoffMetadata(ipnftId: $ipnftId, tokenURI: $tokenURI, chainId: $chainId, minter: $minter, to: $to, termsSignature: $termsSignature) {
    authorization symbolHeldUntil isSuccess error { message code retryable } } }`,
  generateIptMembershipAgreement: `mutation ($agreementData: AWSJSON!) { result: generateIptMembershipAgreement(agreementData: $agreementData) {
    agreementCid agreementUri agreementContentHash isSuccess error { message code retryable } } }`,
  getIptTermsMessage: `query ($agreementCid: String!, $ipnftId: String!, $chainId: Int!) {
    result: getIptTermsMessage(agreementCid: $agreementCid, ipnftId: $ipnftId, chainId: $chainId) {
    message digest isSuccess error { message code retryable } } }`,
  prepareMint: `query ($ipnftId: String, $chainId: Int, $from: String, $to: String, $tokenURI: String) {
    result: prepareMint(ipnftId: $ipnftId, chainId: $chainId, from: $from, to: $to, tokenURI: $tokenURI) {
    step chainId from to recipient data value gasEstimate gasEstimateError safeTransaction isSuccess error { message code retryable } } }`,
  prepareTokenize: `query ($ipnftId: String, $chainId: Int, $from: String, $tokenAmount: String, $tokenSymbol: String, $agreementCid: String, $termsSignature: String) {
    result: prepareTokenize(ipnftId: $ipnftId, chainId: $chainId, from: $from, tokenAmount: $tokenAmount, tokenSymbol: $tokenSymbol, agreementCid: $agreementCid, termsSignature: $termsSignature) {
    step from to data value gasEstimate gasEstimateError safeTransaction isSuccess error { message code retryable } } }`,
  ipnft: `query ($id: String, $chainId: Int) { result: ipnft(id: $id, chainId: $chainId) {
    ipnft { id tokenId chainId flags owner tokenUri symbol replacedTexts transactionHash blockNumber finality
    content { metadataCid name description organization topic externalUrl imageCid agreements { type uri mimeType contentHash cid } }
    history { kind from to transactionHash blockNumber finality } } isSuccess error { message code retryable } } }`,
  reservation: `query ($id: String, $chainId: Int) { result: reservation(id: $id, chainId: $chainId) {
    reservation { id tokenId reserver chainId finality } isSuccess error { message code retryable } } }`,
  ipTokens: `query ($ipnftId: String, $chainId: Int) { result: ipTokens(ipnftId: $ipnftId, chainId: $chainId) {
    ipTokens { address ipnftId emitter amountWei agreementCid name symbol } isSuccess error { message code retryable } } }`,
  flow: `query ($ipnftId: String, $chainId: Int) { result: flow(ipnftId: $ipnftId, chainId: $chainId) {
    flows { ipnftId chainId kind state step steps next symbol warning } isSuccess error { message code retryable } } }`,
  symbolAvailable: `query ($symbol: String, $chainId: Int) { result: symbolAvailable(symbol: $symbol, chainId: $chainId) {
    available isSuccess error { message code retryable } } }`,
  flows: `query ($first: Int, $after: String) { result: flows(first: $first, after: $after) {
    flows { ipnftId kind } cursor isSuccess error { message code retryable } } }`,
  ipnfts: `query ($chainId: Int, $first: Int, $after: String, $flag: String) { result: ipnfts(chainId: $chainId, first: $first, after: $after, flag: $flag) {
    ipnfts { id tokenId symbol } cursor isSuccess error { message code retryable } } }`,
  symbolHolds: `query ($first: Int, $after: String) { result: symbolHolds(first: $first, after: $after) {
    symbolHolds { symbol chainId ipnftId minter state expiresAt } cursor isSuccess error { message code retryable } } }`,
  renewSymbol: `mutation ($ipnftId: String, $chainId: Int) { result: renewSymbol(ipnftId: $ipnftId, chainId: $chainId) {
    symbolHold { symbol state expiresAt } isSuccess error { message code retryable } } }`,
  safeTerms: `query ($safe: String, $chainId: Int, $metadataCid: String, $agreementCid: String, $ipnftId: String) {
    result: safeTerms(safe: $safe, chainId: $chainId, metadataCid: $metadataCid, agreementCid: $agreementCid, ipnftId: $ipnftId) {
    ${SAFE_TERMS} } }`,
  addSafeSignature: `mutation ($safe: String, $chainId: Int, $metadataCid: String, $agreementCid: String, $ipnftId: String, $owner: String, $signature: String) {
    result: addSafeSignature(safe: $safe, chainId: $chainId, metadataCid: $metadataCid, agreementCid: $agreementCid, ipnftId: $ipnftId, owner: $owner, signature: $signature) {
    ${SAFE_TERMS} } }`,
  createAgreementChallenge: `mutation ($agreementCid: String, $chainId: Int, $wallet: String) {
    result: createAgreementChallenge(agreementCid: $agreementCid, chainId: $chainId, wallet: $wallet) {
    message nonce expiresAt isSuccess error { message code retryable } } }`,
  releaseAgreementKey: `mutation ($nonce: String, $signature: String) { result: releaseAgreementKey(nonce: $nonce, signature: $signature) {
    key keyId agreementCid agreementPdfCid isSuccess error { message code retryable } } }`,
  createWalletNonce: `mutation { result: createWalletNonce { nonce domain uri expiresAt isSuccess error { message code retryable } } }`,
  linkWallet: `mutation ($message: String, $signature: String) { result: linkWallet(message: $message, signature: $signature) {
    wallet { address chainId isContract linkedAt } isSuccess error { message code retryable } } }`,
  linkedWallets: `query { result: linkedWallets { wallets { address chainId isContract linkedAt } isSuccess error { message code retryable } } }`,
  unlinkWallet: `mutation ($address: String) { result: unlinkWallet(address: $address) {
    wallets { address } isSuccess error { message code retryable } } }`,
  releaseSymbol: `mutation ($ipnftId: String, $chainId: Int) { result: releaseSymbol(ipnftId: $ipnftId, chainId: $chainId) {
    symbolHold { symbol state } isSuccess error { message code retryable } } }`,
} as const;

export type Operation = keyof typeof DOCUMENTS;

export interface SignOffOptions {
  readonly image?: Promise<Uint8Array>;
  /** A contract, for which the wallet signs. */
  readonly minter?: string;
  /** Whether the agreement is for the owner alone. */
  readonly encrypted?: boolean;
}

/** A client as a user would write it: HTTP, JSON and a wallet. */
export class IptClient {
  constructor(
    readonly url: string,
    readonly apiKey: string,
    readonly chain: TestChain,
  ) {}

  async call(operation: Operation, variables: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { status, body } = await this.post({ query: DOCUMENTS[operation], variables });
    const result = (body as { data?: { result?: Answer } }).data?.result;
    if (result === undefined) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return result;
  }

  /** The code of an operation that must fail. */
  async codeOf(operation: Operation, variables: Readonly<Record<string, unknown>>) {
    const { isSuccess, error } = await this.call(operation, variables);
    return isSuccess ? 'none' : error?.code;
  }

  post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send(body, { 'x-api-key': this.apiKey, ...headers });
  }

  protected async send(body: unknown, headers: Readonly<Record<string, string>>) {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
  }

  /** Reserves an id on the chain. */
  async reserve(wallet: Wallet): Promise<string> {
    const contract = new Contract(this.chain.contracts.ipnft, contractInterface(), wallet);
    const sent = (await contract.getFunction('reserve')({ value: 10n ** 15n })) as Sent;
    return String(eventArgument(await sent.wait(), 'Reserved', 'reservationId'));
  }

  /** Steps 2 to 7 of minting: everything that a sign-off takes. */
  async prepareSignOff(
    wallet: Wallet,
    ipnftId: string,
    symbol: string,
    { image = pngImage(), minter = wallet.address, encrypted = false }: SignOffOptions = {},
  ) {
    const { chainId } = this.chain;
    const project = projectData({ ipnftId, symbol, wallet: minter, chainId });
    const agreement = await this.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(project),
      encrypted,
    });
    const key = await this.uploadImage(ipnftId, 'image/png', await image);
    const metadata = await this.call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(metadataFor(agreement, symbol)),
      imageKey: key,
      ipnftId,
    });
    const terms = await this.call('getTermsMessage', {
      metadataCid: metadata['metadataCid'],
      minter,
      chainId,
    });
    const termsSignature = await wallet.signMessage(String(terms['message']));
    const request = {
      ipnftId,
      tokenURI: String(metadata['metadataUrl']),
      chainId,
      minter,
      to: minter,
      termsSignature,
    };
    return { agreement, metadata, terms, request };
  }

  async uploadImage(ipnftId: string, contentType: string, image: Uint8Array): Promise<string> {
    const upload = await this.call('generateImageUploadUrl', {
      filename: 'art.png',
      contentType,
      ipnftId,
    });
    const put = await fetch(String(upload['uploadUrl']), {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: Buffer.from(image),
    });
    if (put.status !== 200) throw new Error(`PUT answered ${put.status}: ${await put.text()}`);
    return String(upload['key']);
  }

  /** All nine steps. */
  async mint(wallet: Wallet, symbol: string): Promise<string> {
    const ipnftId = await this.reserve(wallet);
    const { request } = await this.prepareSignOff(wallet, ipnftId, symbol);
    return await this.mintSignedOff(wallet, symbol, request);
  }

  /** The last two steps. */
  async mintSignedOff(
    wallet: Wallet,
    symbol: string,
    request: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { authorization } = await this.call('signoffMetadata', request);
    const contract = new Contract(this.chain.contracts.ipnft, contractInterface(), wallet);
    const sent = (await contract.getFunction('mintReservation')(
      wallet.address,
      request['ipnftId'],
      request['tokenURI'],
      symbol,
      authorization,
      { value: 10n ** 15n },
    )) as Sent;
    return String(eventArgument(await sent.wait(), 'Transfer', 'tokenId'));
  }

  /** Asks until the answer is what is waited for: the indexer follows the chain. */
  async until(
    operation: Operation,
    variables: Readonly<Record<string, unknown>>,
    isThere: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const lateMs = Date.now() + 10_000;
    for (;;) {
      const answer = await this.call(operation, variables);
      if (isThere(answer)) return answer;
      if (Date.now() > lateMs) throw new Error(`Waited in vain: ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

interface Sent {
  wait(): Promise<ContractTransactionReceipt | null>;
}

export function eventArgument(
  receipt: TransactionReceipt | null,
  event: string,
  argument: string,
): unknown {
  const contracts = contractInterface();
  const topic = contracts.getEvent(event)?.topicHash ?? id(event);
  const log = receipt?.logs.find((each: Log) => each.topics[0] === topic);
  if (log === undefined) throw new Error(`There is no ${event} in the receipt.`);
  return contracts.parseLog(log)?.args.getValue(argument);
}

export interface ProjectOf {
  readonly ipnftId: string;
  readonly symbol: string;
  readonly wallet: string;
  readonly chainId: number;
}

const DETAILS = {
  organization: 'Universität Köln 東京',
  topic: 'Longevity',
  research_lead: { name: 'Dr. Ada Łovelace', email: 'ada@example.org' },
  funding_amount: { value: 123456, currency: 'USD', currency_type: 'ISO4217', decimals: 2 },
};

export const projectData = ({ ipnftId, symbol, wallet, chainId }: ProjectOf) => ({
  project: {
    name: 'Longevity in yeast',
    description: 'How yeast grows old, and what can be done about it.',
    initialSymbol: symbol,
    ...DETAILS,
  },
  connectedWalletAddress: wallet,
  chainId,
  ipnftId,
});

export const metadataFor = (agreement: Answer, symbol: string) => ({
  name: 'Longevity in yeast',
  description: 'How yeast grows old, and what can be done about it.',
  external_url: 'https://example.org/yeast',
  terms_signature: 'placeholder',
  properties: {
    initial_symbol: symbol,
    project_details: DETAILS,
    agreements: [
      {
        type: 'Assignment Agreement',
        url: agreement['agreementUri'],
        mime_type: 'application/json',
        content_hash: agreement['agreementContentHash'],
      },
    ],
  },
});

const pngImages = new Map<number, Promise<Buffer>>();

export function pngImage(size = 600): Promise<Buffer> {
  let image = pngImages.get(size);
  if (image === undefined) {
    const create = { width: size, height: size, channels: 3, background: '#369' } as const;
    image = sharp({ create }).png().toBuffer();
    pngImages.set(size, image);
  }
  return image;
}

export const appFolder = (): string => join(import.meta.dirname, '..');
