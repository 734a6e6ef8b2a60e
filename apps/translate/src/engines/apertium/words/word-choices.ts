import type { EngineCaller } from '../../translation-engine.js';
import { derivedName } from '../modes/derived-name.js';
import type { ApertiumMode } from '../modes/modes.js';
import type { PipelinePool } from '../pipeline-pool.js';
import { withLookupApart } from '../spans/marked-mode.js';
import { decodeText, encodeText } from '../stream-format.js';

/** A mode in two: up to the dictionary, which names all translations of a word, and from there on. */
interface Halves {
  readonly lookup: ApertiumMode;
  readonly rest: ApertiumMode;
}

const BILINGUAL = /autobil[^/]*\.bin$/;

/** Sentences that are made of one: each goes through half of the mode. Of long ones fewer, so that none takes much more than others. */
const MOST_TRIED = 24;
const LEAST_TRIED = 4;
const CHARACTERS_TRIED = 6000;

/**
 * Sentences with another word of the dictionary at one place. The word is chosen before the rules of transfer: articles,
 * adjectives and verbs agree with it.
 */
export class WordChoices {
  constructor(private readonly pool: PipelinePool) {}

  /** @returns other translations of the sentence, and that which the mode would choose among them */
  async sentences(
    mode: ApertiumMode,
    { text, most }: { readonly text: string; readonly most: number },
    caller: EngineCaller,
  ): Promise<readonly string[]> {
    const halves = halvesOf(mode);
    if (halves === undefined) return [];
    const encoded = encodeText(text);
    const [stream = ''] = await this.pool.translate(halves.lookup, [encoded.stream], caller);
    const tried = Math.floor(CHARACTERS_TRIED / text.length);
    const least = Math.max(most, LEAST_TRIED);
    const streams = withOtherWords(stream).slice(0, Math.max(least, Math.min(tried, MOST_TRIED)));
    if (streams.length === 0) return [];
    const answers = await this.pool.translate(halves.rest, streams, caller);
    const texts = answers.flatMap((answer) => decodeText(answer, encoded) ?? []);
    return [...new Set(texts)].filter((sentence) => !UNWRITTEN.test(sentence));
  }
}

/** What a generator has no form of. */
const UNWRITTEN = /[#@*]\p{L}/u;

/** @returns undefined for a mode that looks words up in another way */
function halvesOf({ name, directions, stages }: ApertiumMode): Halves | undefined {
  const apart = stages.flatMap(withLookupApart);
  const at = apart.findIndex(
    ({ program, args }) =>
      program === 'lt-proc' && args.includes('-b') && args.some((arg) => BILINGUAL.test(arg)),
  );
  if (at === -1 || at === apart.length - 1) return undefined;
  return {
    lookup: { name: derivedName(name, 'lookup'), directions, stages: apart.slice(0, at + 1) },
    rest: { name: derivedName(name, 'rest'), directions, stages: apart.slice(at + 1) },
  };
}

const UNIT = /\^((?:\\.|[^\\$^])*)\$/gs;
/** Words with a meaning of their own: another preposition is rarely right. */
const CHOSEN = /<(?:n|adj|adv|vb[a-z]*)>/;

interface OpenUnit {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly translations: readonly string[];
}

/** The stream with one translation at one place, for each: first the first ones of all words, then the second ones. */
export function withOtherWords(stream: string): readonly string[] {
  const open = [...stream.matchAll(UNIT)].flatMap(
    ({ 0: unit, 1: inner = '', index }): OpenUnit[] => {
      const [source = '', ...translations] = inner.match(/(?:\\.|[^\\/])+/gs) ?? [];
      if (translations.length < 2 || !CHOSEN.test(source)) return [];
      return [{ start: index, end: index + unit.length, source, translations }];
    },
  );
  const deepest = Math.max(0, ...open.map(({ translations }) => translations.length));
  return Array.from({ length: deepest }, (_, rank) =>
    open.flatMap(({ start, end, source, translations }) => {
      const translation = translations[rank];
      if (translation === undefined) return [];
      return [`${stream.slice(0, start)}^${source}/${translation}$${stream.slice(end)}`];
    }),
  ).flat();
}
