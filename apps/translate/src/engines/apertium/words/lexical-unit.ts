/** One reading of a word: its lemma with what follows in brackets, and its tags. */
export interface Reading {
  readonly lemma: string;
  readonly tags: readonly string[];
  /** What belongs to a lemma of several words and is not inflected: `# de crédito`. */
  readonly rest: string;
}

/** A word of an analysed text with all its readings; none when it is not known. */
export interface LexicalUnit {
  readonly surface: string;
  readonly readings: readonly Reading[];
}

const UNIT = /\^((?:\\.|[^\\$])*)\$/gs;
const READING = /^((?:\\.|[^<\\])*)((?:<[^>]+>)+)(.*)$/s;

/**
 * Reads what `lt-proc` writes for a text.
 *
 * @see Apertium wiki, "Apertium stream format"
 */
export function unitsOf(analysed: string): readonly LexicalUnit[] {
  return [...analysed.matchAll(UNIT)].map(([, unit = '']) => {
    const [surface = '', ...readings] = unit.split('/');
    return { surface, readings: readings.flatMap(readingOf) };
  });
}

/** Joined words (`del` is `de` and `el`) have no reading of their own. */
function readingOf(text: string): readonly Reading[] {
  const [, lemma, tags = '', rest = ''] = READING.exec(text) ?? [];
  if (lemma === undefined || lemma.startsWith('*') || rest.includes('<')) return [];
  return [{ lemma, tags: [...tags.matchAll(/<([^>]+)>/g)].map(([, tag = '']) => tag), rest }];
}

/** The reading as a generator takes it. */
export const unitFor = ({ lemma, tags, rest }: Reading): string =>
  `^${lemma}${tags.map((tag) => `<${tag}>`).join('')}${rest}$`;
