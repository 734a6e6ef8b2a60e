/** What the engine and the program that holds a model say to each other. */

export interface TranslateAsk {
  readonly type: 'translate';
  readonly id: number;
  readonly owner: string;
  readonly texts: readonly string[];
  /** What the model writes before the source, and begins the translation with, when it has many languages. */
  readonly languages?: ModelLanguages | undefined;
  /** Candidates that are followed at once; the model's own number if absent. */
  readonly beams?: number | undefined;
  /** Which of the answers that the search has found is wanted: 0, the best one, if absent. */
  readonly rank?: number | undefined;
}

/** The model's own tokens for two languages. */
export interface ModelLanguages {
  readonly source: string;
  readonly target: string;
}

export type ToProgram = TranslateAsk | { readonly type: 'cancel'; readonly id: number };

export type FromProgram =
  | { readonly type: 'ready' }
  | { readonly type: 'translated'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
