/** A stretch of a translation: a word, or something between words. */
export interface Atom {
  readonly text: string;
  /** Numbers of the runs that it comes from; a word that was made of two has both. */
  readonly runs: readonly number[];
  /** The kept blank that it is. */
  readonly kept?: number;
  /** A word that the engine does not know. */
  readonly isUnknown?: boolean;
}

/** What was taken out of a stream, by the numbers that stand in it. */
export interface KeptBlanks {
  readonly kept: readonly string[];
  /** The run that a kept blank stands for. */
  readonly keptRuns: ReadonlyMap<number, number>;
}

interface ReadAtom extends Atom {
  /** The run to whose words the engine has added this one, such as an article. */
  readonly addedTo?: number;
}

/**
 * The beginning or end of a word-bound blank, a kept one, an escaped character, words and other signs. An `@` before a word
 * is the engine's mark, escaped or not: those of the text are kept apart.
 */
const TOKEN =
  /\[\[([^\]]*)\]\]|\[k(\d+)\]|\\(?!@[\p{L}\p{M}\p{N}])(.)|(\\@|[*#@])?((?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+)|( +)|([\s\S])/gsu;
const RUN = /t:[sf]:(\d+)/g;
const ADDED = /t:d:(\d+)/;

/** Reads a stream with word-bound blanks. Runs of plain spaces become one, as words were dropped there. */
export function atomsOf(stream: string, { kept, keptRuns }: KeptBlanks): readonly Atom[] {
  const atoms: ReadAtom[] = [];
  let runs: readonly number[] = [];
  let addedTo: number | undefined;
  for (const match of stream.matchAll(TOKEN)) {
    const [, label, keptNumber] = match;
    if (label !== undefined) {
      runs = [...label.matchAll(RUN)].map(([, number]) => Number(number));
      addedTo = numberIn(ADDED.exec(label));
    } else if (keptNumber === undefined) {
      atoms.push({ ...wordOrSign(match), runs, ...(addedTo === undefined ? {} : { addedTo }) });
    } else {
      const number = Number(keptNumber);
      const run = keptRuns.get(number);
      atoms.push({ text: kept[number] ?? '', runs: run === undefined ? [] : [run], kept: number });
    }
  }
  return withLoneArticles(atoms);
}

const numberIn = (match: RegExpExecArray | null): number | undefined =>
  match === null ? undefined : Number(match[1]);

/** What is added to nothing is the word itself: a term may be an article. */
function withLoneArticles(atoms: readonly ReadAtom[]): readonly Atom[] {
  const written = new Set(atoms.flatMap(({ runs }) => runs));
  return atoms.map(({ addedTo, ...atom }) =>
    addedTo === undefined || written.has(addedTo) ? atom : { ...atom, runs: [addedTo] },
  );
}

function wordOrSign(match: RegExpMatchArray): Pick<Atom, 'text' | 'isUnknown'> {
  const [, , , escaped, mark, word, space, sign] = match;
  if (word !== undefined) return mark === '*' ? { text: word, isUnknown: true } : { text: word };
  return { text: space === undefined ? (escaped ?? sign ?? '') : ' ' };
}
