import type { Agreement } from '../../../text/agreement.js';
import { unitsOf } from '../words/lexical-unit.js';
import { lookUp } from '../words/lookup.js';
import { agreementOf, nounPhraseOf } from '../words/noun-phrase.js';
import type { Dictionaries } from '../words/apertium-morphology.js';

/** Plain nouns of things, singular and plural. Every pair of a language knows most of them. */
const NOUNS: Readonly<Record<string, string>> = {
  ca: 'llibre llibres casa cases arbre arbres taula taules cotxe cotxes finestra finestres',
  en: 'book books house houses tree trees table tables car cars window windows',
  es: 'libro libros casa casas árbol árboles mesa mesas coche coches ventana ventanas',
  fr: 'livre livres maison maisons arbre arbres table tables voiture voitures fenêtre fenêtres',
  gl: 'libro libros casa casas árbore árbores mesa mesas coche coches xanela xanelas',
  it: 'libro libri casa case albero alberi tavola tavole auto auto finestra finestre',
  oc: 'libre libres ostal ostals arbre arbres taula taulas veitura veituras fenèstra fenèstras',
  pt: 'livro livros casa casas árvore árvores mesa mesas carro carros janela janelas',
};

/** Nouns by what words around their translation agree with: `m sg`, `f pl`. */
export type StandIns = ReadonlyMap<string, string>;

export const agreementKey = ({ gender, number }: Agreement): string => `${gender} ${number}`;

/** The nouns whose translations may become one. */
export const standInCandidates = (language: string): readonly string[] =>
  NOUNS[language]?.split(' ') ?? [];

/**
 * Nouns that stand for terms while a sentence is translated, so that articles and adjectives agree with what
 * the term will be.
 *
 * @param translations of the candidates, in their order
 */
export async function findStandIns(
  candidates: readonly string[],
  translations: readonly string[],
  target: Dictionaries,
): Promise<StandIns> {
  const analysed = await lookUp(target.analyser, [], translations);
  const found = new Map<string, string>();
  candidates.forEach((candidate, at) => {
    const phrase = nounPhraseOf(unitsOf(analysed[at] ?? ''), target.language);
    const agreement = phrase?.words.length === 1 ? agreementOf(phrase) : undefined;
    const key = agreement && agreementKey(agreement);
    if (key !== undefined && !found.has(key)) found.set(key, candidate);
  });
  return found;
}
