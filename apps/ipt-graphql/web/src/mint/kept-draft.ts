import { sameAddress } from '../shown.js';
import { EMPTY_PROJECT, type Draft, type Part, type Reservation } from './draft.js';
import { draftOf, StoredMint, textOf, type SharedStorage } from './stored-mint.js';

interface State {
  readonly draft: Draft;
  /** Another one whenever what was asked for before stops counting. */
  readonly edition: number;
  /** Whether another tab made the last change. */
  readonly isElsewhere: boolean;
  /** Whether the browser has stored all of it; what it has not lives as long as the page. */
  readonly isKept: boolean;
}

/**
 * A mint under way, with which all tabs of a browser go on. What another tab has stored is read before each change. A
 * reservation that was sent is paid: it is kept until its id is minted, or the chain has refused it.
 */
export class KeptDraft {
  #state: State;
  /** The draft that was stored when this tab last looked. */
  #seen: string | null;
  /** All that are neither minted nor refused, in the order of their hashes. */
  #sent: readonly Reservation[] = [];
  /** The hashes of those that the browser has not stored. */
  readonly #unwritten = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredMint;

  constructor(key: string, storage: SharedStorage) {
    this.#stored = new StoredMint(key, storage);
    this.#seen = this.#stored.draft();
    const draft = draftOf(this.#seen);
    this.#meet(draft);
    this.#state = { draft: this.#withSpares(draft), edition: 0, isElsewhere: false, isKept: true };
  }

  readonly get = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over what another tab has stored, but for what this one could not store. */
  follow(): void {
    const stored = this.#stored.draft();
    const { draft: ours, edition, isKept } = this.#state;
    if (stored === this.#seen) this.#followSpares();
    // Without one, all of it was cleared: the next change stores it again.
    if (stored === null || stored === this.#seen) return;
    this.#seen = stored;
    const theirs = draftOf(stored);
    this.#meet(theirs);
    const draft = isKept ? theirs : this.#withUnwritten(theirs, ours);
    const next = { draft, edition: edition + 1, isElsewhere: true };
    if (isKept) this.#show({ ...next, isKept });
    else this.#write(next);
  }

  /** Counts if it was asked for in the edition of now. */
  change(asked: number, part: Part): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (asked === edition) this.#write({ draft: { ...draft, ...part } as Draft, edition });
  }

  /** A change that ends the edition: answers that arrive later are about what was before. */
  renew(asked: number, part: Part): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (asked === edition) {
      this.#write({ draft: { ...draft, ...part } as Draft, edition: edition + 1 });
    }
  }

  /** Begins with a reservation of the account that is paid already. */
  startOver(asked: number, account: string): void {
    this.follow();
    const { edition } = this.#state;
    if (asked !== edition) return;
    const draft = { project: EMPTY_PROJECT, ...this.#next(account) };
    this.#write({ draft, edition: edition + 1 });
  }

  /** Counts always: it is paid. Beside another reservation it is the next mint's. */
  reserved(sent: Reservation): void {
    this.follow();
    const { draft, edition } = this.#state;
    this.#sent = byHash([...this.#sent, sent]);
    if (draft.reserveHash === undefined) {
      this.#write({ draft: { ...draft, ...sent }, edition: edition + 1 });
    } else this.#write({ draft, edition });
  }

  /** What the chain says of a reservation counts always. */
  confirmed(reserveHash: string, ipnftId: string): void {
    this.follow();
    const { draft, edition } = this.#state;
    this.#sent = this.#sent.map((sent) =>
      sent.reserveHash === reserveHash ? { ...sent, ipnftId } : sent,
    );
    const isOfDraft = draft.reserveHash === reserveHash;
    this.#write({ draft: isOfDraft ? { ...draft, ipnftId } : draft, edition });
  }

  /** The chain has refused the reservation: nothing else drops one that was sent. */
  refused(reserveHash: string): void {
    this.follow();
    const { draft, edition } = this.#state;
    this.#settle(reserveHash);
    if (draft.reserveHash === reserveHash) {
      const next = this.#next(draft.account ?? '') ?? { reserveHash: undefined };
      this.#write({ draft: { ...draft, ...next } as Draft, edition: edition + 1 });
    } else this.#write({ draft, edition });
    this.#stored.forget(reserveHash);
  }

  /** Counts for the mint that it was sent for: the first one, of several. */
  mintSent(ipnftId: string, mintHash: string): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (draft.ipnftId !== ipnftId || draft.mintHash !== undefined) return;
    this.#write({ draft: { ...draft, mintHash }, edition });
  }

