import { problem } from '@sextant/platform-http/errors';
import { nothingStored } from './nothing-stored.js';
import { parseLanguage } from '../src/languages/language.js';
import type { LanguageDetector } from '../src/languages/language-detector.js';
import { unmarked } from '../src/text/marked-text.js';
import type { MemoryLookup, MemoryMatch } from '../src/memories/search/memory-lookup.js';
import { noMorphology, type Morphology } from '../src/engines/morphology.js';
import type { StyleInstructions, StyleRuleLookup } from '../src/style-rules/style-rule-lookup.js';
import { TermMatchers } from '../src/glossaries/terms/term-matchers.js';
import type { Terminology } from '../src/glossaries/terminology.js';
import type {
  EngineAnswer,
  EngineDirection,
  TranslationEngine,
} from '../src/engines/translation-engine.js';
import type { Direction } from '../src/engines/direction.js';
import { CurrentRoutes } from '../src/translation/routes/current-routes.js';
import { TextComposer } from '../src/translation/composing/text-composer.js';
import type { Translator } from '../src/translation/translator.js';

export const OWNER = 'default';

export const tag = (code: string) => parseLanguage(code)!;

export const direction = (source: string, target: string): Direction => ({
  source: tag(source),
  target: tag(target),
});

/** Knows no language. */
export const noDetector: LanguageDetector = {
  detect: () => ({ words: 0, letters: 'none', scores: [] }),
  canDetect: () => false,
};

/** Directions such as `en>es es>pt-BR`, each offered as a plain engine would. */
export const offered = (
  pairs: string,
  traits: Partial<EngineDirection> = {},
): readonly EngineDirection[] =>
  pairs.split(' ').map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return {
      ...direction(source, target),
      modelTypes: ['latency_optimized'],
      features: new Set(),
      coverage: 'any',
      cost: 1,
      ...traits,
    };
  });

/** Asks an engine for plain texts. */
export async function translateTexts(
  engine: TranslationEngine,
  pair: Direction,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const segments = texts.map(unmarked);
  return (await engine.translate({ ...pair, segments, options: {}, signal })).map(textOfAnswer);
}

export function textOfAnswer(answer: EngineAnswer): string {
  if (answer.kind !== 'translated') throw new Error(`the segment is ${answer.kind}`);
  return answer.text;
}

class ComposerWithoutThreads extends TextComposer {
  protected override readonly mostHere: number = Infinity;
  protected override readonly mostWithPatterns: number = Infinity;
}

/** What a translator is made of: its engines, and what is around them; nothing is stored unless given. */
export function translatorParts(
  engines: readonly TranslationEngine[],
  detector: LanguageDetector,
  stored: {
    readonly terminology?: Terminology;
    readonly memory?: MemoryLookup;
    readonly styleRules?: StyleRuleLookup;
    readonly morphology?: Morphology;
  } = {},
): ConstructorParameters<typeof Translator> {
  return [
    new CurrentRoutes({ all: engines }, detector),
    detector,
    new TermMatchers(stored.terminology ?? nothingStored, stored.morphology ?? noMorphology),
    stored.memory ?? nothingStored,
    stored.styleRules ?? nothingStored,
    new ComposerWithoutThreads(),
  ];
}

const notFound = (what: string) => problem(`${what}_not_found`, 404, `${what} not found`)();

const mismatch = problem(
  'glossary_pair_mismatch',
  400,
  'The glossary holds no dictionary of this language pair.',
);

/** Glossaries by id: a pair such as `en>es` and its entries. */
export class MemoryTerminology implements Terminology {
  readonly #glossaries = new Map<string, { pair: string; entries: [string, string][] }>();

  put(id: string, pair: string, entries: Readonly<Record<string, string>>): void {
    this.#glossaries.set(id, { pair, entries: Object.entries(entries) });
  }

  dictionaries: Terminology['dictionaries'] = ({ owner, glossaryIds, source, target }) =>
    Promise.resolve().then(() =>
      glossaryIds.map((glossaryId) => {
        const found = this.#glossaries.get(glossaryId);
        if (found === undefined || owner !== OWNER) throw notFound('glossary');
        if (found.pair !== `${source}>${target}`) throw mismatch();
        const text = found.entries.map((entry) => entry.join('\t')).join('\n');
        const version = `${found.pair} ${text}`;
        return { glossaryId, version, load: () => Promise.resolve({ version, text }) };
      }),
    );
}

/** One memory, matched by the whole segment, or by all but its last word with 80 percent. */
export class ExactMemory implements MemoryLookup {
  constructor(
    readonly id: string,
    readonly units: Readonly<Record<string, string>>,
  ) {}

  match: MemoryLookup['match'] = ({ memoryId, owner, segments, threshold }) =>
    Promise.resolve().then(() => {
      if (memoryId !== this.id || owner !== OWNER) throw notFound('translation_memory');
      return segments.map((segment) => this.#best(segment, threshold));
    });

  #best(segment: string, threshold: number): MemoryMatch | undefined {
    const found = Object.entries(this.units)
      .map(([source, target]): MemoryMatch => {
        const isFuzzy = withoutLastWord(source) === withoutLastWord(segment);
        const score = source === segment ? 100 : isFuzzy ? 80 : 0;
        return { segmentId: `unit of ${source}`, source, target, score };
      })
      .sort((a, b) => b.score - a.score)[0];
    return found !== undefined && found.score > 0 && found.score >= threshold ? found : undefined;
  }
}

const withoutLastWord = (text: string): string => text.split(' ').slice(0, -1).join(' ');

export class MemoryStyleRules implements StyleRuleLookup {
  constructor(readonly lists: readonly StyleInstructions[]) {}

  instructions: StyleRuleLookup['instructions'] = (owner, styleId) => {
    const list = this.lists.find(({ id }) => id === styleId);
    return list === undefined || owner !== OWNER
      ? Promise.reject(notFound('style_rule'))
      : Promise.resolve(list);
  };
}
