import { keccak256, toUtf8Bytes } from 'ethers';
import { isObject, type Json, type JsonObject } from '../fields/strict-json.js';

/** A text to sign, and keccak256 of its UTF-8 bytes: not the hash that wallets sign (EIP-191). */
export interface TermsMessage {
  readonly message: string;
  readonly digest: string;
}

export interface IpnftTerms {
  readonly metadataCid: string;
  readonly document: JsonObject;
  /** EIP-55. */
  readonly minter: string;
  readonly chainId: number;
  /** Address of the IPNFT contract, EIP-55. */
  readonly contract: string;
}

/**
 * The terms of minting: a pure function of document, minter and chain, so that the sign-off can build it again.
 * It names all of them, so that a signature is good for nothing else (our text: no contract checks it).
 */
export function ipnftTerms({
  metadataCid,
  document,
  minter,
  chainId,
  contract,
}: IpnftTerms): TermsMessage {
  return withDigest(
    [
      'I accept the terms of minting an IP-NFT.',
      '',
      'I have read the agreements below and accept them.',
      'I am entitled to assign the intellectual property that the metadata describes.',
      'I understand that everything in the metadata is public and cannot be taken back.',
      '',
      `Metadata: ipfs://${metadataCid}`,
      ...agreementsOf(document).map(({ type, hash }) => `${type} Hash: ${hash}`),
      '',
      `Minter: ${minter}`,
      `Contract: ${contract}`,
      `Chain ID: ${chainId}`,
      'Version: 1',
    ].join('\n'),
  );
}

/** The terms of tokenizing, exactly as the permissioner of the Tokenizer builds and checks them. */
export function iptTerms(ipnftId: string, agreementCid: string, chainId: number): TermsMessage {
  return withDigest(
    `As an IP token holder of IPNFT #${ipnftId}, I accept all terms that I've read here: ipfs://${agreementCid}` +
      `\n\nChain Id: ${chainId}\nVersion: 1`,
  );
}

const withDigest = (message: string): TermsMessage => ({
  message,
  digest: keccak256(toUtf8Bytes(message)),
});

/** The agreements that metadata names, as the terms show them. */
export function agreementsOf(document: JsonObject): readonly { type: string; hash: string }[] {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  const agreements = Array.isArray(properties['agreements']) ? properties['agreements'] : [];
  return (agreements as readonly Json[]).filter(isObject).map((agreement) => ({
    type: oneLine(agreement['type']),
    hash: oneLine(agreement['content_hash']),
  }));
}

/** A line break in a type must not forge another line of the text. */
const oneLine = (value: Json | undefined): string =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : '';
