/** A word that is written short: what it is said as, and whether it stands before a name or a number. */
interface Abbreviation {
  readonly said: string;
  /** Whether a sentence goes on after it. */
  readonly goesOn?: boolean;
  /** What it is said as after a capitalised word, such as the name of a street. */
  readonly afterName?: string;
  /** Whether it means something only before a number. */
  readonly onlyBeforeNumber?: boolean;
}

const title = (said: string): Abbreviation => ({ said, goesOn: true });
const plain = (said: string): Abbreviation => ({ said });
const number = (said: string): Abbreviation => ({ said, goesOn: true, onlyBeforeNumber: true });

/** By primary language and the word without its final full stop, as it is written. */
const ABBREVIATIONS: Readonly<Record<string, Readonly<Record<string, Abbreviation>>>> = {
  en: {
    Dr: { said: 'Doctor', goesOn: true, afterName: 'Drive' },
    Mr: title('Mister'),
    Mrs: title('Missus'),
    Ms: title('Miz'),
    Prof: title('Professor'),
    Rev: title('Reverend'),
    Gen: title('General'),
    Sen: title('Senator'),
    Gov: title('Governor'),
    Capt: title('Captain'),
    Lt: title('Lieutenant'),
    Sgt: title('Sergeant'),
    St: { said: 'Saint', goesOn: true, afterName: 'Street' },
    Ave: plain('Avenue'),
    Blvd: plain('Boulevard'),
    Rd: plain('Road'),
    Jr: plain('Junior'),
    Sr: plain('Senior'),
    Inc: plain('Incorporated'),
    Ltd: plain('Limited'),
    Corp: plain('Corporation'),
    Dept: plain('Department'),
    No: number('Number'),
    Nos: number('Numbers'),
    Fig: number('Figure'),
    Vol: number('Volume'),
    pp: number('pages'),
    Jan: title('January'),
    Feb: title('February'),
    Aug: title('August'),
    Sept: title('September'),
    Oct: title('October'),
    Nov: title('November'),
    Dec: title('December'),
    vs: title('versus'),
    etc: plain('et cetera'),
    approx: title('approximately'),
    'e.g': title('for example'),
    'i.e': title('that is'),
  },
  de: {
    Dr: title('Doktor'),
    Hr: title('Herr'),
    Fr: title('Frau'),
    Prof: title('Professor'),
    St: title('Sankt'),
    Str: plain('Straße'),
    Nr: number('Nummer'),
    bzw: title('beziehungsweise'),
    ca: title('circa'),
    usw: plain('und so weiter'),
    'z.B': title('zum Beispiel'),
    'd.h': title('das heißt'),
  },
  fr: {
    M: title('Monsieur'),
    MM: title('Messieurs'),
    Mme: title('Madame'),
    Mlle: title('Mademoiselle'),
    Dr: title('Docteur'),
    Pr: title('Professeur'),
    av: title('avenue'),
    'p.ex': title('par exemple'),
    etc: plain('et cetera'),
  },
  es: {
    Sr: title('Señor'),
    Sra: title('Señora'),
    Srta: title('Señorita'),
    Dr: title('Doctor'),
    Dra: title('Doctora'),
    Ud: title('Usted'),
    Uds: title('Ustedes'),
    Av: title('Avenida'),
    núm: number('número'),
    etc: plain('etcétera'),
  },
  it: {
    Sig: title('Signor'),
    'Sig.ra': title('Signora'),
    Dott: title('Dottor'),
    Prof: title('Professor'),
    ecc: plain('eccetera'),
  },
  pt: {
    Sr: title('Senhor'),
    Sra: title('Senhora'),
    Dr: title('Doutor'),
    Dra: title('Doutora'),
    Av: title('Avenida'),
    etc: plain('etcétera'),
  },
};

export interface WordContext {
  /** Primary language subtag, such as `en`. */
  readonly language: string;
  readonly previous: string;
  readonly next: string;
  /** The words before, the nearest first. */
  readonly before?: readonly string[];
}

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

/**
 * What a word that is written short, with a full stop after it, is said as; nothing if it is not one that is known.
 * @param word without the full stop at its end
 */
export function expandAbbreviation(
  word: string,
  { language, previous, next }: WordContext,
): string | undefined {
  const known = abbreviation(language, word);
  if (known === undefined) return undefined;
  if (known.onlyBeforeNumber === true && !/^\d/.test(next)) return undefined;
  const standsAfterName = isCapitalised(previous) && !isCapitalised(next);
  return standsAfterName && known.afterName !== undefined ? known.afterName : known.said;
}

/** Whether a sentence goes on after this word and its full stop: a title, an initial, `e.g.`. */
export function goesOnAfter(word: string, next: string, language: string): boolean {
  if (/^\p{Lu}$/u.test(word)) return isCapitalised(next) && word !== 'I';
  const known = abbreviation(language, word);
  if (known === undefined) return false;
  if (known.onlyBeforeNumber === true) return /^\d/.test(next);
  // "Main St. He left." ends there, "St. Paul" does not, and nobody can tell more without a dictionary.
  return known.goesOn === true;
}

function abbreviation(language: string, word: string): Abbreviation | undefined {
  const words = ABBREVIATIONS[language];
  return words !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
}
