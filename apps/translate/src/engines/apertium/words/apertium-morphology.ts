import { baseLanguage } from '../../../languages/language.js';
import type { Morphology, Term, TermForm } from '../../morphology.js';
import type { Agreement } from '../../../text/agreement.js';
import type { Direction } from '../../direction.js';
import type { EngineLog } from '../../engine-factory.js';
import { unitFor, unitsOf } from './lexical-unit.js';
import { isPlainText, lookUp } from './lookup.js';
import { dictionaryOf, type ApertiumMode } from '../modes/modes.js';
import { agreementOf, inNumber, nounPhraseOf, numberOf, type NounPhrase } from './noun-phrase.js';

/** A language by its dictionaries: words to readings, and back. */
export interface Dictionaries {
  readonly language: string;
  readonly analyser: string;
  readonly generator: string;
}

/**
 * Inflects the nouns of glossaries with the dictionaries of the language pairs.
 *
 * A pair brings the analyser of its source and the generator of its target: both are needed of both
 * languages, so the pair must be installed in both directions.
 */
export class ApertiumMorphology implements Morphology {
  constructor(
    private readonly modeOf: (direction: Direction) => ApertiumMode | undefined,
    private readonly log: EngineLog,
  ) {}

  async forms(
    direction: Direction,
    entries: readonly Term[],
  ): Promise<readonly (readonly TermForm[])[]> {
    const [source, target] = dictionariesOf(direction, this.modeOf);
    if (source === undefined || target === undefined || entries.length === 0) {
      return entries.map((entry) => [entry]);
    }
    try {
      const [from, to] = await Promise.all([
        inflected(
          source,
          entries.map((entry) => entry.source),
        ),
        inflected(
          target,
          entries.map((entry) => entry.target),
        ),
      ]);
      return entries.map((entry, at) => formsOf(entry, from[at], to[at]));
    } catch (error) {
      this.log.warn('engine.morphology_failed', { reason: String(error) });
      return entries.map((entry) => [entry]);
    }
  }
}

/** The dictionaries of both languages of a direction, as far as they are installed. */
export function dictionariesOf(
  { source, target }: Direction,
  modeOf: (direction: Direction) => ApertiumMode | undefined,
): readonly (Dictionaries | undefined)[] {
  const there = modeOf({ source, target });
  const back = modeOf({ source: baseLanguage(target), target: source });
  return [
    paired(source, dictionaryOf(there, 'analyser'), dictionaryOf(back, 'generator')),
    paired(baseLanguage(target), dictionaryOf(back, 'analyser'), dictionaryOf(there, 'generator')),
  ];
}

const paired = (
  language: string,
  analyser: string | undefined,
  generator: string | undefined,
): Dictionaries | undefined =>
  analyser === undefined || generator === undefined ? undefined : { language, analyser, generator };

/** A term as it is, and in its other number. */
interface Inflected {
  readonly number?: 'sg' | 'pl' | undefined;
  readonly agreement?: Agreement | undefined;
  readonly other?: { readonly text: string; readonly agreement?: Agreement | undefined };
}

async function inflected(
  { language, analyser, generator }: Dictionaries,
  terms: readonly string[],
): Promise<readonly Inflected[]> {
  const analysed = await lookUp(
    analyser,
    [],
    terms.map((term) => (isPlainText(term) ? term : '')),
  );
  const phrases = analysed.map((answer) => nounPhraseOf(unitsOf(answer), language));
  const others = phrases.map((phrase) => {
    const number = phrase && numberOf(phrase.head);
    return phrase && number && inNumber(phrase, number === 'sg' ? 'pl' : 'sg');
  });
  const generated = await lookUp(generator, ['-g'], others.map(streamOf));
  return phrases.map((phrase, at) => {
    if (phrase === undefined) return {};
    const text = generated[at] ?? '';
    const other = others[at];
    const isWhole = text !== '' && text !== terms[at] && !/[#*@\\]/.test(text);
    return {
      number: numberOf(phrase.head),
      agreement: agreementOf(phrase),
      ...(other !== undefined && isWhole ? { other: { text, agreement: agreementOf(other) } } : {}),
    };
  });
}

/** Inflected words for the generator, the others as they are. */
function streamOf(phrase: NounPhrase | undefined): string {
  return (phrase?.words ?? [])
    .map(({ surface, reading }) => (reading === undefined ? surface : unitFor(reading)))
    .join(' ');
}

function formsOf(entry: Term, source: Inflected = {}, target: Inflected = {}): readonly TermForm[] {
  const own = { ...entry, agreement: target.agreement };
  const isSameNumber = source.number !== undefined && source.number === target.number;
  if (!isSameNumber || source.other === undefined || target.other === undefined) return [own];
  const { text, agreement } = target.other;
  return [own, { source: source.other.text, target: text, agreement }];
}
