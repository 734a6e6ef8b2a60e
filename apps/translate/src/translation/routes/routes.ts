import { baseLanguage, parseLanguage, type LanguageTag } from '../../languages/language.js';
import { explainMissing, wayToObtain, type KnownDirections } from './missing-pair.js';
import type {
  EngineDirection,
  Feature,
  ModelType,
  TranslationEngine,
} from '../../engines/translation-engine.js';
import type { Direction } from '../../engines/direction.js';

/** One step of a way: who takes it, and what is possible on it. */
export interface Step {
  readonly engine: TranslationEngine;
  readonly direction: EngineDirection;
}

export type Route = readonly Step[];

/** What a way must be able to honour. */
export interface RouteNeeds {
  readonly modelType?: ModelType;
  readonly features: readonly Feature[];
}

export interface RouteAdvice {
  /** What would bring a direction that no engine has, in words. */
  obtainable(direction: Direction): string | undefined;
  /** The command that brings a model for a direction. */
  fluentWith(direction: Direction): string | undefined;
}

export const NO_NEEDS: RouteNeeds = { features: [] };

/** Languages to go through, best first, when the cost does not decide (our choice: most pairs). */
const PREFERRED_PIVOTS: readonly string[] = ['es', 'en', 'fr', 'ca', 'pt'];

/** The context is in the source language, all else concerns the words that the caller gets. */
const NEEDED_FIRST: ReadonlySet<Feature> = new Set(['context']);

/**
 * The graph of what can be translated, directly or through one language in between, by which engine.
 *
 * Built once for a list of offers; a route is found in O(languages × engines²) and kept.
 */
export class Routes {
  readonly #bySource = new Map<LanguageTag, Map<LanguageTag, readonly Step[]>>();
  readonly #known = new Map<string, readonly Step[]>();
  readonly #found = new Map<string, Route | undefined>();
  readonly #targets = new Set<LanguageTag>();
  readonly #sources: readonly LanguageTag[];
  readonly #rankOf = new Map<TranslationEngine, number>();

