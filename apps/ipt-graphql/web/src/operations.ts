import { OUTCOME, type Service } from './service.js';

/** What the chain says of an IP-NFT, and its metadata. */
export interface Ipnft {
  readonly id: string;
  readonly tokenId: string;
  readonly chainId: number;
  readonly owner: string;
  readonly symbol: string;
  readonly tokenUri: string;
  readonly finality: Finality;
  readonly flags: readonly string[];
  readonly content: Content | null;
  readonly ipTokens: readonly IpToken[];
  readonly history: readonly Happening[];
}

export type Finality = 'SEEN' | 'SAFE' | 'FINALIZED';

export interface Content {
  readonly metadataCid: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly organization: string | null;
  readonly topic: string | null;
  readonly imageCid: string | null;
  readonly agreements: readonly Agreement[];
}

export interface Agreement {
  readonly type: string;
  readonly uri: string;
  readonly contentHash: string | null;
  readonly cid: string | null;
}

export interface IpToken {
  readonly address: string;
  readonly emitter: string;
  readonly amountWei: string;
  readonly agreementCid: string;
  readonly name: string;
  readonly symbol: string;
  readonly transactionHash: string;
}

export interface Happening {
  readonly kind: 'RESERVED' | 'MINTED' | 'TRANSFERRED' | 'TOKENIZED';
  readonly from: string | null;
  readonly to: string;
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly finality: Finality;
}

const IPNFT = `id tokenId chainId owner symbol tokenUri finality flags
  content { metadataCid name description organization topic imageCid agreements { type uri contentHash cid } }
  ipTokens { address emitter amountWei agreementCid name symbol transactionHash }
  history { kind from to transactionHash blockNumber finality }`;

export interface TokenHolder {
  readonly holder: string;
  readonly amountWei: string;
}

export interface TokenHolders {
  readonly edges: readonly { readonly node: TokenHolder }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number | null;
}

/** Who holds the tokens of an IP-NFT, those with the most first. */
export const listTokenHolders = (
  { ask }: Service,
  variables: { readonly chainId: number; readonly address: string; readonly after?: string },
  signal?: AbortSignal,
) =>
  ask<TokenHolders>(
    `query ($chainId: Int, $address: String, $after: String) {
       result: ipTokenHolderConnection(chainId: $chainId, address: $address, first: 20, after: $after) {
         edges { node { holder amountWei } } pageInfo { hasNextPage endCursor } totalCount ${OUTCOME} } }`,
    variables,
    signal,
  );

export interface IpnftPage {
  readonly ipnfts: readonly Ipnft[];
  readonly cursor: string | null;
}

export const listIpnfts = (
  { ask }: Service,
  variables: { readonly chainId: number; readonly after?: string },
  signal?: AbortSignal,
) =>
  ask<IpnftPage>(
    `query ($chainId: Int, $after: String) { result: ipnfts(chainId: $chainId, first: 12, after: $after) {
       ipnfts { ${IPNFT} } cursor ${OUTCOME} } }`,
    variables,
    signal,
  );

export const readIpnft = async (
  { ask }: Service,
  variables: { readonly chainId: number; readonly id: string },
  signal?: AbortSignal,
) => {
  const { ipnft } = await ask<{ readonly ipnft: Ipnft }>(
    `query ($chainId: Int, $id: String) { result: ipnft(chainId: $chainId, id: $id) {
       ipnft { ${IPNFT} } ${OUTCOME} } }`,
    variables,
    signal,
  );
  return ipnft;
};

export interface Flow {
  readonly chainId: number;
  readonly ipnftId: string;
  readonly kind: 'MINT' | 'TOKENIZE';
  readonly state: string;
  readonly step: number;
  readonly steps: number;
  readonly symbol: string;
  readonly next: string | null;
  readonly warning: string | null;
}

const FLOW = 'chainId ipnftId kind state step steps symbol next warning';

export const listFlows = ({ ask }: Service, after: string | undefined, signal?: AbortSignal) =>
  ask<{ readonly flows: readonly Flow[]; readonly cursor: string | null }>(
    `query ($after: String) { result: flows(first: 100, after: $after) { flows { ${FLOW} } cursor ${OUTCOME} } }`,
    after === undefined ? {} : { after },
    signal,
  );

export interface Prepared {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly gasEstimate: string | null;
  readonly gasEstimateError: string | null;
  readonly recipient: string | null;
}

const PREPARED = 'to data value gasEstimate gasEstimateError recipient';

export interface MintPlace {
  readonly chainId: number;
  /** Absent: the reservation is prepared. */
  readonly ipnftId?: string;
  readonly from?: string;
}

export const prepareMint = ({ ask }: Service, variables: MintPlace, signal?: AbortSignal) =>
  ask<Prepared>(
    `query ($chainId: Int, $ipnftId: String, $from: String) {
       result: prepareMint(chainId: $chainId, ipnftId: $ipnftId, from: $from) { ${PREPARED} ${OUTCOME} } }`,
    { ...variables },
    signal,
  );

