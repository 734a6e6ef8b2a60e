/** How something written is said: in other words, or with these sounds (IPA). */
export type Pronunciation = { readonly alias: string } | { readonly ipa: string };

/** An entry as its author wrote it. */
export interface LexiconEntry {
  /** A word, or words with single spaces. */
  readonly grapheme: string;
  readonly said: Pronunciation;
}

/** A lexicon as it is stored. */
export interface StoredLexicon {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  /** BCP 47: of words of this language alone. */
  readonly language: string;
  readonly entries: readonly LexiconEntry[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry that was found, and how many words it stands for. */
export interface Found {
  readonly said: Pronunciation;
  readonly words: number;
}

/** Entries of several lexicons; the first that has a word wins. */
export class Lexicon {
  readonly #byFirstWord = new Map<string, (Found & { readonly rest: readonly string[] })[]>();

  constructor(lexicons: readonly Pick<StoredLexicon, 'language' | 'entries'>[]) {
    for (const { language, entries } of lexicons) {
      for (const { grapheme, said } of entries) this.add(primary(language), grapheme, said);
    }
  }

  /**
   * The longest entry that these words begin with. Case counts (PLS 1.0, 4.5), but at the beginning of a sentence: a capital
   * finds an entry without one.
   *
   * @param language BCP 47
   */
  find(words: readonly string[], language: string): Found | undefined {
    const [first = '', ...rest] = words;
    for (const spelling of new Set([first, first.charAt(0).toLowerCase() + first.slice(1)])) {
      const entries = this.#byFirstWord.get(`${primary(language)} ${spelling}`) ?? [];
      const found = entries.find((entry) =>
        entry.rest.every((word, index) => word === rest[index]),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private add(language: string, grapheme: string, said: Pronunciation): void {
    const [first = '', ...rest] = grapheme.split(' ');
    const key = `${language} ${first}`;
    const entries = this.#byFirstWord.get(key) ?? [];
    entries.push({ said, rest, words: rest.length + 1 });
    // The longest first; among equals the order stays.
    this.#byFirstWord.set(
      key,
      entries.toSorted((a, b) => b.words - a.words),
    );
  }
}

/** Words of an entry at most. */
export const MAX_ENTRY_WORDS = 8;

const primary = (language: string): string => language.split('-')[0]?.toLowerCase() ?? language;

/** The lexicons of workspaces. */
export interface LexiconDirectory {
  /** @throws {Problem} `lexicon_not_found`, the same for another workspace's */
  load(workspace: string, ids: readonly string[]): Promise<Lexicon>;
}