  /**
   * @param offers of all engines; of two that are equal otherwise, the engine named first wins
   * @param advice for operators
   */
  constructor(
    offers: readonly Step[],
    private readonly advice: Partial<RouteAdvice> = {},
  ) {
    for (const offer of offers) {
      if (!this.#rankOf.has(offer.engine)) this.#rankOf.set(offer.engine, this.#rankOf.size);
      if (offer.direction.coverage === 'known') this.#addKnown(offer);
      else this.#addGeneral(offer);
    }
    this.#sources = [...this.#bySource.keys()].sort();
  }

  /** Every language that something can be translated from, sorted. */
  sources(): readonly LanguageTag[] {
    return this.#sources;
  }

  /** Every language and variant that something can be translated into. */
  targets(): ReadonlySet<LanguageTag> {
    return this.#targets;
  }

  /** The languages that reach this target, sorted. */
  sourcesOf(target: LanguageTag, needs: RouteNeeds = NO_NEEDS): readonly LanguageTag[] {
    return this.sources().filter((source) => this.route(source, target, needs) !== undefined);
  }

  /** Why there is no way, for a caller and an operator. */
  explainMissing(direction: Direction): string {
    return explainMissing(direction, this.#directions());
  }

  /** @returns what would bring a way that is not there, or undefined */
  wayToObtain(direction: Direction): string | undefined {
    return wayToObtain(direction, this.#directions());
  }

  /** The command that brings a model for a way that rules take; undefined where models take it, or there is none. */
  fluentWith(route: Route, direction: Direction): string | undefined {
    return modelTypeOf(route) === 'quality_optimized'
      ? undefined
      : this.advice.fluentWith?.(direction);
  }

  #directions(): KnownDirections {
    const pivots = [...PREFERRED_PIVOTS, ...this.#sources].flatMap(
      (code) => parseLanguage(code) ?? [],
    );
    return {
      has: ({ source, target }) => this.#offers(source, target).length > 0,
      obtainable: (direction) => this.advice.obtainable?.(direction),
      pivots: [...new Set(pivots)],
    };
  }

  /** Who may hold this very text already, before a route is taken. */
  knownBy(source: LanguageTag, target: LanguageTag): readonly Step[] {
    return this.#known.get(`${source}>${target}`) ?? [];
  }

  /** The features that at least one direct way into a target has. */
  featuresInto(target: LanguageTag): ReadonlySet<Feature> {
    const offers = [...this.#bySource.values()].flatMap((targets) => targets.get(target) ?? []);
    return new Set(offers.flatMap(({ direction }) => [...direction.features]));
  }

  /**
   * The cheapest way that honours what is needed: at most two steps; ties are broken by fewer steps, the order
   * of the engines, `PREFERRED_PIVOTS` and then the alphabet.
   *
   * @returns undefined when there is none, as from a language into itself
   */
  route(source: LanguageTag, target: LanguageTag, needs: RouteNeeds = NO_NEEDS): Route | undefined {
    const asked =
      needs === NO_NEEDS ? '' : `${needs.modelType ?? ''} ${[...needs.features].sort().join(' ')}`;
    const key = `${source}>${target} ${asked}`;
    if (!this.#found.has(key)) this.#found.set(key, this.ways(source, target, needs)[0]);
    return this.#found.get(key);
  }

  /** All ways that honour what is needed, the one that `route` takes first. */
  ways(source: LanguageTag, target: LanguageTag, needs: RouteNeeds = NO_NEEDS): readonly Route[] {
    if (source === baseLanguage(target)) return [];
    const ways: Route[] = this.#offers(source, target).map((step) => [step]);
    for (const [pivot, firsts] of this.#bySource.get(source) ?? []) {
      if (pivot === target) continue;
      for (const second of this.#offers(pivot, target)) {
        for (const first of firsts) ways.push([first, second]);
      }
    }
    return ways.filter((way) => honours(way, needs)).sort((a, b) => this.#compare(a, b));
  }

  #addGeneral(offer: Step): void {
    const { source, target } = offer.direction;
    const targets = this.#bySource.get(source) ?? new Map<LanguageTag, readonly Step[]>();
    targets.set(target, [...(targets.get(target) ?? []), offer]);
    this.#bySource.set(source, targets);
    this.#targets.add(target);
  }

  #addKnown(offer: Step): void {
    const key = `${offer.direction.source}>${offer.direction.target}`;
    this.#known.set(key, [...(this.#known.get(key) ?? []), offer]);
  }

  #offers(source: LanguageTag, target: LanguageTag): readonly Step[] {
    return this.#bySource.get(source)?.get(target) ?? [];
  }

  #compare(a: Route, b: Route): number {
    return (
      costOf(a) - costOf(b) ||
      a.length - b.length ||
      this.#engineRank(a) - this.#engineRank(b) ||
      pivotRank(a) - pivotRank(b) ||
      (pivotOf(a) < pivotOf(b) ? -1 : 1)
    );
  }

  #engineRank(way: Route): number {
    return way.reduce((sum, { engine }) => sum + (this.#rankOf.get(engine) ?? 0), 0);
  }
}

/** Quality needs it on every step; a way of mixed models is as good as its weakest. */
export function modelTypeOf(way: Route): ModelType {
  const isQuality = way.every(({ direction }) =>
    direction.modelTypes.includes('quality_optimized'),
  );
  return isQuality ? 'quality_optimized' : 'latency_optimized';
}

function honours(way: Route, { modelType, features }: RouteNeeds): boolean {
  const suits = ({ direction }: Step) =>
    modelType === undefined || direction.modelTypes.includes(modelType);
  const has = (feature: Feature) =>
    way.at(NEEDED_FIRST.has(feature) ? 0 : -1)?.direction.features.has(feature) === true;
  return way.every(suits) && features.every(has);
}

const costOf = (way: Route): number => way.reduce((sum, { direction }) => sum + direction.cost, 0);

const pivotOf = (way: Route): string => way[0]?.direction.target ?? '';

function pivotRank(way: Route): number {
  const rank = PREFERRED_PIVOTS.indexOf(pivotOf(way));
  return rank === -1 ? PREFERRED_PIVOTS.length : rank;
}
