import { useCallback, useState } from 'react';

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
}

/** What is set to `undefined` has not happened any more. */
export type Change = (change: { readonly [Name in keyof Draft]?: Draft[Name] | undefined }) => void;

interface Edited {
  readonly draft: Draft;
  /** Another one whenever what was asked for before stops counting. */
  readonly edition: number;
}

/**
 * Kept in the browser: a reservation has cost money, and a page may be closed. An answer that arrives after the project was
 * changed, or after a new start, is about the project before: it changes nothing.
 */
export function useDraft(chainId: number) {
  const key = `sextant.ipt.mint.${chainId}`;
  const [{ draft, edition }, setEdited] = useState<Edited>(() => ({
    draft: remembered(key),
    edition: 0,
  }));
  const change = useCallback<Change>(
    (part) => setEdited((known) => (known.edition === edition ? next(key, known, part) : known)),
    [key, edition],
  );
  const renew = useCallback<Change>(
    (part) => setEdited((known) => next(key, { ...known, edition: known.edition + 1 }, part)),
    [key],
  );
  const startOver = useCallback(
    () =>
      setEdited(({ edition: last }) =>
        next(key, { draft: { project: EMPTY_PROJECT }, edition: last + 1 }, {}),
      ),
    [key],
  );
  return { draft, change, renew, startOver };
}

function next(key: string, { draft: known, edition }: Edited, part: Parameters<Change>[0]): Edited {
  const draft = { ...known, ...part } as Draft;
  remember(key, draft);
  return { draft, edition };
}

function remembered(key: string): Draft {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>;
    return { ...draft, project: { ...EMPTY_PROJECT, ...draft.project } };
  } catch {
    return { project: EMPTY_PROJECT }; // a browser that keeps nothing, or something else under this name
  }
}

function remember(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The draft lives as long as the page then.
  }
}
