import { EMPTY_PROJECT, type Draft, type Project, type Reservation } from './draft.js';

/** Shared by the tabs of a browser: `localStorage`. A browser that keeps nothing throws. */
export type SharedStorage = () => {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * What a browser stores of mints: the draft under one key, and each sent reservation under its own key, so that tabs that
 * write at the same moment do not overwrite each other.
 */
export class StoredMint {
  readonly #key: string;
  readonly #storage: SharedStorage;

  constructor(key: string, storage: SharedStorage) {
    this.#key = key;
    this.#storage = storage;
  }

  /** `null` where there is none. */
  draft(): string | null {
    try {
      return this.#storage().getItem(this.#key);
    } catch {
      return null;
    }
  }

  /** In the order of their hashes. */
  reservations(): readonly Reservation[] {
    try {
      const storage = this.#storage();
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return names
        .filter((name) => name.startsWith(this.#nameOf('')))
        .toSorted()
        .flatMap((name) =>
          reservationOf(storage.getItem(name)).filter(
            ({ reserveHash }) => this.#nameOf(reserveHash) === name,
          ),
        );
    } catch {
      return [];
    }
  }

  /** @returns whether the browser keeps it */
  write(draft: Draft): boolean {
    return this.#set(this.#key, textOf(draft));
  }

  keep(sent: Reservation): boolean {
    return this.#set(this.#nameOf(sent.reserveHash), JSON.stringify(sent));
  }

  forget(reserveHash: string): void {
    try {
      this.#storage().removeItem(this.#nameOf(reserveHash));
    } catch {
      // Then it was never kept.
    }
  }

  #set(name: string, value: string): boolean {
    try {
      const storage = this.#storage();
      if (storage.getItem(name) !== value) storage.setItem(name, value);
      return true;
    } catch {
      return false;
    }
  }

  #nameOf(reserveHash: string): string {
    return `${this.#key}.sent.${reserveHash}`;
  }
}

/** The same for equal drafts: tabs that store what they have read change nothing. Spares have their own keys. */
export const textOf = (draft: Draft): string => JSON.stringify(draftOf(JSON.stringify(draft)));

/** What somebody else has stored under this name is left out. */
export function draftOf(stored: string | null): Draft {
  const given = fieldsOf(stored);
  const parts = Object.entries(PARTS).filter(([name, fits]) => fits(given[name]));
  return {
    ...(Object.fromEntries(parts.map(([name]) => [name, given[name]])) as Partial<Draft>),
    project: { ...EMPTY_PROJECT, ...projectOf(given['project']) },
  };
}

function reservationOf(stored: string | null): Reservation[] {
  const { account, reserveHash, ipnftId } = fieldsOf(stored);
  if (!isText(account) || !isText(reserveHash)) return [];
  return [{ account, reserveHash, ...(isText(ipnftId) ? { ipnftId } : {}) }];
}

function projectOf(given: unknown): Partial<Project> {
  const names = Object.keys(EMPTY_PROJECT);
  return Object.fromEntries(
    Object.entries(Object(given) as object).filter(
      ([name, value]) => names.includes(name) && isText(value),
    ),
  );
}

function fieldsOf(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(stored ?? '{}')) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

type Fits = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts: Fits = (value) => Array.isArray(value) && value.every(isText);
const has =
  (parts: Readonly<Record<string, Fits>>): Fits =>
  (value) => {
    const given = Object(value) as Readonly<Record<string, unknown>>;
    return Object.entries(parts).every(([name, fits]) => fits(given[name]));
  };

const PARTS: Readonly<Record<Exclude<keyof Draft, 'project' | 'spares'>, Fits>> = {
  account: isText,
  reserveHash: isText,
  ipnftId: isText,
  agreement: has({ cid: isText, uri: isText, hash: isText, pdfCid: isText }),
  uploadUrl: isText,
  imageKey: isText,
  metadata: has({ cid: isText, url: isText, imageCid: isText, warnings: areTexts }),
  terms: isText,
  signature: isText,
  authorization: isText,
  mintHash: isText,
  isMinted: (value) => value === true,
};
