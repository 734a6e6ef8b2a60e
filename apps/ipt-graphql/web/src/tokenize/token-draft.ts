import type { Ipnft } from '../operations.js';

/** How far making tokens is. */
export interface TokenDraft {
  readonly ipnft?: Ipnft;
  readonly agreement?: TokenAgreement;
  readonly terms?: string;
  readonly signature?: string;
  readonly hash?: string | undefined;
  readonly isDone?: boolean;
}

export interface TokenAgreement {
  readonly cid: string;
  readonly pdfCid: string;
  readonly symbol: string;
  /** How many tokens, in wei. */
  readonly amountWei: string;
}