  /** Counts as long as the mint has this transaction. */
  minted(mintHash: string): void {
    this.follow();
    const { draft, edition } = this.#state;
    const { reserveHash = '' } = draft;
    if (draft.mintHash !== mintHash) return;
    this.#settle(reserveHash);
    this.#write({ draft: { ...draft, isMinted: true }, edition });
    this.#stored.forget(reserveHash);
  }

  /** In turn; after one that is in no block yet, another id can be reserved where no id is there. */
  #next(account: string): Reservation | undefined {
    const { reserveHash: current = '' } = this.#state.draft;
    const own = this.#sent.filter((sent) => sameAddress(sent.account, account));
    const isPending = own.some(
      (sent) => sent.reserveHash === current && sent.ipnftId === undefined,
    );
    return (
      own.find(({ reserveHash }) => reserveHash > current) ??
      (isPending ? own.find(({ ipnftId }) => ipnftId !== undefined) : own[0])
    );
  }

  #settle(reserveHash: string): void {
    this.#sent = this.#sent.filter((sent) => sent.reserveHash !== reserveHash);
    this.#unwritten.delete(reserveHash);
  }

  #withUnwritten(theirs: Draft, ours: Draft): Draft {
    const { account, reserveHash, ipnftId, mintHash, isMinted } = ours;
    const paid = { account, reserveHash, ipnftId, mintHash, isMinted } as Partial<Draft>;
    if (theirs.reserveHash === reserveHash) return { ...paid, ...theirs };
    const isFree = theirs.reserveHash === undefined;
    return isFree && this.#unwritten.has(reserveHash ?? '') ? { ...theirs, ...paid } : theirs;
  }

  #followSpares(): void {
    const { draft } = this.#state;
    const before = JSON.stringify(draft.spares);
    this.#meet(draft);
    const { spares } = this.#withSpares(draft);
    if (JSON.stringify(spares) !== before) this.#show(this.#state);
  }

  /** The reservations that are stored, that of the draft, and what this tab could not store. */
  #meet({ account, reserveHash, ipnftId, isMinted }: Draft): void {
    const stored = this.#stored.reservations();
    const unwritten = this.#sent.filter((sent) => this.#unwritten.has(sent.reserveHash));
    const own =
      account === undefined || reserveHash === undefined
        ? []
        : [{ account, reserveHash, ...(ipnftId === undefined ? {} : { ipnftId }) }];
    this.#sent = byHash([...own, ...unwritten, ...stored]);
    if (isMinted === true) this.#settle(reserveHash ?? '');
  }

  #write({
    draft,
    edition,
    isElsewhere = false,
  }: Pick<State, 'draft' | 'edition'> & { readonly isElsewhere?: boolean }): void {
    for (const sent of this.#sent) {
      if (this.#stored.keep(sent)) this.#unwritten.delete(sent.reserveHash);
      else this.#unwritten.add(sent.reserveHash);
    }
    const isWritten = this.#stored.write(draft);
    // Not what is stored now: that may be another tab's already.
    if (isWritten) this.#seen = textOf(draft);
    const isKept = isWritten && this.#unwritten.size === 0;
    this.#show({ draft, edition, isElsewhere, isKept });
  }

  #withSpares(draft: Draft): Draft {
    const spares = this.#sent.filter(({ reserveHash }) => reserveHash !== draft.reserveHash);
    return { ...draft, spares };
  }

  #show(state: State): void {
    this.#state = { ...state, draft: this.#withSpares(state.draft) };
    for (const tell of this.#listeners) tell();
  }
}

/** One of each hash, with all that is known of it. */
function byHash(sent: readonly Reservation[]): readonly Reservation[] {
  const known = new Map<string, Reservation>();
  for (const one of sent) known.set(one.reserveHash, { ...known.get(one.reserveHash), ...one });
  return [...known.values()].toSorted((one, other) =>
    one.reserveHash < other.reserveHash ? -1 : 1,
  );
}
