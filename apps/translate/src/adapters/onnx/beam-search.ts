/** What a search looks for, as a model's `generation_config.json` says it. */
export interface SearchOptions {
  /** Candidates that are followed at once; 1 takes the likeliest token each time. */
  readonly beams: number;
  /** Tokens of the answer with the first and the last. */
  readonly maxLength: number;
  readonly end: number;
  /** Tokens that are never written. */
  readonly banned: readonly number[];
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

  /**
   * Takes the logits of a step.
   *
   * @param logits of each of its rows, one after the other
   * @returns the rows of the next step; none when it is over
   */
  take(logits: Float32Array): readonly NextRow[] {
    const length = this.#open[0]?.tokens.length ?? 0;
    const { beams, maxLength } = this.#options;
    const candidates = this.#best(logits, length);
    const isLast = length + 1 >= maxLength;
    const hasEnded = ({ token }: Candidate) => token === this.#options.end || isLast;
    this.#end(candidates.slice(0, beams).filter(hasEnded), length);
    const next = candidates.filter((candidate) => !hasEnded(candidate)).slice(0, beams);
    this.#open = next.map((candidate) => this.#grown(candidate));
    this.#isOver = next.length === 0 || !this.#canWin(length);
    return this.#isOver ? [] : next;
  }

  /** The best answer, without the token that it began with. */
  answer(): readonly number[] {
    const [best = this.#open[0]] = this.#ended;
    return best?.tokens.slice(1) ?? [];
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

  #best(logits: Float32Array, length: number): readonly Candidate[] {
    const size = logits.length / this.#open.length;
    const kept = new Best(2 * this.#options.beams);
    for (const [from, { score }] of this.#open.entries()) {
      const row = logits.subarray(from * size, (from + 1) * size);
      const forced = this.#forced(length);
      if (forced !== undefined) {
        kept.offer({ from, token: forced, score });
        continue;
      }
      for (const token of this.#options.banned) row[token] = Number.NEGATIVE_INFINITY;
      // Of one candidate nobody asks how likely it is, but only which token is the likeliest.
      const offset = this.#options.beams === 1 ? 0 : score - logSumOfExponents(row);
      let least = kept.least - offset;
      for (let token = 0; token < size; token += 1) {
        const value = row[token] ?? 0;
        if (value <= least) continue;
        kept.offer({ from, token, score: value + offset });
        least = kept.least - offset;
      }
    }
    return kept.all;
  }

  #forced(length: number): number | undefined {
    if (length === 1 && this.#options.forcedFirst !== undefined) return this.#options.forcedFirst;
    return length === this.#options.maxLength - 1 ? this.#options.forcedLast : undefined;
  }
}

interface Candidate extends NextRow {
  readonly score: number;
}

/** The best of many, best first. */
class Best {
  readonly #kept: Candidate[] = [];
  least = Number.NEGATIVE_INFINITY;

  constructor(private readonly most: number) {}

  get all(): readonly Candidate[] {
    return this.#kept;
  }

  offer(candidate: Candidate): void {
    let at = this.#kept.length;
    while (at > 0 && (this.#kept[at - 1]?.score ?? 0) < candidate.score) at -= 1;
    this.#kept.splice(at, 0, candidate);
    if (this.#kept.length > this.most) this.#kept.pop();
    if (this.#kept.length === this.most) this.least = this.#kept.at(-1)?.score ?? this.least;
  }
}

/** By places: going through them by an iterator takes six times as long, and these are most of what is not the model's. */
function logSumOfExponents(row: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at] ?? 0;
    if (value > most) most = value;
  }
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += Math.exp((row[at] ?? 0) - most);
  return most + Math.log(sum);
}
