import { billedCharacters } from '../usage/billed-characters.js';
import type { ModelType } from '../engines/translation-engine.js';
import type { AppliedTerm } from '../glossaries/terms/terms.js';
import type { LanguageTag } from '../languages/language.js';
import { interfaceWord } from '../text/interface-words/interface-words.js';
import type { MarkedText } from '../text/marked-text.js';
import { formatsOf, type PlaceholderFormat } from '../text/placeholder-formats.js';
import type { TextParts } from './composing/compose-text.js';
import type { WrittenText } from './composing/written-text.js';
import type { Origin } from './provenance.js';
import type {
  FinishedSegment,
  MemorySuggestion,
  SegmentWork,
  ShieldedSegment,
} from './segments/segment-work.js';

export interface Translation {
  readonly text: string;
  /** The given source language, or the detected one. */
  readonly sourceLanguage: LanguageTag;
  readonly billedCharacters: number;
  /** Absent where nothing had to be translated. */
  readonly modelType?: ModelType | undefined;
  readonly appliedTerms: readonly AppliedTerm[];
  /** Dialects of the placeholders that stayed as they are. */
  readonly placeholderFormats: readonly PlaceholderFormat[];
  /** What the memory has for segments that are only like its own, in their order. */
  readonly suggestions: readonly MemorySuggestion[];
  /** Joined, the parts are the text. Only when asked for. */
  readonly provenance?: readonly Origin[] | undefined;
  /** The command that brings a model, where rules wrote something of it. Only with provenance. */
  readonly fluentWith?: string | undefined;
}

/** A text of a request, taken apart. */
export interface TextJob {
  /** Its place in the request. */
  readonly at: number;
  readonly text: string;
  readonly parts: TextParts;
  readonly source: LanguageTag;
}

/** A segment with a key that it shares with those that are translated in the same way. */
export interface KeyedSegment {
  readonly key: string;
  readonly segment: ShieldedSegment;
}

/** The segments of a text. One that is all of it may be a word of an interface. */
export function keyedSegments(
  { segments, shields, placeholders }: TextParts,
  languages: Pick<SegmentWork, 'source' | 'target'>,
): readonly KeyedSegment[] {
  const isWhole = segments.length === 1;
  return segments.map((segment, at) => {
    const word = isWhole ? interfaceWord(segment.text, languages) : undefined;
    return {
      key: word === undefined ? keyOf(segment) : `\0${keyOf(segment)}`,
      segment: {
        segment,
        shield: shields[at] ?? segment,
        placeholders: placeholders[at] ?? [],
        word,
      },
    };
  });
}

/** Two segments are the same when their spans are as well. */
const keyOf = ({ text, spans }: MarkedText): string =>
  spans.length === 0 ? text : `${text}\0${JSON.stringify(spans)}`;

export function translationOf(
  { text, source, parts }: TextJob,
  written: WrittenText,
  { work, finished }: { readonly work: SegmentWork; readonly finished: readonly FinishedSegment[] },
): Translation {
  return {
    text: written.text,
    sourceLanguage: source,
    billedCharacters: billedCharacters(text),
    modelType: work.chosen.modelType,
    appliedTerms: finished.flatMap(({ terms }) => terms),
    placeholderFormats: formatsOf([
      ...(parts.formats === undefined ? [] : [parts.formats]),
      ...finished.flatMap(({ placeholders = [] }) => placeholders),
    ]),
    suggestions: finished.flatMap(({ suggestion }) => suggestion ?? []),
    provenance: written.provenance,
    fluentWith: finished.some(isOfRules) ? work.fluentWith : undefined,
  };
}

const OF_NO_ENGINE: ReadonlySet<string> = new Set(['memory', 'phrasebook']);

const isOfRules = ({ engine }: FinishedSegment): boolean => !OF_NO_ENGINE.has(engine);

/** Of a text that has nothing to be translated. */
export const unchanged = ({ text, source }: TextJob): Translation => ({
  text,
  sourceLanguage: source,
  billedCharacters: billedCharacters(text),
  appliedTerms: [],
  placeholderFormats: [],
  suggestions: [],
  provenance: text === '' ? [] : [{ text, origin: 'unchanged' }],
});
