import type { Direction } from './direction.js';
import type { MarkedText, PlacedSpan } from '../text/marked-text.js';
import type { Morphology } from './morphology.js';
import type { WritingEngine } from './writing-engine.js';
import type { StyleInstructions } from '../style-rules/style-rule-lookup.js';

/** What callers may ask for by `model_type`; each engine belongs to one or both. */
export type ModelType = 'latency_optimized' | 'quality_optimized';

/** What callers may ask of a step beyond its translation. */
export type Feature = 'formality' | 'context' | 'style' | 'instructions';

/** A direction as one engine offers it. */
export interface EngineDirection extends Direction {
  readonly modelTypes: readonly ModelType[];
  readonly features: ReadonlySet<Feature>;
  /**
   * `any`: every text gets a translation. `known`: only some do, as in a phrasebook, and the rest are
   * answered `unknown`; such a direction is asked first and is never a step of a longer way.
   */
  readonly coverage: 'any' | 'known';
  /** What it costs to go this way; 1 for an ordinary one, more for one to be avoided. */
  readonly cost: number;
}

/** Whatever the direction's features allow; the rest is never passed. */
export interface EngineOptions {
  readonly formality?: 'more' | 'less';
  /** In the source language; not translated itself. */
  readonly context?: string;
  readonly instructions?: readonly string[];
  readonly style?: StyleInstructions;
}

/** Who asks an engine. */
export interface EngineCaller {
  /** Whose turn it is: owners wait for an engine by turns. */
  readonly owner?: string | undefined;
  /** Drops what is still waiting; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Segments of one direction, translated as one batch. */
export interface EngineRequest extends Direction, EngineCaller {
  /** At least one character that is no white space each, no line breaks unless the caller kept them. */
  readonly segments: readonly MarkedText[];
  readonly options: EngineOptions;
  /** Whether the answers should name the words that the engine did not know. */
  readonly wantsUnknownWords?: boolean;
}

/** A sentence of which other translations are wanted. */
export interface VariantsRequest extends Direction, EngineCaller {
  readonly text: string;
  readonly options: EngineOptions;
  readonly most: number;
}

/**
 * What became of one segment.
 *
 * - `translated`: with every span of the segment placed once. Whoever asked checks that.
 * - `unplaced`: the engine cannot tell where the spans belong. It is then asked for the parts between them.
 * - `unknown`: no translation here; another engine is asked.
 */
export type EngineAnswer =
  | {
      readonly kind: 'translated';
      readonly text: string;
      readonly spans: readonly PlacedSpan[];
      /** Words of the source that the engine copied because it does not know them. */
      readonly unknownWords?: readonly string[];
      /** Where a part comes from, for provenance, when it is not the engine itself. */
      readonly origin?: string;
    }
  | { readonly kind: 'unplaced' }
  | { readonly kind: 'unknown' };

/** A direction, or the engine's own name for it, that is installed and does not work. */
export interface BrokenPair {
  readonly name: string;
  /** What it would translate. */
  readonly directions: readonly Direction[];
  readonly reason: string;
}

/** What readiness reports about an engine. */
export type EngineState =
  | { readonly status: 'up'; readonly pairs: number; readonly broken: readonly BrokenPair[] }
  | { readonly status: 'down'; readonly message: string; readonly broken: readonly BrokenPair[] };

/** Translates segments. Knows nothing of detection, pivots, routes and markup. */
export interface TranslationEngine {
  readonly name: string;
  /** When it knows how words are inflected: glossaries then match all forms of their terms. */
  readonly morphology?: Morphology;
  /** When it improves texts as well. */
  readonly writing?: WritingEngine;
  /**
   * What can be translated now. The same array until something changes, so that callers may keep what
   * they derive from it.
   */
  directions(): readonly EngineDirection[];
  /**
   * @returns one answer for each segment, in the order of the segments
   * @throws {Problem} `engine_refused`, `engine_unavailable`, `engine_timeout` or `engine_overloaded`
   */
  translate(request: EngineRequest): Promise<readonly EngineAnswer[]>;
  /**
   * Other translations of a sentence than that of `translate`, the likeliest first, perhaps with that one among them; absent
   * where the engine has one only.
   *
   * @throws {Problem} as `translate`
   */
  variants?(request: VariantsRequest): Promise<readonly string[]>;
  state(): EngineState;
  /** What an operator would install to have a direction that is not there, in words; absent when nothing would. */
  obtainable?(direction: Direction): string | undefined;
  /** The command that brings a model of its own for a direction that rules translate; absent when there is none. */
  fluentWith?(direction: Direction): string | undefined;
  /** Done in the background after the start, such as loading and trying what will be asked for. Never fails. */
  prepare?(): Promise<void>;
  /** Stops everything that was started. Requests under way fail with `engine_unavailable`. */
  close(): Promise<void>;
}
