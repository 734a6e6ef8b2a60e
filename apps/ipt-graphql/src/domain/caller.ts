import { IPT_ERRORS } from './ipt-errors.js';

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
  ) {}

  /** @throws {Problem} `FORBIDDEN` */
  require(scope: Scope): void {
    if (this.scopes.includes(scope)) return;
    throw IPT_ERRORS.forbidden({ message: `The key or token lacks the scope ${scope}.` });
  }

  mayUse(chainId: number): boolean {
    const chains = chainsOf(this.scopes);
    return chains.length === 0 || chains.includes(chainId);
  }
}
