import { ENGINE_ERRORS } from '../engine-errors.js';
import type { Morphology } from '../morphology.js';
import { unmarked, type MarkedText } from '../../text/marked-text.js';
import type {
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
  VariantsRequest,
} from '../translation-engine.js';
import type { Direction } from '../direction.js';
import type { EngineLog } from '../engine-factory.js';
import { ApertiumMorphology, dictionariesOf } from './words/apertium-morphology.js';
import { packageOf } from './modes/debian-pairs.js';
import { unwrapped, type Unwrapped } from './spans/paired-tags.js';
import { isDerived } from './modes/derived-name.js';
import { dictionaryOf, DEBIAN_MODES_DIRECTORY, type ApertiumMode } from './modes/modes.js';
import { KnownModes } from './modes/known-modes.js';
import { withCaseOf } from './words/answer-case.js';
import { Compounds } from './words/compounds.js';
import { Names } from './words/names.js';
import { PipelinePool, type PoolLimits } from './pipeline-pool.js';
import { SegmentTranslation } from './segment-translation.js';
import { withFixedWords } from './words/fixed-words.js';
import { withFullPronouns } from './words/short-pronouns.js';
import { WordChoices } from './words/word-choices.js';

export interface ApertiumOptions extends Partial<PoolLimits> {
  /** Default `/usr/share/apertium/modes`. A mode found in two directories is taken from the first. */
  readonly modeDirectories?: readonly string[];
  /** How often they are looked at for pairs that have come or gone; 10,000 if absent. */
  readonly lookEveryMs?: number;
  /** Directions whose processes run from the beginning. */
  readonly startWith?: readonly Direction[];
  /** Whether all that is installed is tried after the start; not if absent. */
  readonly testsItself?: boolean;
}

const DEFAULT_LIMITS: PoolLimits = {
  maxPipelines: 16,
  memoryBytes: 2 * 1024 ** 3,
  startDeadlineMs: 30_000,
  answerDeadlineMs: 10_000,
  windowCharacters: 8192,
  queueCharacters: 500_000,
};

const LOOK_EVERY_MS = 10_000;

/**
 * Apertium's rule-based translation with the language pairs that are installed on this machine.
 *
 * Each mode in use is one chain of long-lived processes, started with its first text. Whether a mode works
 * is found out at that moment, by a probe; `selfTest()` does it for all of them in the background. A mode
 * that fails is taken out of `directions()` for ten minutes.
 *
 * Apertium and its data are under the GPL: they run as programs of their own.
 */
export class ApertiumEngine implements TranslationEngine {
  readonly name = 'apertium';
  /** Of the languages whose pairs are installed in both directions. */
  readonly morphology: Morphology;
  readonly #startWith: readonly Direction[];
  readonly #testsItself: boolean;
  readonly #directories: readonly string[];
  readonly #log: EngineLog;
  readonly #limits: PoolLimits;
  readonly #pool: PipelinePool;
  readonly #segments: SegmentTranslation;
  readonly #choices: WordChoices;
  readonly #names = new Names();
  readonly #compounds = new Compounds();
  readonly #modes: KnownModes;
  #isClosed = false;

  constructor(
    {
      modeDirectories,
      lookEveryMs = LOOK_EVERY_MS,
      startWith = [],
      testsItself = false,
      ...limits
    }: ApertiumOptions,
    log: EngineLog,
  ) {
    this.#startWith = startWith;
    this.#testsItself = testsItself;
    this.#directories = modeDirectories ?? [DEBIAN_MODES_DIRECTORY];
    this.#modes = new KnownModes(this.#directories, lookEveryMs, log);
    this.#log = log;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#pool = new PipelinePool(this.#limits, log, (mode, reason) => this.#exclude(mode, reason));
    const modeOf = (direction: Direction) => this.#modes.modeOf(direction);
    this.morphology = new ApertiumMorphology(modeOf, log);
    this.#choices = new WordChoices(this.#pool);
    const targetOf = (direction: Direction) => dictionariesOf(direction, modeOf)[1];
    this.#segments = new SegmentTranslation(this.#pool, targetOf);
  }

  /** Reads the installed modes again; done by itself after the installation of another pair. */
  refresh(): void {
    this.#modes.refresh();
  }

  directions(): readonly EngineDirection[] {
    return this.#modes.directions();
  }

  async translate(request: EngineRequest): Promise<readonly EngineAnswer[]> {
    const { source, segments, owner } = request;
    const mode = this.#modes.serving(request);
    if (mode === undefined || this.#isClosed) throw ENGINE_ERRORS.unavailable();
    const analyser = dictionaryOf(mode, 'analyser');
    const words = { language: source, analyser, owner };
    const prepared = await this.#prepared(segments, words);
    const answers = await this.#segments.translate(
      mode,
      prepared.map(({ asked }) => asked),
      request,
    );
    return await Promise.all(
      prepared.map(async (one, at) => {
        const answer = answers[at] ?? UNPLACED;
        const whole = answer.kind === 'translated' ? wholeOf(one, answer) : undefined;
        if (whole !== undefined) return whole;
        if (one.asked === one.segment) return answer;
        const plainer = one.tags === undefined ? one.opened : one.segment;
        return (await this.#segments.translate(mode, [plainer], request))[0] ?? UNPLACED;
      }),
    );
  }

  async #prepared(
    segments: readonly MarkedText[],
    words: Parameters<Names['shielded']>[1],
  ): Promise<readonly Prepared[]> {
    const tags = segments.map(unwrapped);
    const bare = segments.map((segment, at) =>
      withFullPronouns(tags[at]?.segment ?? segment, words.language),
    );
    const opened = await this.#compounds.opened(bare, words);
    const asked = await this.#names.shielded(withFixedWords(opened, words.language), words);
    return segments.map((segment, at) => ({
      ...{ segment, tags: tags[at] },
      ...{ opened: opened[at] ?? segment, asked: asked[at] ?? segment },
    }));
  }

