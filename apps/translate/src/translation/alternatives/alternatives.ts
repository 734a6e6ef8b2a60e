import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import type { TranslationEngine } from '../../engines/translation-engine.js';
import { TermMatchers } from '../../glossaries/terms/term-matchers.js';
import { withTerms } from '../../glossaries/terms/terms.js';
import { LanguageDetector } from '../../languages/language-detector.js';
import { MemoryLookup } from '../../memories/search/memory-lookup.js';
import { StyleRuleLookup } from '../../style-rules/style-rule-lookup.js';
import { TextComposer, type ComposedTexts } from '../composing/text-composer.js';
import { Preparation, type TranslationRequest } from '../preparation.js';
import { CurrentRoutes } from '../routes/current-routes.js';
import type { Route } from '../routes/routes.js';
import { conventional } from '../segments/conventions.js';
import {
  finishSegments,
  type FinishedSegment,
  type SegmentWork,
  type ShieldedSegment,
} from '../segments/segment-work.js';
import { keyedSegments } from '../translation.js';

/** One of several translations of a sentence. */
export interface Alternative {
  readonly text: string;
  /** The engine, those of a longer way joined by `+`; `memory` and `phrasebook` are such names too. */
  readonly engine: string;
  /** Where a memory has it. */
  readonly remembered?: {
    readonly segmentId: string;
    readonly source: string;
    readonly score: number;
  };
}

/** A sentence of which several translations are wanted. */
export interface AlternativesRequest extends Omit<TranslationRequest, 'texts'> {
  readonly text: string;
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Ways that are taken beside the usual one: through other engines, or another language in between. */
const MOST_WAYS = 2;

/** A sentence that was taken apart. */
interface Sentence {
  readonly text: string;
  readonly work: SegmentWork;
  readonly segments: readonly ShieldedSegment[];
  readonly composed: ComposedTexts;
}

/** Finds other translations of a sentence than the usual one. */
@Injectable()
export class Alternatives {
  constructor(
    private readonly routes: CurrentRoutes,
    private readonly detector: LanguageDetector,
    private readonly terms: TermMatchers,
    private readonly memory: MemoryLookup,
    private readonly styleRules: StyleRuleLookup,
    private readonly composer: TextComposer,
  ) {}

  /**
   * The usual translation, what a memory has, other words and orders that its engine knows, and other ways, in this order.
   * An engine that fails at another translation than the usual one is left out.
   *
   * @returns each once, the usual one first; none for a text that is in the target language
   * @throws {Problem} as `Translator.translate`
   */
  async find(request: AlternativesRequest): Promise<readonly Alternative[]> {
    const sentence = await this.#taken(request);
    if (sentence === undefined) return [];
    const found = new Map<string, Alternative>();
    for await (const alternative of this.#each(sentence, request.most)) {
      if (!found.has(alternative.text)) found.set(alternative.text, alternative);
      if (found.size >= request.most) break;
    }
    return [...found.values()];
  }

  async #taken(request: AlternativesRequest): Promise<Sentence | undefined> {
    const { text, owner, signal } = request;
    const { detector, terms, styleRules } = this;
    const lookups = { detector, terms, styleRules };
    const preparation = await Preparation.of(
      { ...request, texts: [text] },
      this.routes.now(),
      lookups,
    );
    const { options } = preparation;
    const composed = await this.composer.take({ owner, signal, texts: [text], options });
    const [parts] = composed.parts;
    const [source] = preparation.sourcesOf(composed.parts.map(({ visibleText }) => visibleText));
    const work = source === undefined ? undefined : preparation.workFrom(source, signal);
    if (parts === undefined || work === undefined) return undefined;
    const segments = keyedSegments(parts, work).map(({ segment }) => segment);
    if (segments.length === 0) return undefined;
    return { text, work, segments, composed };
  }

  async *#each(sentence: Sentence, most: number): AsyncGenerator<Alternative, void, undefined> {
    const { work } = sentence;
    const usual = await finishSegments(sentence.segments, work, this.memory);
    yield await this.#written(sentence, usual);
    for (const { suggestion } of sentence.segments.length === 1 ? usual : []) {
      if (suggestion === undefined) continue;
      const { target: text, segmentId, source, score } = suggestion.match;
      yield { text, engine: 'memory', remembered: { segmentId, source, score } };
    }
    if (usual.some(({ engine }) => engine === 'memory' || engine === 'phrasebook')) {
      yield* this.#byWay(sentence, work.chosen.route);
    }
    yield* this.#byWords(sentence, most);
    const { source, target, chosen } = work;
    const [, ...others] = this.routes.now().ways(source, target, chosen.needs);
    for (const way of others.slice(0, MOST_WAYS)) yield* this.#byWay(sentence, way);
  }

  /** What engines write, whatever memories and phrasebooks say. */
  async *#byWay(sentence: Sentence, route: Route): AsyncGenerator<Alternative, void, undefined> {
    const { segments, work } = sentence;
    const chosen = { ...work.chosen, route };
    const alone = { ...work, chosen, knownBy: [], memory: undefined };
    const words = segments.map((segment) => ({ ...segment, word: undefined }));
    const finished = await orNothing(finishSegments(words, alone, this.memory), work.signal);
    if (finished !== undefined) yield await this.#written(sentence, finished);
  }

  /** Of one sentence without marks, by each engine that has the pair. */
  async *#byWords(sentence: Sentence, most: number): AsyncGenerator<Alternative, void, undefined> {
    const [segment] = sentence.segments;
    const { work } = sentence;
    if (segment === undefined || sentence.segments.length > 1) return;
    const { segment: marked } = withTerms(segment.shield, work.terms);
    if (marked.spans.length > 0) return;
    for (const engine of this.#direct(work)) {
      const { source, target, owner, signal, engineOptions: options } = work;
      const asked = { source, target, owner, signal, options, text: marked.text, most };
      const variants = await orNothing(engine.variants?.(asked), signal);
      for (const text of variants ?? []) {
        const written = conventional(marked, target, { text, spans: [] });
        const finished = { ...written, engine: engine.name, unknownWords: [], terms: [] };
        yield await this.#written(sentence, [finished]);
      }
    }
  }

  #direct({ source, target, chosen }: SegmentWork): readonly TranslationEngine[] {
    const ways = this.routes.now().ways(source, target, chosen.needs);
    return ways.flatMap(([step, ...more]) => (step && more.length === 0 ? [step.engine] : []));
  }

  async #written(
    { text, composed }: Sentence,
    finished: readonly FinishedSegment[],
  ): Promise<Alternative> {
    const [written] = await composed.write([{ at: 0, text, finished }]);
    const engine = [...new Set(finished.map((segment) => segment.engine))].join('+');
    const match = finished.length === 1 ? finished[0]?.memoryMatch : undefined;
    return {
      ...{ text: written?.text ?? text, engine },
      ...(match && {
        remembered: { segmentId: match.segmentId, source: match.source, score: match.score },
      }),
    };
  }
}

/** What is refused or away is no alternative; whoever has gone waits for none. */
async function orNothing<T>(
  work: Promise<T> | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
