import { baseLanguage, type LanguageTag } from './language.js';
import type { Direction } from './translation-engine.js';

/** What a direction costs: 1 for an ordinary one, more for one to be avoided. */
export type DirectionCost = (direction: Direction) => number;

/** A pivot adds its errors to those of the second step, so a direct pair wins unless it costs as much. */
const everyDirectionCostsOne: DirectionCost = () => 1;

/** Languages to go through, best first, when the cost does not decide (our choice: most pairs). */
const PREFERRED_PIVOTS: readonly string[] = ['es', 'en', 'fr', 'ca', 'pt'];

/**
 * The graph of what can be translated, directly or through one language in between.
 *
 * Built once for a list of directions; a route is found in O(languages) and kept.
 */
export class Routes {
  readonly #bySource = new Map<LanguageTag, Map<LanguageTag, Direction>>();
  readonly #found = new Map<string, readonly Direction[] | undefined>();
  readonly #costOf: DirectionCost;
  readonly #targets = new Set<LanguageTag>();

  constructor(directions: readonly Direction[], costOf: DirectionCost = everyDirectionCostsOne) {
    this.#costOf = costOf;
    for (const direction of directions) {
      const targets = this.#bySource.get(direction.source) ?? new Map<LanguageTag, Direction>();
      targets.set(direction.target, direction);
      this.#bySource.set(direction.source, targets);
      this.#targets.add(direction.target);
    }
  }

  /** Every language that something can be translated from, sorted. */
  sources(): readonly LanguageTag[] {
    return [...this.#bySource.keys()].sort();
  }

  /** Every language and variant that something can be translated into. */
  targets(): ReadonlySet<LanguageTag> {
    return this.#targets;
  }

  /** The languages that reach this target, sorted. */
  sourcesOf(target: LanguageTag): readonly LanguageTag[] {
    return this.sources().filter((source) => this.route(source, target) !== undefined);
  }

  /**
   * The cheapest way: at most two steps, ties broken by `PREFERRED_PIVOTS` and then by the alphabet.
   *
   * @returns undefined when there is none, as from a language into itself
   */
  route(source: LanguageTag, target: LanguageTag): readonly Direction[] | undefined {
    const key = `${source}>${target}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#search(source, target));
    return this.#found.get(key);
  }

  #search(source: LanguageTag, target: LanguageTag): readonly Direction[] | undefined {
    if (source === baseLanguage(target)) return undefined;
    const direct = this.#bySource.get(source)?.get(target);
    const ways = direct === undefined ? [] : [[direct]];
    for (const first of this.#bySource.get(source)?.values() ?? []) {
      const second = this.#bySource.get(first.target)?.get(target);
      if (second !== undefined) ways.push([first, second]);
    }
    return ways.sort((a, b) => this.#compare(a, b))[0];
  }

  #compare(a: readonly Direction[], b: readonly Direction[]): number {
    return (
      this.#total(a) - this.#total(b) ||
      a.length - b.length ||
      pivotRank(a) - pivotRank(b) ||
      (pivotOf(a) < pivotOf(b) ? -1 : 1)
    );
  }

  #total(way: readonly Direction[]): number {
    return way.reduce((sum, direction) => sum + this.#costOf(direction), 0);
  }
}

const pivotOf = (way: readonly Direction[]): string => way[0]?.target ?? '';

function pivotRank(way: readonly Direction[]): number {
  const rank = PREFERRED_PIVOTS.indexOf(pivotOf(way));
  return rank === -1 ? PREFERRED_PIVOTS.length : rank;
}