  /** The sentence with another word of the dictionary at one place. None for one with names, which are not translated. */
  async variants({ text, most, ...request }: VariantsRequest): Promise<readonly string[]> {
    const mode = this.#modes.serving(request);
    if (mode === undefined || this.#isClosed) throw ENGINE_ERRORS.unavailable();
    const { source, owner } = request;
    const words = { language: source, analyser: dictionaryOf(mode, 'analyser'), owner };
    const opened = await this.#compounds.opened([unmarked(text)], words);
    const [shielded = unmarked(text)] = await this.#names.shielded(opened, words);
    if (shielded.spans.length > 0 || shielded.text !== text) return [];
    return await this.#choices.sentences(mode, { text, most }, request);
  }

  state(): EngineState {
    const pairs = this.directions().length;
    const broken = this.#modes.broken();
    if (pairs > 0) return { status: 'up', pairs, broken };
    const message =
      broken.length > 0
        ? `None of the ${broken.length} installed Apertium modes works: ${broken[0]?.reason ?? ''}.`
        : `No Apertium language pair in ${this.#directories.join(', ')}: install the Debian package ` +
          'apertium-eng-spa or another apertium-* pair.';
    return { status: 'down', message, broken };
  }

  obtainable(direction: Direction): string | undefined {
    const name = packageOf(direction);
    return name === undefined ? undefined : `the Debian package ${name}`;
  }

  /** Process ids of the stages that serve a direction now, in their order. */
  pids(direction: Direction): readonly number[] {
    return this.#pool.pids(this.#modes.modeOf(direction)?.name ?? '');
  }

  /** Bytes of memory by mode, those with blanks for spans apart; as measured last. */
  memory(): ReadonlyMap<string, number> {
    return this.#pool.memory();
  }

  async prepare(): Promise<void> {
    await this.warm(this.#startWith);
    if (this.#testsItself) await this.selfTest();
  }

  /**
   * Starts the processes of some directions, so that their first request does not wait for it.
   *
   * Resolves when all of them work or have been found broken. Unknown directions are passed over.
   */
  async warm(directions: readonly Direction[]): Promise<void> {
    const modes = directions.flatMap((direction) => this.#modes.modeOf(direction) ?? []);
    await Promise.all([...new Set(modes)].map((mode) => this.#try(mode, this.#pool)));
  }

  /**
   * Tries every mode that is not running, one after the other, and stops each again.
   *
   * For the background after the start: 12 s for all pairs of Debian 12, 1 s for the four default ones.
   * Takes the memory of one pipeline beyond the pool's.
   */
  async selfTest(): Promise<void> {
    for (const mode of this.#modes.all) {
      if (this.#isClosed) return;
      if (this.#pool.isAlive(mode.name)) continue;
      const pool = new PipelinePool(this.#limits, this.#log, (name, why) =>
        this.#exclude(name, why),
      );
      await this.#try(mode, pool);
      pool.close();
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#pool.close();
    return Promise.resolve();
  }

  async #try(mode: ApertiumMode, pool: PipelinePool): Promise<void> {
    try {
      await pool.translate(mode, ['.']);
    } catch {
      // The pool has reported the mode as broken, or the engine was closed meanwhile.
    }
  }

  #exclude(mode: string, reason: string): void {
    this.#log.warn('engine.mode_broken', { mode, reason });
    // Without what is made of it a mode still translates: segments with spans are asked for in parts.
    if (isDerived(mode)) return;
    this.#modes.exclude(mode, reason);
  }
}

const UNPLACED: EngineAnswer = { kind: 'unplaced' };

type Translated = Extract<EngineAnswer, { kind: 'translated' }>;

/** A segment on its way to the rules. */
interface Prepared {
  readonly segment: MarkedText;
  /** Of a text in which tags stand as such. */
  readonly tags: Unwrapped | undefined;
  readonly opened: MarkedText;
  readonly asked: MarkedText;
}

/** @returns undefined where tags did not come back around words */
function wholeOf({ tags, opened, asked }: Prepared, answer: Translated): Translated | undefined {
  const own = withSpansOf(opened, withCaseOf(asked, answer));
  return tags === undefined ? own : tags.wrapped(own);
}

/** Without the spans that were added on the way. */
const withSpansOf = ({ spans }: MarkedText, answer: Translated): Translated => ({
  ...answer,
  spans: answer.spans.filter(({ id }) => spans.some((span) => span.id === id)),
});
