import type { MarkupOptions } from '../text/markup/markup-options.js';
import type { Keeping } from '../text/untranslatable.js';
import type { ModelType } from '../engines/translation-engine.js';

/** What a caller asks of a translation beyond the languages (spec 1, part 4). */
export interface TranslationOptions {
  readonly formality?: Formality | undefined;
  readonly modelType?: ModelType | 'prefer_quality_optimized' | undefined;
  readonly context?: string | undefined;
  readonly instructions?: readonly string[] | undefined;
  readonly styleId?: string | undefined;
  readonly glossaryIds?: readonly string[] | undefined;
  readonly memory?: { readonly id: string; readonly threshold: number } | undefined;
  readonly splitSentences?: SplitSentences | undefined;
  readonly preserveFormatting?: boolean | undefined;
  readonly markup?: MarkupOptions | undefined;
  /** Which placeholders stay as they are; those of every dialect if absent. */
  readonly placeholders?: Keeping | undefined;
  /** Whether each translation tells where its parts come from. */
  readonly wantsProvenance?: boolean | undefined;
}

/** The `prefer_` ones give way where no engine can choose. */
export type Formality = 'more' | 'less' | 'prefer_more' | 'prefer_less';

/** Where sentences may end: nowhere, at signs and line ends, at signs only. */
export type SplitSentences = '0' | '1' | 'nonewlines';
