import { EMPTY_PROJECT, type Draft, type Part, type Reservation } from './draft.js';

/** Shared by the tabs of a browser: `localStorage`. A browser that keeps nothing throws. */
export type SharedStorage = () => {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

interface State {
  readonly draft: Draft;
  /** Another one whenever what was asked for before stops counting. */
  readonly edition: number;
  /** Whether another tab made the last change. */
  readonly isElsewhere: boolean;
}

/**
 * A mint under way, with which all tabs of a browser go on. What another tab has stored is read before each change, so that
 * no tab overwrites it.
 */
export class KeptDraft {
  #state: State;
  /** What was stored when this tab last looked. */
  #stored: string | null;
  readonly #listeners = new Set<() => void>();

  readonly #key: string;
  readonly #storage: SharedStorage;

  constructor(key: string, storage: SharedStorage) {
    this.#key = key;
    this.#storage = storage;
    this.#stored = this.#read();
    this.#state = { draft: draftOf(this.#stored), edition: 0, isElsewhere: false };
  }

  readonly get = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over what another tab has stored. */
  follow(): void {
    const stored = this.#read();
    if (stored === null || stored === this.#stored) return;
    this.#stored = stored;
    this.#show({
      draft: draftOf(stored),
      edition: this.#state.edition + 1,
      isElsewhere: true,
    });
  }

  /** Counts if it was asked for in the edition of now. */
  change(asked: number, part: Part): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (asked === edition) this.#write({ ...draft, ...part } as Draft, edition);
  }

  /** A change that ends the edition: answers that arrive later are about what was before. */
  renew(asked: number, part: Part): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (asked === edition) this.#write({ ...draft, ...part } as Draft, edition + 1);
  }

  startOver(asked: number): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (asked !== edition) return;
    this.#write({ project: EMPTY_PROJECT, ...nextReservation(draft) } as Draft, edition + 1);
  }

  /** Counts always: it is paid. Beside another reservation it is the next mint's. */
  reserved(sent: Reservation): void {
    this.follow();
    const { draft, edition } = this.#state;
    const { reserveHash, spares = [] } = draft;
    if (reserveHash === undefined) this.#write({ ...draft, ...sent }, edition + 1);
    else this.#write({ ...draft, spares: [...spares, sent] }, edition);
  }

  /** Counts for the mint that it was sent for: the first one, of several. */
  mintSent(ipnftId: string, mintHash: string): void {
    this.follow();
    const { draft, edition } = this.#state;
    if (draft.ipnftId !== ipnftId || draft.mintHash !== undefined) return;
    this.#write({ ...draft, mintHash }, edition);
  }

  #write(draft: Draft, edition: number): void {
    try {
      this.#storage().setItem(this.#key, JSON.stringify(draft));
    } catch {
      // The draft lives as long as the page then.
    }
    this.#stored = this.#read();
    this.#show({ draft, edition, isElsewhere: false });
  }

  #read(): string | null {
    try {
      return this.#storage().getItem(this.#key);
    } catch {
      return null;
    }
  }

  #show(state: State): void {
    this.#state = state;
    for (const tell of this.#listeners) tell();
  }
}

/** A reservation that was sent beside that of the draft takes its place. */
export function nextReservation({ spares: [next, ...spares] = [] }: Draft): Part {
  return next === undefined ? { reserveHash: undefined } : { ...next, spares };
}

function draftOf(stored: string | null): Draft {
  try {
    const draft = JSON.parse(stored ?? '{}') as Partial<Draft>;
    return { ...draft, project: { ...EMPTY_PROJECT, ...draft.project } };
  } catch {
    return { project: EMPTY_PROJECT }; // something else under this name
  }
}
