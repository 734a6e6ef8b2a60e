import { IPT_ERRORS } from '../errors/ipt-errors.js';

/** What keys may do; `chain:<id>` scopes bound a key to the chains that they name. */
export const SCOPES = {
  mint: 'mint',
  tokenize: 'tokenize',
  read: 'read',
  admin: 'admin',
} as const;

export type Scope = (typeof SCOPES)[keyof typeof SCOPES];

const CHAIN = 'chain:';

export const chainScope = (chainId: number): string => `${CHAIN}${chainId}`;

/** The chains that a key is bound to; none means all. */
export const chainsOf = (scopes: readonly string[]): number[] =>
  scopes
    .filter((scope) => scope.startsWith(CHAIN))
    .map((scope) => Number(scope.slice(CHAIN.length)));

/** What a key may do, without its chains. */
export const scopesOf = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !scope.startsWith(CHAIN));

/** Who is asking: a key of a tenant, or an access token of its workspace. */
export class Caller {
  constructor(
    readonly tenant: string,
    readonly keyId: string,
    private readonly scopes: readonly string[],
    /** The claim `sub` of an access token; keys are nobody's. */
    readonly subject?: string,
  ) {}

  /** @throws {Problem} `FORBIDDEN` */
  require(scope: Scope): void {
    if (this.scopes.includes(scope)) return;
    throw IPT_ERRORS.forbidden({
      message: `A key needs the scope ${scope} for this, a token ipt:${scope}.`,
    });
  }

  /** Whether a key with these scopes can be used on no more chains than this one. */
  mayGive(scopes: readonly string[]): boolean {
    const chains = chainsOf(scopes);
    if (chains.length > 0) return chains.every((chainId) => this.mayUse(chainId));
    return chainsOf(this.scopes).length === 0;
  }

  mayUse(chainId: number): boolean {
    const chains = chainsOf(this.scopes);
    return chains.length === 0 || chains.includes(chainId);
  }
}
