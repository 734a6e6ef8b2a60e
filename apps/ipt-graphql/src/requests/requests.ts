import type { CID } from 'multiformats/cid';
import type { Caller } from '../access/caller.js';
import type { Chain, Chains } from '../chain/chain.js';
import { cidOfUri, parseCid } from '../content/cid.js';
import { parseAddress, parseTokenId, SYMBOL } from '../fields/fields.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

/** An argument that GraphQL lets be absent. */
export type Maybe<T> = T | null | undefined;

const refuse = (name: string, what: string) =>
  IPT_ERRORS.invalidInput({ message: `${name} ${what}.` });

/** @throws {Problem} `INVALID_INPUT` */
export function requiredText(value: Maybe<string>, name: string, max: number): string {
  if (value === null || value === undefined || value === '') throw refuse(name, 'is missing');
  if (value.length > max) throw refuse(name, `must have at most ${max} characters`);
  if (!value.isWellFormed() || value.includes('\0')) throw refuse(name, 'is not valid text');
  return value;
}

/** @returns `undefined` for what is absent or empty @throws {Problem} `INVALID_INPUT` */
export const optionalText = (value: Maybe<string>, name: string, max: number) =>
  value === null || value === undefined || value === ''
    ? undefined
    : requiredText(value, name, max);

/** @returns `undefined` for what is absent or empty @throws {Problem} `INVALID_INPUT` */
export const optionalAddress = (value: Maybe<string>, name: string) =>
  value === null || value === undefined || value === '' ? undefined : requiredAddress(value, name);

/** @throws {Problem} `INVALID_INPUT` */
export function requiredId(value: Maybe<string>, name = 'ipnftId'): string {
  const id = parseTokenId(requiredText(value, name, 78));
  if (id === undefined) throw refuse(name, 'must be a token id in decimal digits');
  return id;
}

/** What clients may keep objects by: token ids are the same on every chain. */
export const globalId = (chainId: number, tokenId: string): string => `${chainId}/${tokenId}`;

/**
 * A token id, with its chain beside it, or a `globalId`, which names both.
 *
 * @throws {Problem} `INVALID_INPUT`
 */
export function requiredPlace(id: Maybe<string>, chainId: Maybe<number>) {
  const [, chain, token] = /^(\d{1,9})\/(\d+)$/.exec(requiredText(id, 'id', 90)) ?? [];
  if (chain === undefined) return { chainId, tokenId: requiredId(id, 'id') };
  if (chainId !== null && chainId !== undefined && Number(chain) !== chainId) {
    throw refuse('id', `is one of chain ${chain}, but chainId is ${chainId}`);
  }
  return { chainId: Number(chain), tokenId: requiredId(token, 'id') };
}

/** @throws {Problem} `INVALID_INPUT` */
export function requiredSymbol(value: Maybe<string>, name: string): string {
  const symbol = requiredText(value, name, SYMBOL.max);
  if (SYMBOL.pattern.test(symbol)) return symbol;
  throw refuse(name, SYMBOL.expected);
}

/** @throws {Problem} `INVALID_INPUT` */
export function requiredAddress(value: Maybe<string>, name: string): string {
  const address = parseAddress(requiredText(value, name, 42));
  if (address === undefined) {
    throw refuse(name, 'must be an address, other than zero, with a right checksum');
  }
  return address;
}

/** @throws {Problem} `INVALID_INPUT` */
export function requiredCid(value: Maybe<string>, name: string): CID {
  const cid = parseCid(requiredText(value, name, 200).replace(/^ipfs:\/\//, ''));
  if (cid === undefined) throw refuse(name, 'must be a CID');
  return cid;
}

/** @returns the CID @throws {Problem} `INVALID_INPUT` */
export function requiredTokenUri(value: Maybe<string>): string {
  const cid = cidOfUri(requiredText(value, 'tokenURI', 200))?.toString();
  if (cid === undefined) throw refuse('tokenURI', 'must be ipfs:// and a CID');
  return cid;
}

/** @throws {Problem} `INVALID_INPUT` for a chain that is not served, `FORBIDDEN` for one the key may not use */
export function requiredChain(chains: Chains, caller: Caller, chainId: Maybe<number>): Chain {
  if (chainId === null || chainId === undefined) throw refuse('chainId', 'is missing');
  const chain = chains.get(chainId);
  if (chain === undefined) {
    const served = chains.all.map((each) => each.chainId).join(', ') || 'none';
    throw refuse('chainId', `is not served here; served: ${served}`);
  }
  if (!caller.mayUse(chainId)) {
    throw IPT_ERRORS.forbidden({ message: `The key may not use chain ${chainId}.` });
  }
  return chain;
}
