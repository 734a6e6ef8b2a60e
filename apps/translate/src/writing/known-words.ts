/** @returns whether a word is one of them: as it is written, and with a capital or in capitals where it has none itself */
export function knownWordsOf(words: readonly string[]): (word: string) => boolean {
  const known = new Set(words.map((word) => word.trim()));
  return (word) => known.has(word) || (isRaised(word) && known.has(word.toLowerCase()));
}

/** With one capital at its start, or nothing but capitals. */
const isRaised = (word: string): boolean =>
  word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase();
