import type { Candidates } from './candidates.js';

/** What a search looks for, as a model's `generation_config.json` says it. */
export interface SearchOptions {
  /** Candidates that are followed at once; 1 takes the likeliest token each time. */
  readonly beams: number;
  /** Tokens of the answer with the first and the last. */
  readonly maxLength: number;
  readonly end: number;
  /** The token after the first, where a model is told its language so. */
  readonly forcedFirst?: number | undefined;
  /** What is written when there is room for one more token. */
  readonly forcedLast?: number | undefined;
  readonly lengthPenalty: number;
  /** Over as soon as as many have ended as there are beams, without asking whether an open one could win. */
  readonly stopsEarly?: boolean | undefined;
}

interface Beam {
  readonly tokens: readonly number[];
  readonly score: number;
}

/** Which row of the last step a row of the next one goes on from, and with which token. */
export interface NextRow {
  readonly from: number;
  readonly token: number;
}

/**
 * The search for the answer to one text: candidates side by side, token by token.
 *
 * The rules are those of the library that the models were made with: twice as many candidates as beams are looked at,
 * ended ones are ranked by the mean of their tokens' log-probabilities, and it is over when no open one can win any more.
 *
 * @see https://huggingface.co/docs/transformers/generation_strategies (beam search)
 */
export class BeamSearch {
  readonly #options: SearchOptions;
  #open: readonly Beam[];
  #ended: readonly Beam[] = [];
  #isOver = false;

  constructor(start: number, options: SearchOptions) {
    this.#options = options;
    this.#open = [{ tokens: [start], score: 0 }];
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Rows that it wants computed in the next step. */
  get rows(): number {
    return this.#open.length;
  }

  /** Candidates that it looks at of each row. */
  get perRow(): number {
    return this.#options.beams === 1 ? 1 : 2 * this.#options.beams;
  }

  /**
   * Takes what a step has found.
   *
   * @param firstRow its first row among all; its others follow
   * @returns the rows of the next step; none when it is over
   */
  take(found: Candidates, firstRow: number): readonly NextRow[] {
    const length = this.#open[0]?.tokens.length ?? 0;
    const { beams, maxLength } = this.#options;
    const candidates = this.#best(found, firstRow, length);
    const isLast = length + 1 >= maxLength;
    const hasEnded = ({ token }: Candidate) => token === this.#options.end || isLast;
    this.#end(candidates.slice(0, beams).filter(hasEnded), length);
    const next = candidates.filter((candidate) => !hasEnded(candidate)).slice(0, beams);
    this.#open = next.map((candidate) => this.#grown(candidate));
    this.#isOver = next.length === 0 || !this.#canWin(length);
    return this.#isOver ? [] : next;
  }

  /** The best answer, or one of the next best where there are as many, without the token that it began with. */
  answer(rank = 0): readonly number[] {
    const [best = this.#open[0]] = this.#ended;
    return (this.#ended[rank] ?? best)?.tokens.slice(1) ?? [];
  }

  #grown({ from, token, score }: Candidate): Beam {
    return { tokens: [...(this.#open[from]?.tokens ?? []), token], score };
  }

  #end(candidates: readonly Candidate[], length: number): void {
    const { beams, lengthPenalty } = this.#options;
    const ended = candidates.map((candidate) => {
      const { tokens, score } = this.#grown(candidate);
      return { tokens, score: score / length ** lengthPenalty };
    });
    this.#ended = [...this.#ended, ...ended].toSorted((a, b) => b.score - a.score).slice(0, beams);
  }

  /** Whether the best open candidate, were it to end now, would be better than the worst that has ended. */
  #canWin(length: number): boolean {
    const { beams, lengthPenalty, stopsEarly = false } = this.#options;
    if (stopsEarly && this.#ended.length === beams) return false;
    const worst = this.#ended.length < beams ? Number.NEGATIVE_INFINITY : this.#ended.at(-1)?.score;
    const best = (this.#open[0]?.score ?? 0) / length ** lengthPenalty;
    return best > (worst ?? Number.NEGATIVE_INFINITY);
  }

  #best(found: Candidates, firstRow: number, length: number): readonly Candidate[] {
    const forced = this.#forced(length);
    const all = this.#open.flatMap(({ score }, from): readonly Candidate[] => {
      if (forced !== undefined) return [{ from, token: forced, score }];
      const first = (firstRow + from) * found.perRow;
      return Array.from({ length: found.perRow }, (_, at) => ({
        from,
        token: Number(found.tokens[first + at]),
        score: score + (found.scores[first + at] ?? 0),
      }));
    });
    return all.toSorted((a, b) => b.score - a.score).slice(0, 2 * this.#options.beams);
  }

  #forced(length: number): number | undefined {
    if (length === 1 && this.#options.forcedFirst !== undefined) return this.#options.forcedFirst;
    return length === this.#options.maxLength - 1 ? this.#options.forcedLast : undefined;
  }
}

interface Candidate extends NextRow {
  readonly score: number;
}
