/** What was checked. */
export interface Check {
  readonly check:
    | 'chain'
    | 'owner'
    | 'tokenUri'
    | 'symbol'
    | 'named'
    | 'metadata'
    | 'image'
    | 'agreement'
    | 'agreementHash'
    | 'agreementPlace'
    | 'membership'
    | 'membershipPlace'
    | 'token'
    | 'terms';
  readonly outcome: 'holds' | 'fails' | 'skipped';
  readonly detail: string;
}

export interface Report {
  readonly chainId: number;
  readonly tokenId: string;
  readonly symbol: string;
  readonly checks: readonly Check[];
}
