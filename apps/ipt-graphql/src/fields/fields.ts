import { getAddress, isHexString, ZeroAddress } from 'ethers';
import type { ProblemFactory } from '@sextant/platform-http/errors';
import { isObject, type Json, type JsonObject } from './strict-json.js';

interface TextRule {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  readonly expected?: string;
}

/** Reads the members of a document that came from outside; every complaint names the member. */
export class Fields {
  constructor(
    private readonly members: JsonObject,
    private readonly refuse: ProblemFactory,
    private readonly path = '',
  ) {}

  object(name: string): Fields {
    const value = this.present(name);
    if (!isObject(value)) throw this.complaint(name, 'must be an object');
    return new Fields(value, this.refuse, `${this.path}${name}.`);
  }

  /** At least one object, at most a hundred. */
  objects(name: string): readonly Fields[] {
    const value = this.present(name);
    if (!Array.isArray(value) || value.length === 0 || value.length > 100) {
      throw this.complaint(name, 'must be a list of 1 to 100 objects');
    }
    return (value as readonly Json[]).map((item, index) => {
      const place = `${name}.${index}`;
      if (!isObject(item)) throw this.complaint(place, 'must be an object');
      return new Fields(item, this.refuse, `${this.path}${place}.`);
    });
  }

  text(name: string, { min = 1, max, pattern, expected }: TextRule): string {
    const value = this.present(name);
    if (typeof value !== 'string' || value.trim() === '') {
      throw this.complaint(name, 'must be a text that is not empty');
    }
    if (value.length > max) throw this.complaint(name, `must have at most ${max} characters`);
    if (value.length < min) throw this.complaint(name, `must have at least ${min} characters`);
    if (pattern?.test(value) === false) throw this.complaint(name, expected ?? 'is not valid');
    return value;
  }

  number(name: string): number {
    const value = this.present(name);
    if (typeof value !== 'number' || value < 0) throw this.complaint(name, 'must be a number >= 0');
    return value;
  }

  integer(name: string, max: number): number {
    const value = this.number(name);
    if (!Number.isInteger(value) || value > max) {
      throw this.complaint(name, `must be a whole number from 0 to ${max}`);
    }
    return value;
  }

  address(name: string): string {
    const address = parseAddress(this.text(name, { max: 42 }));
    if (address === undefined) throw this.complaint(name, 'must be the address of a wallet');
    return address;
  }

  ipnftId(name: string): string {
    const id = parseTokenId(this.text(name, { max: 78 }));
    if (id === undefined) throw this.complaint(name, 'must be a token id in decimal digits');
    return id;
  }

  has(name: string): boolean {
    return this.members[name] !== undefined && this.members[name] !== null;
  }

  private present(name: string): Json {
    const value = Object.hasOwn(this.members, name) ? this.members[name] : undefined;
    if (value === undefined || value === null) throw this.complaint(name, 'is missing');
    return value;
  }

  private complaint(name: string, what: string): Error {
    return this.refuse({ message: `${this.path}${name} ${what}.` });
  }
}

/** Symbols are alphanumeric (spec 3, part 7). */
export const SYMBOL = {
  max: 20,
  pattern: /^[A-Za-z0-9]+$/,
  expected: 'must be alphanumeric',
} as const satisfies TextRule;

/** An address in its checksummed form (EIP-55); `undefined` for a wrong checksum and for the zero address. */
export function parseAddress(text: string): string | undefined {
  if (!isHexString(text, 20)) return undefined;
  try {
    const address = getAddress(text);
    return address === ZeroAddress ? undefined : address;
  } catch {
    return undefined; // the checksum is wrong
  }
}

/** A token id of 256 bits in decimal digits, without leading zeros. */
export function parseTokenId(text: string): string | undefined {
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) return undefined;
  return BigInt(text) < 2n ** 256n ? text : undefined;
}
