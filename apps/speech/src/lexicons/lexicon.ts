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

/** Entries of several lexicons; the first that has a word wins. Finding one is O(words), however many begin alike. */
export class Lexicon {
  readonly #said = new Map<string, Pronunciation>();
  /** Words of the longest entry with this first word. */
  readonly #longest = new Map<string, number>();

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
      const most = this.#longest.get(`${primary(language)} ${spelling}`) ?? 0;
      for (let count = Math.min(most, words.length); count > 0; count -= 1) {
        const grapheme = [spelling, ...rest.slice(0, count - 1)].join(' ');
        const said = this.#said.get(`${primary(language)} ${grapheme}`);
        if (said !== undefined) return { said, words: count };
      }
    }
    return undefined;
  }

  private add(language: string, grapheme: string, said: Pronunciation): void {
    const words = grapheme.split(' ');
    const key = `${language} ${grapheme}`;
    if (!this.#said.has(key)) this.#said.set(key, said);
    const first = `${language} ${words[0] ?? ''}`;
    this.#longest.set(first, Math.max(words.length, this.#longest.get(first) ?? 0));
  }
}

/** Words of an entry at most. */
export const MAX_ENTRY_WORDS = 8;

const primary = (language: string): string => language.split('-')[0]?.toLowerCase() ?? language;

/** The lexicons of workspaces. */
export abstract class LexiconDirectory {
  /** @throws {Problem} `lexicon_not_found`, the same for another workspace's */
  abstract load(workspace: string, ids: readonly string[]): Promise<Lexicon>;
}
