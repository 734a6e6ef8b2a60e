import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../lib/project.mjs';

/** What a client of the contracts needs to know of them. */
export const CONTRACTS_ABI = [
  'function reserve() payable returns (uint256)',
  'function mintReservation(address,uint256,string,string,bytes) payable returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
  'function symbol(uint256) view returns (string)',
  'function mintAuthorizer() view returns (address)',
  'function tokenizeIpnft(uint256,uint256,string,string,bytes) returns (address)',
  'function synthesized(uint256) view returns (address)',
  'function permissioner() view returns (address)',
  'event Reserved(address indexed reserver,uint256 indexed reservationId)',
  'event Transfer(address indexed from,address indexed to,uint256 indexed tokenId)',
  'event IPNFTMinted(address indexed owner,uint256 indexed tokenId,string tokenURI,string symbol)',
  'event TokensCreated(uint256 indexed moleculesId,uint256 indexed ipnftId,address indexed tokenContract,address emitter,uint256 amount,string agreementCid,string name,string symbol)',
  'event TermsAccepted(address indexed tokenContract,address indexed signer,bytes signature)',
  'error NotOwningReservation(uint256 id)',
  'error ToZeroAddress()',
  'error Unauthorized()',
  'error MintingFeeTooLow()',
  'error MustControlIpnft()',
  'error AlreadyTokenized()',
  'error InvalidSignature()',
];

const FAILURE = 'isSuccess error { message code retryable }';

const OPERATIONS = {
  generateAssignmentAgreement: `mutation ($projectData: AWSJSON!) { result: generateAssignmentAgreement(projectData: $projectData) {
    agreementCid agreementUri agreementContentHash ${FAILURE} } }`,
  generateImageUploadUrl: `mutation ($filename: String!, $contentType: String!, $ipnftId: String!) {
    result: generateImageUploadUrl(filename: $filename, contentType: $contentType, ipnftId: $ipnftId) {
    uploadUrl key expiresAt ${FAILURE} } }`,
  uploadMetadataWithImageKey: `mutation ($metadata: AWSJSON!, $imageKey: String!, $ipnftId: String!) {
    result: uploadMetadataWithImageKey(metadata: $metadata, imageKey: $imageKey, ipnftId: $ipnftId) {
    metadataCid metadataUrl ${FAILURE} } }`,
  getTermsMessage: `query ($metadataCid: String!, $minter: String!, $chainId: Int!) {
    result: getTermsMessage(metadataCid: $metadataCid, minter: $minter, chainId: $chainId) { message digest ${FAILURE} } }`,
  signoffMetadata: `mutation ($ipnftId: String!, $tokenURI: String!, $chainId: Int!, $minter: String!, $to: String!, $termsSignature: String) {
    result: signoffMetadata(ipnftId: $ipnftId, tokenURI: $tokenURI, chainId: $chainId, minter: $minter, to: $to, termsSignature: $termsSignature) {
    authorization ${FAILURE} } }`,
  safeTerms: `query ($safe: String!, $chainId: Int!, $metadataCid: String, $agreementCid: String, $ipnftId: String) {
    result: safeTerms(safe: $safe, chainId: $chainId, metadataCid: $metadataCid, agreementCid: $agreementCid, ipnftId: $ipnftId) {
    safeTerms { messageHash typedData missing signature } ${FAILURE} } }`,
  addSafeSignature: `mutation ($safe: String!, $chainId: Int!, $metadataCid: String, $agreementCid: String, $ipnftId: String, $signature: String!) {
    result: addSafeSignature(safe: $safe, chainId: $chainId, metadataCid: $metadataCid, agreementCid: $agreementCid, ipnftId: $ipnftId, signature: $signature) {
    safeTerms { missing signature } ${FAILURE} } }`,
  generateIptMembershipAgreement: `mutation ($agreementData: AWSJSON!) { result: generateIptMembershipAgreement(agreementData: $agreementData) {
    agreementCid agreementUri agreementContentHash ${FAILURE} } }`,
  getIptTermsMessage: `query ($agreementCid: String!, $ipnftId: String!, $chainId: Int!) {
    result: getIptTermsMessage(agreementCid: $agreementCid, ipnftId: $ipnftId, chainId: $chainId) { message digest ${FAILURE} } }`,
};

/** @param {string} dataDir the `--data` of `npm start` */
export function readIptCredentials(dataDir) {
  const file = join(dataDir, 'dev-credentials.json');
  let credentials;
  try {
    credentials = JSON.parse(readFileSync(file, 'utf8')).ipt_graphql;
  } catch (error) {
    throw new StartError(
      `${file} cannot be read: run "npm start" first, or name its folder with --data (${error.message}).`,
    );
  }
  if (credentials.rpc_url === '') {
    throw new StartError('npm start runs no chain of its own: there is nothing to demonstrate on.');
  }
  return credentials;
}

/** One operation over HTTP. @throws {Error} with the code of the failure */
export async function graphql({ graphql_url: url, api_key: key }, operation, variables) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: OPERATIONS[operation], variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const { data, errors } = await response.json();
  if (data?.result?.isSuccess) return data.result;
  throw new Error(`${operation}: ${JSON.stringify(data?.result?.error ?? errors)}`);
}
