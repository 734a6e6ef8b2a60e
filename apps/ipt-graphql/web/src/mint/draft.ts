/** What people write of their project. */
export interface Project {
  readonly name: string;
  readonly description: string;
  readonly symbol: string;
  readonly organization: string;
  readonly topic: string;
  readonly leadName: string;
  readonly leadEmail: string;
  readonly funding: string;
  readonly currency: string;
  readonly link: string;
}

export const EMPTY_PROJECT: Project = {
  name: '',
  description: '',
  symbol: '',
  organization: '',
  topic: '',
  leadName: '',
  leadEmail: '',
  funding: '',
  currency: 'USD',
  link: '',
};

/** A transaction that reserves an id, and who sent it. */
export interface Reservation {
  readonly account: string;
  readonly reserveHash: string;
  /** Absent while the transaction is in no block. */
  readonly ipnftId?: string;
}

/** How far a mint is: each step adds what came of it. */
export interface Draft {
  readonly account?: string;
  readonly reserveHash?: string;
  readonly ipnftId?: string;
  readonly project: Project;
  readonly agreement?: {
    readonly cid: string;
    readonly uri: string;
    readonly hash: string;
    readonly pdfCid: string;
  };
  readonly uploadUrl?: string;
  readonly imageKey?: string;
  readonly metadata?: {
    readonly cid: string;
    readonly url: string;
    readonly imageCid: string;
    readonly warnings: readonly string[];
  };
  readonly terms?: string;
  readonly signature?: string;
  readonly authorization?: string;
  readonly mintHash?: string;
  readonly isMinted?: boolean;
  /** Sent beside `reserveHash`, or put aside by a new start: for the mints after this one. */
  readonly spares?: readonly Reservation[];
}

/** What is set to `undefined` has not happened any more. */
export type Part = { readonly [Name in keyof Draft]?: Draft[Name] | undefined };
