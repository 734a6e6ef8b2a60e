import type { MarkedText } from '../../../text/marked-text.js';
import type { EngineAnswer, EngineCaller } from '../../translation-engine.js';
import type { Direction } from '../../direction.js';
import type { Dictionaries } from '../words/apertium-morphology.js';
import { findStandIns, standInCandidates, type StandIns } from './stand-ins.js';
import { markedMode } from './marked-mode.js';
import { decodeMarked, encodeMarked, type MarkedStream } from './marked-stream.js';
import type { ApertiumMode } from '../modes/modes.js';
import type { PipelinePool } from '../pipeline-pool.js';
import { placeSpans } from './span-placement.js';
import { withReadArticles } from './read-articles.js';

const UNPLACED: EngineAnswer = { kind: 'unplaced' };

/** Two words that no dictionary holds. A mode whose blanks work gives both back in their own. */
const CHECK: MarkedText = {
  text: 'Xqzv Xqvz',
  spans: [
    { id: 0, kind: 'tag', start: 0, end: 4 },
    { id: 1, kind: 'tag', start: 5, end: 9 },
  ],
};

interface Encoded {
  readonly segment: MarkedText;
  readonly encoded: MarkedStream | undefined;
}

/**
 * Translates segments with spans by modes with word-bound blanks.
 *
 * Such a mode is checked at its first use. Where it fails, all of its segments are `unplaced`.
 */
export class MarkedTranslation {
  readonly #pool: PipelinePool;
  readonly #targetOf: (direction: Direction) => Dictionaries | undefined;
  readonly #standIns = new Map<string, StandIns>();
  readonly #usable = new Map<string, Promise<ApertiumMode | undefined>>();

  /** @param targetOf the dictionaries of the target of a direction */
  constructor(pool: PipelinePool, targetOf: (direction: Direction) => Dictionaries | undefined) {
    this.#pool = pool;
    this.#targetOf = targetOf;
  }

  /** @returns one answer for each segment, undefined for one that needs no blanks and cannot have any */
  async translate(
    mode: ApertiumMode,
    segments: readonly MarkedText[],
    caller: EngineCaller = {},
  ): Promise<readonly EngineAnswer[]> {
    const usable = await this.#usableMode(mode);
    if (usable === undefined) return segments.map(() => UNPLACED);
    const hasTerms = segments.some(({ spans }) => spans.some(({ kind }) => kind === 'term'));
    const standIns = hasTerms ? await this.#standInsFor(mode) : undefined;
    const source = mode.directions[0]?.source ?? '';
    const encoded = segments.map((segment) => ({
      segment,
      encoded: encodeMarked(withReadArticles(segment, source, standIns), standIns),
    }));
    return await this.#run(usable, encoded, caller);
  }

  /** Found out once for a mode; without them a term stands for itself. */
  async #standInsFor(mode: ApertiumMode): Promise<StandIns | undefined> {
    const known = this.#standIns.get(mode.name);
    if (known !== undefined) return known;
    const [direction] = mode.directions;
    const target = direction && this.#targetOf(direction);
    const candidates = standInCandidates(direction?.source ?? '');
    if (target === undefined || candidates.length === 0) return undefined;
    const translations = await this.#pool.translate(mode, candidates);
    const found = await findStandIns(candidates, translations, target).catch(() => undefined);
    if (found !== undefined) this.#standIns.set(mode.name, found);
    return found;
  }

  /** The marked form of a mode if it works here. A failure that says nothing of the mode is not kept. */
  async #usableMode(mode: ApertiumMode): Promise<ApertiumMode | undefined> {
    const checked = this.#usable.get(mode.name) ?? this.#check(mode);
    this.#usable.set(mode.name, checked);
    try {
      return await checked;
    } catch (error) {
      this.#usable.delete(mode.name);
      throw error;
    }
  }

  async #check(mode: ApertiumMode): Promise<ApertiumMode | undefined> {
    const marked = markedMode(mode);
    if (marked === undefined) return undefined;
    try {
      const [answer] = await this.#run(marked, [{ segment: CHECK, encoded: encodeMarked(CHECK) }]);
      const isRight = answer?.kind === 'translated' && answer.spans.length === CHECK.spans.length;
      return isRight ? marked : undefined;
    } catch (error) {
      if (this.#pool.isBroken(marked.name)) return undefined;
      throw error;
    }
  }

  async #run(
    mode: ApertiumMode,
    segments: readonly Encoded[],
    caller: EngineCaller = {},
  ): Promise<readonly EngineAnswer[]> {
    const streams = segments.flatMap(({ encoded }) => encoded?.stream ?? []);
    if (streams.length === 0) return segments.map(() => UNPLACED);
    const answers = (await this.#pool.translate(mode, streams, caller)).values();
    return segments.map(({ segment, encoded }) =>
      encoded === undefined ? UNPLACED : answerOf(segment, encoded, answers.next().value ?? ''),
    );
  }
}

function answerOf(segment: MarkedText, encoded: MarkedStream, answer: string): EngineAnswer {
  const atoms = decodeMarked(answer, encoded);
  const placed = atoms && placeSpans(segment, encoded, atoms);
  if (placed === undefined) return UNPLACED;
  const unknown = (atoms ?? []).filter(
    ({ isUnknown, runs }) => isUnknown === true && !runs.some((run) => encoded.runs[run]?.fixed),
  );
  const unknownWords = unknown.map(({ text }) => text);
  return { kind: 'translated', ...placed, unknownWords };
}
