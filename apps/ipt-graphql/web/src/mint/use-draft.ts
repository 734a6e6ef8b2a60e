import { useSyncExternalStore } from 'react';
import type { Draft, Part, Reservation } from './draft.js';
import { KeptDraft } from './kept-draft.js';

export interface MintDraft {
  readonly draft: Draft;
  /** Whether another tab made the last change. */
  readonly isElsewhere: boolean;
  /** Whether the browser has stored it. */
  readonly isKept: boolean;
  readonly change: (part: Part) => void;
  /** A change after which nothing counts that was asked for before. */
  readonly renew: (part: Part) => void;
  readonly startOver: (account: string) => void;
  /** These count whatever was pressed while the wallet asked, or the chain. */
  readonly reserved: (sent: Reservation) => void;
  readonly confirmed: (reserveHash: string, ipnftId: string) => void;
  readonly refused: (reserveHash: string) => void;
  readonly mintSent: (ipnftId: string, hash: string) => void;
  readonly minted: (hash: string) => void;
}

/**
 * Kept in the browser: a reservation has cost money, and a page may be closed. An answer that arrives after the project was
 * changed, after a new start, or after another tab went on, is about what was before: it changes nothing.
 */
export function useDraft(chainId: number): MintDraft {
  const kept = keptDraft(`sextant.ipt.mint.${chainId}`);
  const { draft, edition, isElsewhere, isKept } = useSyncExternalStore(kept.subscribe, kept.get);
  return {
    draft,
    isElsewhere,
    isKept,
    change: (part) => kept.change(edition, part),
    renew: (part) => kept.renew(edition, part),
    startOver: (account) => kept.startOver(edition, account),
    reserved: (sent) => kept.reserved(sent),
    confirmed: (reserveHash, ipnftId) => kept.confirmed(reserveHash, ipnftId),
    refused: (reserveHash) => kept.refused(reserveHash),
    mintSent: (ipnftId, hash) => kept.mintSent(ipnftId, hash),
    minted: (hash) => kept.minted(hash),
  };
}

/** One for each chain, as long as the page lives: a wallet may answer while another view is open. */
const drafts = new Map<string, KeptDraft>();

function keptDraft(key: string): KeptDraft {
  const known = drafts.get(key);
  if (known !== undefined) return known;
  const made = new KeptDraft(key, () => localStorage);
  drafts.set(key, made);
  // From other tabs only; without a key all of it was cleared.
  addEventListener('storage', (event) => {
    if (event.key?.startsWith(key) === true) made.follow();
  });
  return made;
}
