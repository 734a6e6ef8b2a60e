import type { LanguageTag } from './language.js';

/** One step that an engine translates without another language in between. */
export interface Direction {
  /** Always plain: `pt`, never `pt-BR`. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** Texts of one direction, translated as one batch. */
export interface EngineRequest extends Direction {
  readonly texts: readonly string[];
  /** Drops what is still waiting; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A direction, or the engine's own name for it, that is installed and does not work. */
export interface BrokenPair {
  readonly name: string;
  readonly reason: string;
}

/** What readiness reports about an engine. */
export type EngineState =
  | { readonly status: 'up'; readonly pairs: number; readonly broken: readonly BrokenPair[] }
  | { readonly status: 'down'; readonly message: string; readonly broken: readonly BrokenPair[] };

/** Translates plain text. Knows nothing of detection, pivots and routes. */
export interface TranslationEngine {
  readonly name: string;

  /**
   * What can be translated now. The same array until something changes, so that callers may keep what
   * they derive from it.
   */
  directions(): readonly Direction[];

  /**
   * @returns one translation for each text, in the order of the texts
   * @throws {Problem} `engine_unavailable`, `engine_timeout` or `engine_overloaded`
   */
  translate(request: EngineRequest): Promise<readonly string[]>;

  state(): EngineState;

  /** Stops everything that was started. Requests under way fail with `engine_unavailable`. */
  close(): Promise<void>;
}