export interface TokenizeWish {
  readonly chainId: number;
  readonly ipnftId: string;
  readonly from: string;
  readonly tokenAmount: string;
  readonly tokenSymbol: string;
  readonly agreementCid: string;
  readonly termsSignature: string;
}

export const prepareTokenize = ({ ask }: Service, wish: TokenizeWish, signal?: AbortSignal) =>
  ask<Prepared>(
    `query ($chainId: Int, $ipnftId: String, $from: String, $tokenAmount: String, $tokenSymbol: String,
         $agreementCid: String, $termsSignature: String) {
       result: prepareTokenize(chainId: $chainId, ipnftId: $ipnftId, from: $from, tokenAmount: $tokenAmount,
         tokenSymbol: $tokenSymbol, agreementCid: $agreementCid, termsSignature: $termsSignature) {
         ${PREPARED} ${OUTCOME} } }`,
    { ...wish },
    signal,
  );

export interface MadeAgreement {
  readonly agreementCid: string;
  readonly agreementUri: string;
  readonly agreementContentHash: string;
  readonly agreementPdfCid: string;
}

const AGREEMENT = 'agreementCid agreementUri agreementContentHash agreementPdfCid';

export const makeAssignment = ({ ask }: Service, projectData: object) =>
  ask<MadeAgreement>(
    `mutation ($projectData: AWSJSON!) {
       result: generateAssignmentAgreement(projectData: $projectData) { ${AGREEMENT} ${OUTCOME} } }`,
    { projectData: JSON.stringify(projectData) },
  );

export const makeMembership = ({ ask }: Service, agreementData: object) =>
  ask<MadeAgreement>(
    `mutation ($agreementData: AWSJSON!) {
       result: generateIptMembershipAgreement(agreementData: $agreementData) { ${AGREEMENT} ${OUTCOME} } }`,
    { agreementData: JSON.stringify(agreementData) },
  );

export interface UploadPlace {
  readonly uploadUrl: string;
  readonly key: string;
}

export const askForUpload = (
  { ask }: Service,
  variables: { readonly filename: string; readonly contentType: string; readonly ipnftId: string },
) =>
  ask<UploadPlace>(
    `mutation ($filename: String, $contentType: String, $ipnftId: String) {
       result: generateImageUploadUrl(filename: $filename, contentType: $contentType, ipnftId: $ipnftId) {
         uploadUrl key ${OUTCOME} } }`,
    variables,
  );

export interface StoredMetadata {
  readonly metadataCid: string;
  readonly metadataUrl: string;
  readonly imageCid: string;
  readonly warnings: readonly string[] | null;
}

export const storeMetadata = (
  { ask }: Service,
  { metadata, ...rest }: { readonly metadata: object; imageKey: string; ipnftId: string },
) =>
  ask<StoredMetadata>(
    `mutation ($metadata: AWSJSON, $imageKey: String, $ipnftId: String) {
       result: uploadMetadataWithImageKey(metadata: $metadata, imageKey: $imageKey, ipnftId: $ipnftId) {
         metadataCid metadataUrl imageCid warnings ${OUTCOME} } }`,
    { metadata: JSON.stringify(metadata), ...rest },
  );

export const mintTerms = async (
  { ask }: Service,
  variables: { readonly metadataCid: string; readonly minter: string; readonly chainId: number },
) => {
  const { message } = await ask<{ readonly message: string }>(
    `query ($metadataCid: String, $minter: String, $chainId: Int) {
       result: getTermsMessage(metadataCid: $metadataCid, minter: $minter, chainId: $chainId) {
         message ${OUTCOME} } }`,
    variables,
  );
  return message;
};

export const tokenTerms = async (
  { ask }: Service,
  variables: { readonly agreementCid: string; readonly ipnftId: string; readonly chainId: number },
) => {
  const { message } = await ask<{ readonly message: string }>(
    `query ($agreementCid: String, $ipnftId: String, $chainId: Int) {
       result: getIptTermsMessage(agreementCid: $agreementCid, ipnftId: $ipnftId, chainId: $chainId) {
         message ${OUTCOME} } }`,
    variables,
  );
  return message;
};

export interface SignOffWish {
  readonly ipnftId: string;
  readonly tokenURI: string;
  readonly chainId: number;
  readonly minter: string;
  readonly to: string;
  readonly termsSignature: string;
}

export const signOff = async ({ ask }: Service, wish: SignOffWish) => {
  const { authorization } = await ask<{ readonly authorization: string }>(
    `mutation ($ipnftId: String, $tokenURI: String, $chainId: Int, $minter: String, $to: String,
         $termsSignature: String) {
       result: signoffMetadata(ipnftId: $ipnftId, tokenURI: $tokenURI, chainId: $chainId, minter: $minter,
         to: $to, termsSignature: $termsSignature) { authorization ${OUTCOME} } }`,
    { ...wish },
  );
  return authorization;
};
