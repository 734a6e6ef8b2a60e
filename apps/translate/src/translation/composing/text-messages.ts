import type { Problem } from '@sextant/platform-http/problem';
import type { FinishedSegment } from '../segments/segment-work.js';
import type { TranslationOptions } from '../translation-options.js';
import type { MarkedText } from '../../text/marked-text.js';
import type { TextParts } from './compose-text.js';
import type { WrittenText } from './written-text.js';

/** What the thread is asked: to take the texts of a request apart, to put some of them together again, or to shield texts. */
export type TextAsk = { readonly id: number } & TextMessage;

export type TextMessage =
  | (AboutRequest & { readonly take: readonly string[] })
  | (AboutRequest & { readonly write: readonly TextToWrite[] })
  /** Whole texts, whose parts that must stay as they are are wanted. */
  | { readonly shield: readonly string[] };

interface AboutRequest {
  /** The number of the request: what was taken apart is kept under it for a while. */
  readonly request: number;
  readonly options: TranslationOptions;
}

export interface TextToWrite {
  /** Its place in the request. */
  readonly at: number;
  readonly text: string;
  /** Its first segments, or all. */
  readonly finished: readonly FinishedSegment[];
}

export type TextReply = { readonly id: number } & (
  | { readonly taken: readonly TextParts[] }
  | { readonly shields: readonly MarkedText[] }
  | { readonly written: readonly WrittenText[] }
  /** A `Problem`, such as markup that cannot be read. */
  | { readonly refused: Pick<Problem, 'code' | 'status' | 'message' | 'details'> }
  | { readonly failed: string }
);
